import Link from "@docusaurus/Link";
import type { Props } from "@theme/DocPaginator";

export default function DocPaginator({ previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label="Docs pages">
      {previous && (
        <Link to={previous.permalink} rel="prev">
          <small>Previous</small>
          <span>{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link to={next.permalink} rel="next">
          <small>Next</small>
          <span>{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
