import Link from "@docusaurus/Link";
import {
  filterDocCardListItems,
  findFirstSidebarItemLink,
  useCurrentSidebarSiblings,
  useDocsVersion,
} from "@docusaurus/plugin-content-docs/client";
import type { PropSidebarItem } from "@docusaurus/plugin-content-docs";
import isInternalUrl from "@docusaurus/isInternalUrl";
import type { Props } from "@theme/DocCardList";

/** Cards of the given entries of the sidebar, or of those beside the page. */
export default function DocCardList({ items }: Props) {
  return items ? <Cards items={items} /> : <SiblingCards />;
}

function SiblingCards() {
  return <Cards items={useCurrentSidebarSiblings()} />;
}

function Cards({ items }: { readonly items: readonly PropSidebarItem[] }) {
  return (
    <ul className="cards">
      {filterDocCardListItems([...items]).map((item, index) => (
        <Card key={index} item={item} />
      ))}
    </ul>
  );
}

function Card({ item }: { readonly item: PropSidebarItem }) {
  if (item.type === "html") return null;
  if (item.type === "category") {
    const count = `${item.items.length} ${item.items.length === 1 ? "item" : "items"}`;
    const href = findFirstSidebarItemLink(item);
    return href ? <Face href={href} icon="folder" title={item.label} text={item.description ?? count} /> : null;
  }
  const { href, label, docId, description } = item;
  if (docId && !description) return <DocFace docId={docId} href={href} title={label} />;
  return <Face href={href} icon={isInternalUrl(href) ? "page" : "external"} title={label} text={description} />;
}

/** Only pages of the documentation can look another one up; commands are not among what they find. */
function DocFace({ docId, ...face }: { readonly docId: string; readonly href: string; readonly title: string }) {
  return <Face {...face} icon="page" text={useDocsVersion().docs[docId]?.description} />;
}

interface FaceProps {
  readonly href: string;
  readonly icon: string;
  readonly title: string;
  readonly text?: string | undefined;
}

function Face({ href, icon, title, text }: FaceProps) {
  return (
    <li>
      <Link to={href} className="card">
        <i className={`icon icon-${icon}`} />
        <span className="card-title">{title}</span>
        <span className="card-text">{text}</span>
      </Link>
    </li>
  );
}
