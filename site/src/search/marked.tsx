import type { Part } from "./highlight.ts";

/** Text with the matches in it marked. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  return <>{parts.map(({ text, isMatch }, number) => (isMatch ? <mark key={number}>{text}</mark> : text))}</>;
}
