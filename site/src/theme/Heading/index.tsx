import useBrokenLinks from "@docusaurus/useBrokenLinks";
import type { Props } from "@theme/Heading";

export default function Heading({ as: As, id, children, ...props }: Props) {
  const links = useBrokenLinks();
  if (As === "h1" || !id) return <As {...props}>{children}</As>;
  links.collectAnchor(id);
  const title = `Direct link to ${typeof children === "string" ? children : id.replaceAll("-", " ")}`;
  return (
    <As {...props} id={id}>
      {children}
      <a className="hash" href={`#${id}`} aria-label={title} title={title} />
    </As>
  );
}
