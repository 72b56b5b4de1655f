/** Words that readers use for one another; each line is one meaning. A phrase stands for all of its words. */
const MEANINGS = `
k8s, kubernetes
remove, delete, rm, uninstall
list, ls
start, launch, run
stop, halt, kill
environment variable, env var, env
config, configuration, configure, setting
auth, authentication, authenticate, login, sign in
authz, authorization, authorize, policy, cedar
free, cost, price
token, credential, api key
secret, credential
folder, directory, path
file system, filesystem
volume, mount, bind
port, listen
repo, repository
docs, documentation
image, container
cert, certificate, tls, ssl
otel, opentelemetry, telemetry, tracing
metric, prometheus, monitoring
trace, span
log, logging
mcp, model context protocol
operator, controller
crd, custom resource
editor, ide
vscode, vs code, visual studio code
firewall, egress, network isolation
offline, air gapped, proxy
upgrade, update
setup, install, installation
quickstart, get started, getting started, tutorial
catalog, catalogue, registry
server, workload
tool, function
npm, npx, node
python, uvx, pip
golang, go
helm, chart
yaml, manifest
openapi, swagger, rest api
troubleshoot, problem, fail, error, fix
schedule, cron
rename, override
browser, playwright
vulnerability, cve, osv
hide, ignore, thvignore, exclude
ui, desktop, gui, app
cli, command line, terminal
ci, pipeline, cicd, github action
vault, hashicorp
keychain, keyring
export, backup, save
`;

const synonyms = new Map<string, string[]>();
for (const line of MEANINGS.trim().split("\n")) {
  const words = line.split(", ");
  for (const word of words) {
    synonyms.set(word, [...(synonyms.get(word) ?? []), ...words.filter((other) => other !== word)]);
  }
}

/** Other words and phrases for a term as `tokenize.ts` writes it. */
export function synonymsOf(term: string): readonly string[] {
  return synonyms.get(term) ?? [];
}
