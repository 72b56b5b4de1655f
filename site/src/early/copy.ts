/** Says for two seconds on the button itself, and to screen readers, that it worked. */
const SHOWN_MS = 2000;

export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest(".code")?.querySelector("code");
  if (code) await copy(button, (code.textContent ?? "").replace(/\n$/, ""));
}

/** The page as Markdown, from its own address. */
export async function copyPage(button: HTMLElement): Promise<void> {
  const address = button.dataset["href"];
  if (!address) return;
  const answer = await fetch(address);
  if (answer.ok) await copy(button, await answer.text());
  else location.assign(address);
}

export function toggleWrap(button: HTMLElement): void {
  const block = button.closest<HTMLElement>(".code");
  if (!block) return;
  const isWrapped = block.toggleAttribute("data-wrapped");
  button.ariaPressed = String(isWrapped);
}

async function copy(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text).catch(() => copyBySelection(text));
  const label = button.ariaLabel;
  button.dataset["done"] = "";
  button.ariaLabel = "Copied";
  setTimeout(() => {
    delete button.dataset["done"];
    button.ariaLabel = label;
  }, SHOWN_MS);
}

/** Pages that came over plain HTTP from another machine have no clipboard. */
function copyBySelection(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
