import type { Variant } from "../../../api/services/products/models/product.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { renderList } from "../../../output/render.ts";
import { column } from "../../../output/table.ts";
import { parseChoices } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { exact } from "../../../resources/products/snapshot.ts";

/** Prints the variants of a product, those of some choices only where any are named. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { option = [] }: { option?: string[] },
): Promise<ExitCode | undefined> {
  const product = await findProduct(await catalogClient(context), reference);
  const wanted = Object.entries(parseChoices(option, product));
  const rows = (product.variants ?? []).filter(({ choices }) =>
    wanted.every(([name, choice]) => choices?.[name] === choice),
  );
  const { streams, format, globals } = context;
  await renderList<Variant>({
    streams,
    format,
    kind: "variant",
    fields: globals.fields,
    columns: [
      column<Variant>("VARIANT", ({ choices }) => Object.values(choices ?? {}).join(" / "), { grow: true }),
      column<Variant>("SKU", ({ variant }) => variant?.sku ?? "", { path: "variant.sku" }),
      column<Variant>("PRICE", ({ variant }) => exact(variant?.priceData?.price) ?? "", {
        as: "money",
        path: "variant.priceData.price",
      }),
      column<Variant>(
        "STOCK",
        ({ stock }) =>
          stock?.trackQuantity ? (stock.quantity ?? 0) : stock?.inStock ? "in stock" : "sold out",
        { align: "right", path: "stock.quantity" },
      ),
      column<Variant>("SHOWN", ({ variant }) => variant?.visible ?? true, { path: "variant.visible" }),
    ],
    rows: rows as Variant[],
    empty: "No variant matches.",
  });
  return undefined;
}
