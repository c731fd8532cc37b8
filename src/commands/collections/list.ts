import { type ListOptions, moreRows } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import {
  collectionColumns,
  collectionFields,
  listCollections,
} from "../../resources/collections/collections.ts";
import { catalogClient } from "../../resources/products/read.ts";

/** Prints the collections that match. */
export async function run(
  context: Context,
  _args: string[],
  options: ListOptions,
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { rows, next } = listCollections(catalog, { ...options, signal: context.signal });
  await renderList({
    streams: context.streams,
    format: context.format,
    kind: "collection",
    columns: collectionColumns,
    fields: context.globals.fields,
    paths: collectionFields,
    rows,
    next,
    empty: "No collection matches.",
    more: moreRows,
    quiet: context.globals.quiet,
  });
  return undefined;
}
