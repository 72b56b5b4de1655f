/**
 * The client script (React, the router, the page as components) is not needed to read, so it waits for the first sign
 * of a reader. What was tapped meanwhile and belongs to it is tapped again once it is there.
 */

const SIGNS = ["pointerdown", "pointermove", "touchstart", "keydown", "wheel", "scroll", "focusin"] as const;
/** What this script answers itself, or the browser does. */
const OWN = "[data-act], [popovertarget], a[href], summary, input, select, textarea";
const root = document.documentElement;
const waiting: HTMLElement[] = [];
let isStarted = false;

export function awaitReader(): void {
  for (const sign of SIGNS) addEventListener(sign, startClient, { once: true, passive: true, capture: true });
  addEventListener("click", keep, true);
}

/** Loads the client script now; a second call does nothing. */
export function startClient(): void {
  if (isStarted) return;
  isStarted = true;
  for (const sign of SIGNS) removeEventListener(sign, startClient, true);
  const sources = document.getElementById("client")?.dataset["scripts"]?.split(" ") ?? [];
  for (const source of sources) {
    const script = document.createElement("script");
    script.src = source;
    script.async = false;
    script.addEventListener("error", () => dispatchEvent(new Event("toolhaven:unloaded")));
    document.head.append(script);
  }
  new MutationObserver((_, observer) => {
    if (!isHydrated()) return;
    observer.disconnect();
    removeEventListener("click", keep, true);
    for (const element of waiting) element.click();
  }).observe(root, { attributeFilter: ["data-has-hydrated"] });
}

function keep({ target }: MouseEvent): void {
  if (!(target instanceof Element) || isHydrated()) return;
  const button = target.closest<HTMLElement>("button, [role=button]");
  if (button && !button.matches(OWN)) waiting.push(button);
}

const isHydrated = (): boolean => root.dataset["hasHydrated"] === "true";
