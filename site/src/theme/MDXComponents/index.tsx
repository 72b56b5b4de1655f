import type { ComponentProps, ReactNode } from "react";
import Head from "@docusaurus/Head";
import Link from "@docusaurus/Link";
import { Diagram } from "@site/src/components/Diagram";
import Admonition from "@theme/Admonition";
import CodeBlock from "@theme/CodeBlock";
import Details from "@theme/Details";
import DocCardList from "@theme/DocCardList";
import Heading from "@theme/Heading";
import TabItem from "@theme/TabItem";
import Tabs from "@theme/Tabs";

/** What a page may use without importing it. */
const MDXComponents = {
  Head,
  Tabs,
  TabItem,
  CodeBlock,
  Diagram,
  Details,
  details: Details,
  CardList: DocCardList,
  Planned,
  admonition: Admonition,
  a: (props: ComponentProps<"a">) => <Link {...props} />,
  img: (props: ComponentProps<"img">) => <img loading="lazy" decoding="async" {...props} alt={props.alt ?? ""} />,
  table: (props: ComponentProps<"table">) => (
    <div className="table" tabIndex={0}>
      <table {...props} />
    </div>
  ),
  h1: (props: ComponentProps<"h1">) => <Heading as="h1" {...props} />,
  h2: (props: ComponentProps<"h2">) => <Heading as="h2" {...props} />,
  h3: (props: ComponentProps<"h3">) => <Heading as="h3" {...props} />,
  h4: (props: ComponentProps<"h4">) => <Heading as="h4" {...props} />,
  h5: (props: ComponentProps<"h5">) => <Heading as="h5" {...props} />,
  h6: (props: ComponentProps<"h6">) => <Heading as="h6" {...props} />,
};

export default MDXComponents;

function Planned({ children }: { readonly children: ReactNode }) {
  return <div className="planned">{children}</div>;
}
