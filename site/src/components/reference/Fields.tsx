import shapes from "@generated/toolhaven-reference-registry/default/shapes.json";

/** The fields of an entity of the registry's schema, made while the site is built (`plugins/reference-registry`). */
export function Fields({ of }: { readonly of: string }) {
  return <div className="shape" dangerouslySetInnerHTML={{ __html: shapes[of] ?? "" }} />;
}
