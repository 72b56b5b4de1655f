import type { Source } from "./choice.ts";
import { fetchPages } from "./fetch-pages.ts";
import type { FetchDocument, Validators } from "./fetch-document.ts";
import { readRegistryFile, stampOf } from "./read-file.ts";

/** A place outside the program that a registry comes from. */
export interface Origin {
  /**
   * What it says now; `known` is what the last look came with.
   * @throws AppError `invalid_input` saying why it says nothing
   */
  look(known: Validators | undefined, options: { signal: AbortSignal }): Promise<Look>;
}

export type Look =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "document";
      readonly text: string;
      /** RFC 3339. */
      readonly modified: string;
      readonly validators: Validators;
    };

/** A file's stamp serves as what an address has for an entity tag. */
export function fileOrigin({ path }: Extract<Source, { type: "file" }>): Origin {
  return {
    async look(known) {
      if (known?.etag !== undefined && known.etag === (await stampOf(path))) return { kind: "unchanged" };
      const { text, modified, stamp } = await readRegistryFile(path);
      return { kind: "document", text, modified, validators: { etag: stamp } };
    },
  };
}

export function urlOrigin(
  { url, allow_private_ip }: Extract<Source, { type: "url" }>,
  { fetchDocument, now }: { fetchDocument: FetchDocument; now: () => number },
): Origin {
  return {
    async look(known, { signal }) {
      const request = { url, allowPrivateIp: allow_private_ip, signal, ...(known && { validators: known }) };
      const answer = await fetchPages(request, { fetchDocument });
      if (answer.kind === "unchanged") return answer;
      const said = Date.parse(answer.validators.last_modified ?? "");
      return { ...answer, modified: new Date(Number.isNaN(said) ? now() : said).toISOString() };
    },
  };
}
