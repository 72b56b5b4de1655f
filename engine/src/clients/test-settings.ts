import { parse as parseJson, type ParseError } from "jsonc-parser";
import { parse as parseYaml } from "yaml";
import type { Sample } from "./corpus.ts";
import type { Wanted } from "./decide.ts";
import { FORMATS } from "./formats.ts";
import { type Note, reconcile } from "./reconcile.ts";
import type { FileRecord } from "./record.ts";

export type Kind = Pick<Sample, "syntax" | "topKey">;

export const JSON_KIND: Kind = { syntax: "json", topKey: "mcpServers" };
export const YAML_KIND: Kind = { syntax: "yaml", topKey: "extensions" };

export const fieldsOf = ({ syntax }: Pick<Kind, "syntax">, name: string, port: number): Record<string, unknown> => {
  const url = `http://127.0.0.1:${port}/sse#${name}`;
  return syntax === "yaml" ? { name, enabled: true, timeout: 60, type: "sse", uri: url } : { url, type: "sse" };
};

/** One settings file in memory and what we noted of it. */
export interface TestSettings {
  text(): string | undefined;
  record(): FileRecord;
  /** Somebody else writes. */
  write(text: string): void;
  /** Brings it to entries with these ports. */
  want(ports: Readonly<Record<string, number>>, how?: { isForced?: boolean; createdAt?: string }): readonly Note[];
  /** The plan is made and saved, and then the machine goes down before the file is written. */
  crashBeforeWriting(ports: Readonly<Record<string, number>>): void;
  /** The same after the file is written. */
  crashAfterWriting(ports: Readonly<Record<string, number>>): void;
}

export function createSettings({ syntax, topKey }: Kind, start: string | undefined): TestSettings {
  let text = start;
  let record: FileRecord = { format: 1, path: "/x", syntax, made_file: false, made_folders: [], tops: {} };
  const plan = (ports: Readonly<Record<string, number>>, { isForced = false, createdAt = "t" } = {}) => {
    const urlKey = syntax === "yaml" ? "uri" : "url";
    const wishOf = (name: string, port: number): Wanted => ({
      fields: fieldsOf({ syntax }, name, port),
      urlKey,
      createdAt,
    });
    const wishes = new Map(Object.entries(ports).map(([name, port]) => [name, wishOf(name, port)]));
    return reconcile(FORMATS[syntax], { text, record, wanted: new Map([[topKey, wishes]]), isForced });
  };
  return {
    text: () => text,
    record: () => record,
    write: (theirs) => void (text = theirs),
    want(ports, how) {
      const { text: next, after, notes } = plan(ports, how);
      [text, record] = [next, after];
      return notes;
    },
    crashBeforeWriting: (ports) => void (record = plan(ports).during),
    crashAfterWriting(ports) {
      const { text: next, during } = plan(ports);
      [text, record] = [next, during];
    },
  };
}

/** As the application would read it; `undefined` when it could not. */
export function dataIn({ syntax }: Pick<Kind, "syntax">, text: string): unknown {
  const plainText = text.replace(/^\uFEFF/, "");
  if (syntax === "yaml") return parseYaml(plainText, { logLevel: "error" }) ?? {};
  const errors: ParseError[] = [];
  const data: unknown = parseJson(plainText, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length > 0 ? undefined : (data ?? {});
}
