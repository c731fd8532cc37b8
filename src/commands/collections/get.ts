import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import {
  collectionDetails,
  collectionFields,
  findCollection,
} from "../../resources/collections/collections.ts";
import { catalogClient } from "../../resources/products/read.ts";

/** Prints one collection, found by id, slug or name. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const { call } = await catalogClient(context);
  await renderRecord({
    streams: context.streams,
    format: context.format,
    kind: "collection",
    columns: collectionDetails,
    fields: context.globals.fields,
    paths: collectionFields,
    record: await findCollection(call, reference),
  });
  return undefined;
}
