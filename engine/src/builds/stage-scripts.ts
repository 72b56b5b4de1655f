/**
 * What runs inside a stage, as files of the build context: names and packages reach it as arguments, never as text of
 * a shell.
 */

/** Certificates first, as everything after may need the network; then packages, then the user. */
export const PREPARE = `set -eu
here=$(dirname "$0")
stage=$1
shift
if [ -f "$here/ca.pem" ]; then
  bundle=/etc/ssl/certs/ca-certificates.crt
  mkdir -p /etc/ssl/certs /usr/local/share/ca-certificates
  [ ! -f "$bundle" ] || cat "$bundle" > "$here/ca-bundle.pem"
  cat "$here/ca.pem" >> "$here/ca-bundle.pem"
  # For programs that ask nobody where to look, and for the tool that makes the bundle anew.
  cat "$here/ca.pem" >> "$bundle"
  cp "$here/ca.pem" /usr/local/share/ca-certificates/extra.crt
fi
if [ $# -gt 0 ]; then
  if command -v apk > /dev/null; then apk add --no-cache "$@"
  elif command -v apt-get > /dev/null; then
    apt-get update && apt-get install -y --no-install-recommends "$@" && rm -rf /var/lib/apt/lists/*
  elif command -v dnf > /dev/null; then dnf install -y "$@" && dnf clean all
  else echo "no apk, apt-get or dnf in this image to add packages with: $*" >&2; exit 1
  fi
fi
grep -q '^[^:]*:[^:]*:1000:' /etc/passwd || echo 'app:x:1000:1000::/home/app:/bin/sh' >> /etc/passwd
grep -q '^[^:]*:[^:]*:1000:' /etc/group || echo 'app:x:1000:' >> /etc/group
mkdir -p /home/app
chown 1000:1000 /home/app
# In the image it belongs to root: a server does not write over its own program.
[ "$stage" = image ] || { mkdir -p /app && chown 1000:1000 /app; }
`;

/** Finds the program of an npm package as \`npx\` does, and gives it the name the image starts. */
export const LINK_NPM = `const { readFileSync, symlinkSync } = require("node:fs");
const [, , name] = process.argv;
const { bin = {} } = JSON.parse(readFileSync("/app/node_modules/" + name + "/package.json", "utf8"));
const own = name.split("/").pop();
const commands = typeof bin === "string" ? [own] : Object.keys(bin);
const chosen = commands.length === 1 ? commands[0] : commands.find((command) => command === own);
if (!chosen) {
  console.error(
    commands.length === 0
      ? "package " + name + " has no program, it is a library"
      : "package " + name + " has several programs and none of its own name: " + commands.join(", "),
  );
  process.exit(1);
}
symlinkSync("node_modules/.bin/" + chosen, "/app/server");
`;

/** Finds the program of a Python package as \`uvx\` does. */
export const LINK_PYTHON = `import os, re, sys
from importlib.metadata import distribution

name = sys.argv[1]
commands = [one.name for one in distribution(name).entry_points if one.group == "console_scripts"]
same = lambda text: re.sub(r"[-_.]+", "-", text).lower()
own = [one for one in commands if same(one) == same(name)]
if not own and len(commands) != 1:
    sys.exit(
        "package %s has several programs and none of its own name: %s" % (name, ", ".join(commands))
        if commands
        else "package %s has no program, it is a library" % name
    )
os.symlink("bin/" + (own or commands)[0], "/app/server")
`;

/** What was compiled is the only file there. */
export const LINK_GO = `set -eu
set -- /app/bin/*
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "expected one program, found: $*; name the folder of a main package" >&2
  exit 1
fi
ln -s "bin/$(basename "$1")" /app/server
`;
