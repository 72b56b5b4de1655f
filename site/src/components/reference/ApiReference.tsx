import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import useBrokenLinks from "@docusaurus/useBrokenLinks";
import page from "@generated/toolhaven-reference-api/default/page.json";
import { useEffect, useRef } from "react";
import { startApiList } from "./api-list";

/** The calls of the API, made while the site is built (`plugins/reference-api`). */
export function ApiReference() {
  const root = useRef<HTMLDivElement>(null);
  const links = useBrokenLinks();
  // Only the build asks which places there are to link to.
  if (!ExecutionEnvironment.canUseDOM) {
    for (const [, id = ""] of page.html.matchAll(/ id="([^"]+)"/g)) links.collectAnchor(id);
  }
  useEffect(() => (root.current ? startApiList(root.current) : undefined), []);
  return <div className="api" id="api" ref={root} dangerouslySetInnerHTML={{ __html: page.html }} />;
}
