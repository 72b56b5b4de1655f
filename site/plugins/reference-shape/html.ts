/** Text as HTML that shows just that. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A sentence of the contract: what stands between backticks is code. */
export function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

export const code = (text: string): string => `<code>${escape(text)}</code>`;

/** A heading with an id, and the link to itself that the site's headings have. */
export function heading(level: 2 | 3 | 4, id: string, text: string): string {
  const label = `Direct link to ${text}`;
  return `<h${level} id="${escape(id)}">${escape(text)}<a class="hash" href="#${escape(id)}" aria-label="${escape(label)}" title="${escape(label)}"></a></h${level}>`;
}

/** A block of code as the site's own blocks are built, so that its copy button works. */
export function codeBlock(language: string, text: string): string {
  const copy =
    '<div class="code-actions"><button type="button" data-act="copy" aria-label="Copy code to clipboard"><i class="icon icon-copy"></i></button></div>';
  return `<div class="code" data-language="${language}"><div class="code-box"><pre tabindex="0"><code>${escape(text)}</code></pre>${copy}</div></div>`;
}
