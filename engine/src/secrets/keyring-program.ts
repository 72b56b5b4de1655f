/**
 * Runs in a Node process of its own, with the keyring package's path as argument: one request on stdin, one answer
 * on stdout. The package connects to the desktop's bus synchronously and without limit, and waits for whoever is
 * asked to unlock the keyring: only a process that can be killed keeps that away from the server.
 */
export const KEYRING_PROGRAM = String.raw`
const { readFileSync, writeSync } = require("node:fs");
function open(service, account) {
  const { Entry } = require(process.argv[1]);
  return new Entry(service, account, { linux: { store: "secret-service" } });
}
const actions = {
  read: (entry) => entry.getPassword(),
  write: (entry, password) => {
    entry.setPassword(password);
    if (entry.getPassword() !== password) throw new Error("it did not keep the password");
    return null;
  },
  remove: (entry) => void entry.deletePassword(),
};
function answer({ action, service, account, password }) {
  let stage = "connect";
  try {
    const entry = open(service, account);
    stage = "use";
    return { password: actions[action](entry, password) ?? null };
  } catch (error) {
    return { stage, problem: String(error && error.message) };
  }
}
writeSync(1, JSON.stringify(answer(JSON.parse(readFileSync(0, "utf8")))));
`;
