declare module "@generated/toolhaven-reference-api/default/page.json" {
  const page: {
    /** Everything below the page's introduction. */
    readonly html: string;
  };
  export default page;
}

declare module "@generated/toolhaven-reference-registry/default/shapes.json" {
  /** HTML of the fields, by the entity's name. */
  const shapes: Readonly<Record<string, string>>;
  export default shapes;
}
