import { type ListOptions, moreRows } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { productColumns, productFields } from "../../resources/products/fields.ts";
import { catalogClient, listProducts } from "../../resources/products/read.ts";

/** Prints the products that match. */
export async function run(
  context: Context,
  _args: string[],
  options: ListOptions,
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const listing = listProducts(catalog, { ...options, signal: context.signal });
  await renderList({
    streams: context.streams,
    format: context.format,
    kind: "product",
    columns: productColumns,
    fields: context.globals.fields,
    paths: productFields,
    rows: listing.rows,
    total: listing.total,
    next: listing.next,
    empty:
      options.filter || options.search
        ? "No product matches."
        : "No products yet. Try: till sandbox seed demo",
    more: moreRows,
    quiet: context.globals.quiet,
  });
  if (!listing.moved()) return undefined;
  await context.notice(
    "Products were added or removed while they were listed; run it again for an exact list.",
  );
  return options.strict ? exitCodes.partial : undefined;
}
