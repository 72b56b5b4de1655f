import { CopyButton } from "./copy-button.tsx";
import { readMarkdown, type Block, type Span } from "./markdown.ts";

interface MarkdownProps {
  readonly source: string;
  /** Called for links into the site. */
  readonly onFollow: (event: React.MouseEvent, url: string) => void;
}

/** An answer as elements; it holds no markup but what is made here. */
export function Markdown({ source, onFollow }: MarkdownProps) {
  return <Blocks blocks={readMarkdown(source)} onFollow={onFollow} />;
}

type Follow = Pick<MarkdownProps, "onFollow">;

function Blocks({ blocks, onFollow }: Follow & { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, number) => (
        <BlockView key={number} block={block} onFollow={onFollow} />
      ))}
    </>
  );
}

function BlockView({ block, onFollow }: Follow & { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} onFollow={onFollow} />
        </p>
      );
    case "heading":
      return (
        <h4>
          <Spans spans={block.spans} onFollow={onFollow} />
        </h4>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} onFollow={onFollow} />
        </blockquote>
      );
    case "code":
      return (
        <div className="sd-code">
          {/* It scrolls sideways, so the keyboard must reach it. */}
          <pre tabIndex={0} data-language={block.language}>
            <code>{block.text}</code>
          </pre>
          <CopyButton text={block.text} />
        </div>
      );
    case "list": {
      const items = block.items.map((spans, number) => (
        <li key={number}>
          <Spans spans={spans} onFollow={onFollow} />
        </li>
      ));
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    default:
      return block satisfies never;
  }
}

function Spans({ spans, onFollow }: Follow & { spans: readonly Span[] }) {
  return (
    <>
      {spans.map((span, number) => (
        <SpanView key={number} span={span} onFollow={onFollow} />
      ))}
    </>
  );
}

function SpanView({ span, onFollow }: Follow & { span: Span }) {
  switch (span.kind) {
    case "text":
      return span.text;
    case "code":
      return <code>{span.text}</code>;
    case "strong":
      return (
        <strong>
          <Spans spans={span.spans} onFollow={onFollow} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Spans spans={span.spans} onFollow={onFollow} />
        </em>
      );
    case "link":
      return (
        <a href={span.url} {...outsideOnly(span.url)} onClick={(event) => onFollow(event, span.url)}>
          <Spans spans={span.spans} onFollow={onFollow} />
        </a>
      );
    default:
      return span satisfies never;
  }
}

function outsideOnly(url: string): { target?: string; rel?: string } {
  return /^https?:/i.test(url) ? { target: "_blank", rel: "noopener noreferrer" } : {};
}
