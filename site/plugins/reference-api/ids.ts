import type { Operation } from "./document.ts";

/** Ids of the page, as links from elsewhere name them. */
export const tagId = (tag: string): string => `tag/${tag}`;
export const operationId = ({ tags, operationId: id }: Operation): string => `tag/${tags[0]}/operation/${id}`;
export const schemaId = (name: string): string => `schema/${name}`;
