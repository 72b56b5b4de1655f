/** What the page may weigh, everything around the calls included. */
const LIMITS = { elements: 4_000, bytes: 200_000 } as const;

/** How many elements a page has; scripts are not looked into. */
export function elementsIn(html: string): number {
  return html.replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, "$1").match(/<[a-z][^>]*>/g)?.length ?? 0;
}

/** One sentence for each limit that a page breaks. */
export function sizeProblems(html: string): string[] {
  const elements = elementsIn(html);
  const bytes = Buffer.byteLength(html);
  return [
    ...(elements > LIMITS.elements ? [`${elements} elements, ${LIMITS.elements} are allowed`] : []),
    ...(bytes > LIMITS.bytes ? [`${bytes} bytes, ${LIMITS.bytes} are allowed`] : []),
  ];
}
