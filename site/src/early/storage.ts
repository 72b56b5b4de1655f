/** The browser's storage, which may be switched off: then it warns once and behaves as empty. */

let isSilent = false;

export function read(key: string): string | null {
  return attempt(() => localStorage.getItem(key));
}

/** `null` removes the key. */
export function write(key: string, value: string | null): void {
  attempt(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return null;
  });
}

function attempt(action: () => string | null): string | null {
  try {
    return action();
  } catch (error) {
    // oxlint-disable-next-line no-console -- the reader's browser is where this is looked for
    if (!isSilent) console.warn("The browser's storage is not available; choices are forgotten.", error);
    isSilent = true;
    return null;
  }
}
