import { bool, format, text, yes } from "./flags.ts";
import { command } from "./spec.ts";

const one = { name: "name", summary: "the secret's name", required: true, complete: "secrets" } as const;
const done = async () => (await import("./answers.ts")).Done;

export const secret = command({
  words: ["secret"],
  isGroup: true,
  summary: "keep keys and passwords",
  description: [
    "Secrets are given to servers by reference: a workload's settings hold the name, its container gets the value when it is made.",
  ],
  args: [],
  flags: {},
  examples: [
    { line: "thv secret setup", does: "choose where secrets are kept" },
    { line: "thv secret set github-token", does: "store one" },
  ],
  exits: [],
});

export const secretSetup = command({
  words: ["secret", "setup"],
  summary: "choose where secrets are kept, step by step",
  description: ["Explains the providers, asks for one and sets it up. Where nobody can be asked, --provider chooses."],
  args: [],
  flags: {
    provider: text("the provider", { choices: ["encrypted", "1password", "none"] }),
    "password-file": text("a file with the store's password, or - for stdin", { value: "FILE", complete: "files" }),
    format: format(),
  },
  examples: [
    { line: "thv secret setup", does: "choose from a list" },
    { line: "thv secret setup --provider encrypted", does: "choose without being asked" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("@toolhaven/contract/secret")).SecretsSetUp,
});

export const secretProvider = command({
  words: ["secret", "provider"],
  summary: "choose where secrets are kept",
  description: [
    "Chooses the provider: encrypted, a file of ours, locked by a password in the system's keyring; 1password, a vault that is read only; none.",
  ],
  args: [{ name: "provider", summary: "the provider", required: true, choices: ["encrypted", "1password", "none"] }],
  flags: {
    "password-file": text("a file with the store's password, or - for stdin", { value: "FILE", complete: "files" }),
    format: format(),
  },
  examples: [
    { line: "thv secret provider encrypted", does: "keep secrets in an encrypted file" },
    { line: "thv secret provider 1password", does: "read them from a 1Password vault" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("@toolhaven/contract/secret")).SecretsSetUp,
});

export const secretSet = command({
  words: ["secret", "set"],
  summary: "store a secret",
  description: ["Stores a value that is typed unseen, or read from stdin. One that exists is replaced."],
  args: [one],
  flags: { format: format() },
  examples: [
    { line: "thv secret set github-token", does: "type the value" },
    { line: "thv secret set github-token < token.txt", does: "read it from a file" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/secret")).SecretWritten,
});

export const secretGet = command({
  words: ["secret", "get"],
  summary: "print a secret's value",
  description: [
    "Prints the value and nothing else. The API gives values to nobody, so the store is opened by this program itself.",
  ],
  args: [one],
  flags: { format: format() },
  examples: [
    { line: "thv secret get github-token", does: "print the value" },
    { line: "thv secret get op://vault/item/field", does: "print one from 1Password" },
  ],
  exits: ["not found", "not allowed"],
  answer: async () => (await import("./answers.ts")).SecretValue,
});

export const secretList = command({
  words: ["secret", "list"],
  summary: "list the names of secrets",
  description: ["Lists names, never values."],
  args: [],
  flags: { format: format() },
  examples: [
    { line: "thv secret list", does: "see which secrets there are" },
    { line: "thv secret list --json", does: "the same for a program" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("./answers.ts")).SecretNames,
});

export const secretDelete = command({
  words: ["secret", "delete"],
  summary: "delete a secret",
  description: ["Deletes a secret. Workloads that refer to it cannot start again until it is back."],
  args: [one],
  flags: { "ignore-missing": bool("a name that does not exist is no failure"), yes, format: format() },
  examples: [
    { line: "thv secret delete github-token", does: "delete one, after a question" },
    { line: "thv secret delete github-token --yes", does: "delete one without a question" },
  ],
  exits: ["not found", "unreachable"],
  answer: done,
});

export const secretResetKeyring = command({
  words: ["secret", "reset-keyring"],
  summary: "forget the password in the system's keyring",
  description: [
    "Removes the encrypted store's password from the system's keyring. Without that password the store cannot be read any more.",
  ],
  args: [],
  flags: { yes, format: format() },
  examples: [
    { line: "thv secret reset-keyring", does: "forget it, after a question" },
    { line: "thv secret reset-keyring --yes", does: "forget it without a question" },
  ],
  exits: ["not found"],
  answer: done,
});
