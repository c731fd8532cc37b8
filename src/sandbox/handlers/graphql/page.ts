import { GraphQLError } from "graphql";

/** What lists are asked by. */
export interface PageArgs {
  limit: number;
  offset: number;
  filter?: unknown;
  sort?: { fieldName: string; order: "ASC" | "DESC" }[];
}

/** What single things are asked by. */
export interface OneArgs {
  id?: string;
  slug?: string;
}

/** Refuses a page that is too large or begins nowhere. */
export function checkPage({ limit, offset }: PageArgs): void {
  if (limit < 0 || limit > 100) throw new GraphQLError("limit must be between 0 and 100");
  if (offset < 0) throw new GraphQLError("offset must be 0 or more");
}

/** Which of the two was given. */
export function oneOf({ id, slug }: OneArgs): "id" | "slug" {
  if ((id === undefined) === (slug === undefined))
    throw new GraphQLError("Give an id or a slug, and not both");
  return id === undefined ? "slug" : "id";
}
