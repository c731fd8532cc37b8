import type { Collection } from "../../api/services/collections/models/collection.ts";
import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { collectionDetails } from "../../resources/collections/collections.ts";

/** What the field flags of collections come to. */
export interface CollectionFields {
  name?: string;
  slug?: string;
  description?: string;
  visible?: "true" | "false";
}

/** The fields of a collection that the flags set. */
export function collectionBody({ name, slug, description, visible }: CollectionFields): Collection {
  return {
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
    ...(visible !== undefined && { visible: visible === "true" }),
  };
}

/** Prints what a write answered. */
export async function printCollection(context: Context, record: Collection): Promise<void> {
  const { streams, format, globals } = context;
  await renderRecord({
    streams,
    format,
    kind: "collection",
    columns: collectionDetails,
    fields: globals.fields,
    record,
  });
}
