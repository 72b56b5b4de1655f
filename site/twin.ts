/** Address of a page as Markdown: its own with `.md`, `/index.md` for the first page. */
export function twinOf(path: string): string {
  const clean = path.replace(/\/$/, "");
  return clean === "" ? "/index.md" : `${clean}.md`;
}
