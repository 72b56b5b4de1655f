import type { ClientModule } from "@docusaurus/types";

/** A navigation that takes longer than this shows a bar; a spinner never. */
const DELAY_MS = 200;
const TRICKLE_MS = 800;
const MINIMUM = 0.08;

let bar: HTMLElement | undefined;
let trickle: ReturnType<typeof setInterval> | undefined;

export const onRouteUpdate: ClientModule["onRouteUpdate"] = ({ location, previousLocation }) => {
  if (!previousLocation || location.pathname === previousLocation.pathname) return undefined;
  const timer = setTimeout(start, DELAY_MS);
  return () => clearTimeout(timer);
};

export const onRouteDidUpdate: ClientModule["onRouteDidUpdate"] = () => finish();

function start(): void {
  if (bar) return;
  bar = document.createElement("div");
  bar.className = "progress";
  bar.role = "progressbar";
  bar.ariaLabel = "Loading the page";
  document.body.append(bar);
  let share = MINIMUM;
  const show = (): void => bar?.style.setProperty("scale", `${share} 1`);
  show();
  trickle = setInterval(() => {
    share += (1 - share) / 10;
    show();
  }, TRICKLE_MS);
}

function finish(): void {
  clearInterval(trickle);
  const done = bar;
  bar = undefined;
  if (!done) return;
  done.style.scale = "1 1";
  done.addEventListener("transitionend", () => done.remove(), { once: true });
  // With motion switched off there is no transition to wait for.
  setTimeout(() => done.remove(), 400);
}
