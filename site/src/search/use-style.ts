import { useInsertionEffect } from "react";

const adopted = new Set<string>();

/**
 * Puts style that comes with a script on the document, once and for good. As a sheet made by script, unlike a `style`
 * element, it is nothing that the policy of the site's headers would have to allow.
 */
export function useStyle(css: string): void {
  useInsertionEffect(() => {
    if (adopted.has(css)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    adopted.add(css);
  }, [css]);
}
