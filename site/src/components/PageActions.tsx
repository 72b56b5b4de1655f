import useBaseUrl from "@docusaurus/useBaseUrl";
import { twinOf } from "../../twin.ts";

/** The page for agents: to the clipboard, or as a document of its own. */
export function PageActions({ path }: { readonly path: string }) {
  const twin = useBaseUrl(twinOf(path));
  return (
    <div className="page-actions">
      <button type="button" data-act="copy-page" data-href={twin} aria-label="Copy page as Markdown">
        <i className="icon icon-copy" />
        <span>Copy page</span>
      </button>
      <a href={twin} aria-label="View page as Markdown" title="View as Markdown">
        <i className="icon icon-markdown" />
      </a>
    </div>
  );
}
