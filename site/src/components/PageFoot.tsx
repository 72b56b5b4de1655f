import Link from "@docusaurus/Link";
import { useDoc } from "@docusaurus/plugin-content-docs/client";

const DATE = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Where to change the page, and when it was changed; stubs of planned pages have neither. */
export function PageFoot() {
  const { metadata, frontMatter } = useDoc();
  const { editUrl, lastUpdatedAt } = metadata;
  if ("planned" in frontMatter) return null;
  const date = typeof lastUpdatedAt === "number" ? new Date(lastUpdatedAt) : undefined;
  return (
    <footer className="page-foot">
      {editUrl && (
        <Link to={editUrl}>
          <i className="icon icon-edit" />
          Edit this page
        </Link>
      )}
      {date && (
        <span>
          Last updated on <time dateTime={date.toISOString()}>{DATE.format(date)}</time>
        </span>
      )}
    </footer>
  );
}
