import { useEffect, useState } from "react";
import { Icon } from "../icons.tsx";
import { STRINGS } from "../strings.ts";

const SHOWN_MS = 1500;

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // A clipboard that is refused leaves the button as it was: nothing was copied.
  const copy = (): void =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <button type="button" className="sd-tool" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{isCopied ? STRINGS.copied : STRINGS.copy}</span>
    </button>
  );
}
