import { read, write } from "./storage.ts";

export type Choice = "dark" | "system" | "light";

/** The button goes through them in this order. */
const ORDER: readonly Choice[] = ["dark", "system", "light"];
const KEY = "theme";
const root = document.documentElement;
const prefersLight = matchMedia("(prefers-color-scheme: light)");

/** Before the first paint: an address may ask for a mode, else the reader's choice counts, else their system's. */
export function showChosenMode(): void {
  const asked = new URLSearchParams(location.search).get("docusaurus-theme");
  show(toChoice(asked ?? read(KEY)));
}

export function followSystem(): void {
  prefersLight.addEventListener("change", () => {
    if (current() === "system") show("system");
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) show(toChoice(newValue));
  });
  label();
}

export function chooseNextMode(): void {
  const next = ORDER[(ORDER.indexOf(current()) + 1) % ORDER.length] ?? "system";
  write(KEY, next === "system" ? null : next);
  show(next);
  label();
}

function show(choice: Choice): void {
  root.dataset["themeChoice"] = choice;
  root.dataset["theme"] = choice === "system" ? (prefersLight.matches ? "light" : "dark") : choice;
}

function label(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-act=mode]")) {
    button.ariaLabel = `Switch between dark and light mode (currently ${current()} mode)`;
    button.title = `${current()} mode`;
  }
}

const current = (): Choice => toChoice(root.dataset["themeChoice"] ?? null);
const toChoice = (text: string | null): Choice => (text === "dark" || text === "light" ? text : "system");
