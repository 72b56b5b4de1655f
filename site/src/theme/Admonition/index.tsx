import { processAdmonitionProps } from "@docusaurus/theme-common";
import type { Props } from "@theme/Admonition";

const TITLES: Readonly<Record<string, string>> = {
  note: "Note",
  tip: "Tip",
  info: "Info",
  warning: "Warning",
  danger: "Danger",
};

export default function Admonition(unprocessed: Props) {
  const { type, title, children } = processAdmonitionProps(unprocessed);
  const kind = type in TITLES ? type : "info";
  return (
    <div className={`note note-${kind}`} role="note">
      <p className="note-title">
        <i className={`icon icon-${kind}`} />
        {title ?? TITLES[kind]}
      </p>
      {children}
    </div>
  );
}
