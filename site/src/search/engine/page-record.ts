/** A page as search sees it: what it is called, where it stands, and its text cut at the headings. */
export interface PageRecord {
  /** Path below the site's base, e.g. `/toolhaven/faq`. */
  readonly url: string;
  readonly title: string;
  /** Labels of the sidebar categories above the page, outermost first; may be empty. */
  readonly crumbs: readonly string[];
  /** Value of the facet `docusaurus_tag`. */
  readonly tag: string;
  /** Words that readers use but the page does not. */
  readonly keywords: string;
  /** The first is the text before any heading: its heading and anchor are empty. */
  readonly sections: readonly SectionRecord[];
}

export interface SectionRecord {
  readonly heading: string;
  /** Id of the element to scroll to. */
  readonly anchor: string;
  readonly text: string;
}
