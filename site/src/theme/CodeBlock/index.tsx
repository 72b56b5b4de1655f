import type { Props as Original } from "@theme/CodeBlock";

export interface Props extends Omit<Original, "children"> {
  readonly children?: Original["children"];
  /** Highlighted while the site is built (`plugins/code.ts`). */
  readonly html?: string;
  readonly isNumbered?: "true";
}

export default function CodeBlock({ children, html, title, language, isNumbered }: Props) {
  return (
    <div className="code" data-language={language} data-numbered={isNumbered || undefined}>
      {title && <div className="code-title">{title}</div>}
      <div className="code-box">
        {/* It scrolls sideways, so the keyboard must reach it. */}
        <pre tabIndex={0}>
          {html === undefined ? <code>{children}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
        </pre>
        <div className="code-actions">
          <button type="button" data-act="wrap" aria-label="Toggle word wrap" aria-pressed="false">
            <i className="icon icon-wrap" />
          </button>
          <button type="button" data-act="copy" aria-label="Copy code to clipboard">
            <i className="icon icon-copy" />
          </button>
        </div>
      </div>
    </div>
  );
}
