import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { renderRecord } from "../../../output/render.ts";
import { column } from "../../../output/table.ts";
import { parseChoices } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { exact } from "../../../resources/products/snapshot.ts";

/** Prints which choices remain once some are made, and the variant that they select. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { option = [] }: { option?: string[] },
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const record = await catalog.client.products.optionsAvailability({
    id: product.id ?? "",
    options: parseChoices(option, product),
  });
  type Availability = typeof record;
  await renderRecord<Availability>({
    streams,
    format,
    kind: "optionsAvailability",
    fields: globals.fields,
    columns: [
      column<Availability>("For sale", ({ availableForPurchase }) => availableForPurchase ?? false),
      column<Availability>(
        "Selected",
        ({ selectedVariant }) => selectedVariant?.sku || (selectedVariant ? "one variant" : "none yet"),
      ),
      column<Availability>("Price", ({ selectedVariant }) => exact(selectedVariant?.price?.price) ?? ""),
      column<Availability>("Options", ({ productOptions }) =>
        (productOptions ?? []).map(optionLine).join("\n"),
      ),
    ],
    record,
  });
  return undefined;
}

interface OptionWords {
  name?: string | null;
  choices?: { description?: string | null; inStock?: boolean | null; visible?: boolean | null }[] | null;
}

function optionLine({ name, choices }: OptionWords): string {
  const words = (choices ?? []).map(({ description, inStock, visible }) => {
    if (visible === false) return `${description} (hidden)`;
    return inStock === false ? `${description} (sold out)` : description;
  });
  return `${name}: ${words.join(", ")}`;
}
