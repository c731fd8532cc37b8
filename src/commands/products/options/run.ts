import { confirm } from "../../../cli/confirm.ts";
import { printObject } from "../../../cli/generic/print.ts";
import { announceWriting } from "../../../cli/write-notice.ts";
import type { Context } from "../../../context/context.ts";
import { renderRecord } from "../../../output/render.ts";
import { column } from "../../../output/table.ts";
import type { Availability } from "../../../resources/products/catalog.ts";
import { parseChoices } from "../../../resources/products/choice.ts";
import { findProduct, openCatalog } from "../../../resources/products/read.ts";
import { productResource } from "../../../resources/products/resource.ts";
import { exact } from "../../../resources/products/snapshot.ts";

/** Prints the choices that remain after others are selected, and the variant that they identify. */
export async function availability(
  context: Context,
  [reference = ""]: string[],
  { option = [] }: { option?: string[] },
): Promise<undefined> {
  const { streams, format, globals } = context;
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const record = await catalog.availability(product.id ?? "", parseChoices(option, product));
  await renderRecord<Availability>({
    streams,
    format,
    kind: "optionsAvailability",
    fields: globals.fields,
    columns: [
      column<Availability>("Available", ({ availableForPurchase }) => availableForPurchase ?? false),
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
}

interface OptionChoices {
  name?: string | null;
  choices?: { description?: string | null; inStock?: boolean | null; visible?: boolean | null }[] | null;
}

function optionLine({ name, choices }: OptionChoices): string {
  const labels = (choices ?? []).map(({ description, inStock, visible }) => {
    if (visible === false) return `${description} (hidden)`;
    return inStock === false ? `${description} (sold out)` : description;
  });
  return `${name}: ${labels.join(", ")}`;
}

/** Deletes the options of a product and prints it. */
export async function remove(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const { id = "", name, productOptions } = await findProduct(catalog, reference);
  const names = (productOptions ?? []).map((option) => option.name).join(", ");
  await confirm(context, `Delete the options of "${name}" (${names || "none"})?`, yes);
  await announceWriting(context);
  await catalog.removeOptions(id ?? "");
  await printObject(context, productResource, await findProduct(catalog, id ?? "", { costs: true }));
}
