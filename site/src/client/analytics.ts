import siteConfig from "@generated/docusaurus.config";

interface Analytics {
  readonly insights?: string;
  readonly tagManager?: string;
}

// Only part of a build that was told what to load (`settings.ts`).
const { insights, tagManager } = (siteConfig.customFields?.["analytics"] ?? {}) as Analytics;
if (insights) load(insights);
if (tagManager) {
  Object.assign(globalThis, { dataLayer: [{ event: "gtm.js", "gtm.start": Date.now() }] });
  load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManager)}`);
}

function load(address: string): void {
  if (typeof document === "undefined") return;
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  document.head.append(script);
}
