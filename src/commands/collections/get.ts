import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { renderRecord } from "../../output/render.ts";
import { collectionDetails, collectionFields, findCollection } from "../../resources/collections.ts";

/** Prints one collection, found by id, slug or name. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const call = await context.call((await context.can("admin")) ? "admin" : undefined);
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
