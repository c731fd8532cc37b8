import { memo } from "../../kernel/memo.ts";
import { wordsOf } from "../../kernel/text.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Schema } from "../schema.ts";
import { schemaAt, shapeOf } from "../schema-fields.ts";

/** The calls of a service for one kind of object. */
export interface ObjectCalls {
  readonly query: Endpoint;
  readonly get?: Endpoint;
  readonly update?: Endpoint;
}

/** A kind of object, as its calls describe it. */
export interface ObjectKind {
  /** Where calls have the object: `taxGroup`. Its id is at `taxGroupId`. */
  key: string;
  /** Where the list has the objects: `taxGroups`. */
  listKey: string;
  /** In messages: `tax group`. */
  noun: string;
}

/** Returns the kind of object that calls read and write. */
export const objectKind = memo(({ query, update, get = update }: ObjectCalls): ObjectKind => {
  const [key = ""] = Object.keys(shapeOf(get?.result));
  return { key, listKey: query.items ?? "", noun: wordsOf(key) };
});

/** Returns the model of the objects of a list. */
export const itemModel = ({ result, items = "" }: Pick<Endpoint, "result" | "items">): Schema =>
  schemaAt(result, `${items}[]`);
