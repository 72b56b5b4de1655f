import { useEffect, useRef } from "react";
import { Icon } from "../icons.tsx";
import { STRINGS } from "../strings.ts";
import type { Exchange } from "./conversation.ts";
import { CopyButton } from "./copy-button.tsx";
import { Markdown } from "./markdown-view.tsx";
import { sourcesOf } from "./use-conversation.ts";

interface ConversationViewProps {
  readonly exchanges: readonly Exchange[];
  /** False when answers are quotations: then it says so. */
  readonly isGenerated: boolean;
  readonly onRate: (number: number, isGood: boolean) => void;
  readonly onStop: () => void;
  readonly onRetry: (question: string) => void;
  readonly onFollow: (event: React.MouseEvent, url: string) => void;
}

export function ConversationView({ exchanges, isGenerated, ...events }: ConversationViewProps) {
  const last = useRef<HTMLElement>(null);
  const count = exchanges.length;
  useEffect(() => {
    if (count > 1) last.current?.scrollIntoView({ block: "start" });
  }, [count]);
  return (
    <div className="sd-talk">
      <p className="sd-disclaimer">{isGenerated ? STRINGS.disclaimer : STRINGS.quotes}</p>
      {exchanges.map((exchange, number) => (
        <section
          key={number}
          ref={number === count - 1 ? last : null}
          className="sd-exchange"
          aria-label={exchange.question}
        >
          <h3>{exchange.question}</h3>
          <Progress exchange={exchange} />
          {exchange.answer !== "" && (
            <div className="sd-answer" aria-busy={exchange.status === "streaming"}>
              <Markdown source={exchange.answer} onFollow={events.onFollow} />
            </div>
          )}
          <Ending exchange={exchange} number={number} {...events} />
        </section>
      ))}
    </div>
  );
}

function Progress({ exchange: { status, searches } }: { exchange: Exchange }) {
  const isWaiting = status === "thinking" || status === "searching";
  return (
    <div className="sd-progress" role="status">
      {status === "thinking" && <p className="sd-pulse">{STRINGS.thinking}</p>}
      {searches.map(({ query, isDone }, number) => (
        <p key={number} className={isDone ? "" : "sd-pulse"}>
          <Icon name="search" />
          {query === "" ? STRINGS.searching : `${isDone ? STRINGS.searchedFor : STRINGS.searchingFor} `}
          {query !== "" && <q>{query}</q>}
        </p>
      ))}
      {isWaiting && searches.some(({ isDone }) => isDone) && <p className="sd-pulse">{STRINGS.thinking}</p>}
    </div>
  );
}

interface EndingProps extends Omit<ConversationViewProps, "exchanges" | "isGenerated"> {
  readonly exchange: Exchange;
  readonly number: number;
}

function Ending({ exchange, number, onRate, onStop, onRetry, onFollow }: EndingProps) {
  const { status, question, answer, isGood } = exchange;
  if (status === "failed") {
    return (
      <div className="sd-failed" role="alert">
        <p>
          <strong>{STRINGS.failed}</strong> {STRINGS.failedHelp}
        </p>
        <button type="button" className="sd-action" onClick={() => onRetry(question)}>
          {STRINGS.retry}
        </button>
      </div>
    );
  }
  if (status !== "done" && status !== "stopped") {
    return (
      <button type="button" className="sd-tool" onClick={onStop}>
        <Icon name="stop" />
        {STRINGS.stop}
      </button>
    );
  }
  const sources = status === "done" ? sourcesOf(exchange) : [];
  return (
    <>
      <div className="sd-tools">
        {isGood === undefined ? (
          <>
            <RateButton icon="like" label={STRINGS.like} onClick={() => onRate(number, true)} />
            <RateButton icon="dislike" label={STRINGS.dislike} onClick={() => onRate(number, false)} />
          </>
        ) : (
          <p role="status">{STRINGS.thanks}</p>
        )}
        {answer !== "" && <CopyButton text={answer} />}
      </div>
      {sources.length > 0 && (
        <nav className="sd-sources" aria-label={STRINGS.related}>
          <p>{STRINGS.related}</p>
          <ul>
            {sources.map(({ title, url }) => (
              <li key={url}>
                <a className="sd-chip" href={url} onClick={(event) => onFollow(event, url)}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function RateButton({ icon, label, onClick }: { icon: "like" | "dislike"; label: string; onClick: () => void }) {
  return (
    <button type="button" className="sd-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
