import { GraphQLError } from "graphql";

/** The arguments of list fields. */
export interface PageArgs {
  limit: number;
  offset: number;
  filter?: unknown;
  sort?: { fieldName: string; order: "ASC" | "DESC" }[];
}

/** The arguments of single-entity fields. */
export interface OneArgs {
  id?: string;
  slug?: string;
}

/** Throws GraphQLError if the limit or the offset is out of range. */
export function checkPage({ limit, offset }: PageArgs): void {
  if (limit < 0 || limit > 100) throw new GraphQLError("limit must be between 0 and 100");
  if (offset < 0) throw new GraphQLError("offset must be 0 or more");
}

/** Returns which argument is set. Throws GraphQLError unless exactly one is. */
export function oneOf({ id, slug }: OneArgs): "id" | "slug" {
  if ((id === undefined) === (slug === undefined)) throw new GraphQLError("Specify either an id or a slug");
  return id === undefined ? "slug" : "id";
}
