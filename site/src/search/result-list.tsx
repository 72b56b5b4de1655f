import { useMemo } from "react";
import type { ResultPage, ResultSection } from "./backend.ts";
import { groupResults } from "./group.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Marked } from "./marked.tsx";
import { STRINGS } from "./strings.ts";

/** Names of what can be chosen with the arrow keys; the dialog finds rows by them. */
export const ASK_ROW = "sd-row-ask";
export const LIST_ID = "sd-list";
export const rowId = (number: number): string => `sd-row-${number}`;

export interface RowEvents {
  /** Id of the row that Enter would choose. */
  readonly active: string | undefined;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (event: React.MouseEvent, url: string, title: string, page?: string) => void;
}

interface ResultListProps extends RowEvents {
  readonly query: string;
  readonly pages: readonly ResultPage[];
  readonly askLabel: string;
  readonly onAsk: () => void;
}

export function ResultList({ query, pages, askLabel, onAsk, ...events }: ResultListProps) {
  const groups = useMemo(() => groupResults(pages), [pages]);
  let next = 0;
  return (
    <div id={LIST_ID} role="listbox" aria-label={STRINGS.search}>
      <AskRow
        query={query}
        label={askLabel}
        isActive={events.active === ASK_ROW}
        onPoint={events.onPoint}
        onAsk={onAsk}
      />
      {groups.map(({ label, pages: hits }, number) => (
        <div key={label} role="group" aria-labelledby={`sd-group-${number}`} className="sd-group">
          <div id={`sd-group-${number}`} role="presentation" className="sd-label">
            {label}
          </div>
          {hits.map((page) => {
            const id = rowId(next);
            next += 1 + page.sections.length;
            const first = next - page.sections.length;
            return (
              <div key={page.url} role="presentation" className="sd-page">
                <PageRow page={page} id={id} {...events} />
                {page.sections.map((section, at) => (
                  <SectionRow key={section.url + at} page={page} section={section} id={rowId(first + at)} {...events} />
                ))}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

export function AskRow(props: {
  query: string;
  label: string;
  isActive: boolean;
  onPoint: (id: string) => void;
  onAsk: () => void;
}) {
  const { query, label, isActive, onPoint, onAsk } = props;
  return (
    <button
      type="button"
      role="option"
      id={ASK_ROW}
      data-row
      tabIndex={-1}
      aria-selected={isActive}
      className="sd-row sd-ask"
      onPointerMove={() => onPoint(ASK_ROW)}
      onClick={onAsk}
    >
      <Icon name="spark" />
      <span className="sd-line">
        {label}
        <q>{query.trim()}</q>
      </span>
      <Icon name="enter" />
    </button>
  );
}

function PageRow({ page, ...row }: RowEvents & { page: ResultPage; id: string }) {
  const isOutside = !page.url.startsWith("/");
  return (
    <Row {...row} url={page.url} title={page.title} icon={isOutside ? "outside" : "page"}>
      <span className="sd-line">
        <span className="sd-title">
          <Marked parts={page.titleParts} />
        </span>
        {page.crumbs.length > 1 && <span className="sd-crumbs">{page.crumbs.slice(1).join(" › ")}</span>}
      </span>
      <span className="sd-line sd-snippet">{page.snippet && <Marked parts={page.snippet} />}</span>
    </Row>
  );
}

function SectionRow({ page, section, ...row }: RowEvents & { page: ResultPage; section: ResultSection; id: string }) {
  const heading = section.heading.map(({ text }) => text).join("");
  return (
    <Row
      {...row}
      url={section.url}
      title={heading}
      page={page.title}
      icon={section.isContent ? "content" : "heading"}
      isNested
    >
      <span className="sd-line">
        <Marked parts={section.heading} />
      </span>
      <span className="sd-line sd-snippet">{section.snippet && <Marked parts={section.snippet} />}</span>
    </Row>
  );
}

interface RowProps extends RowEvents {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly page?: string;
  readonly icon: IconName;
  readonly isNested?: boolean;
  readonly children: React.ReactNode;
}

/** A link that is an option of the list: the focus stays in the field. */
function Row({ id, url, title, page, icon, isNested = false, active, onPoint, onChoose, children }: RowProps) {
  return (
    <a
      href={url}
      role="option"
      id={id}
      data-row
      tabIndex={-1}
      aria-selected={active === id}
      className={isNested ? "sd-row sd-nested" : "sd-row"}
      onPointerMove={() => onPoint(id)}
      onClick={(event) => onChoose(event, url, title, page)}
    >
      <Icon name={icon} />
      <span className="sd-lines">{children}</span>
      <Icon name="enter" />
    </a>
  );
}
