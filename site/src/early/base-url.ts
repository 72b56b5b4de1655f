/**
 * On the home page, when the style sheet or the client script cannot be loaded: the usual cause is a wrong base URL.
 * It is styled by itself, as the style sheet is what may be missing.
 */
export function suggestBaseUrl(configured: string): void {
  const suggest = (): void => {
    if (document.getElementById("base-url-banner")) return;
    const suggested = location.pathname.endsWith("/") ? location.pathname : `${location.pathname}/`;
    const banner = document.createElement("div");
    banner.id = "base-url-banner";
    banner.role = "alert";
    banner.style.cssText = "border:4px solid #c62828;background:#fff4e5;color:#1a1a1a;margin:16px;padding:16px";
    const lines = [
      "This site did not load properly. The usual cause is a wrong base URL in its configuration.",
      `Configured base URL: ${configured}`,
      `Suggested base URL: ${suggested}`,
    ];
    for (const line of lines) {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      banner.append(paragraph);
    }
    document.body.prepend(banner);
  };
  addEventListener("toolhaven:unloaded", suggest);
  addEventListener("load", () => {
    if (document.documentElement.dataset["style"] === "missing") suggest();
  });
}
