import { printObject } from "../../cli/generic/print.ts";
import type { Context } from "../../context/context.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";
import { exact, parseChoices } from "../../resources/products/snapshot.ts";

/** Prints the choices that remain after others are selected, and the variant that they identify. */
export async function availability(
  context: Context,
  [reference = ""]: string[],
  { option = [] }: { option?: string[] },
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const record = await catalog.availability(product.id ?? "", parseChoices(option, product));
  await context.printRecord(record, {
    kind: "optionsAvailability",
    byLabel: true,
    fields: {
      available: { value: ({ availableForPurchase }) => availableForPurchase ?? false },
      selected: {
        value: ({ selectedVariant }) =>
          selectedVariant?.sku || (selectedVariant ? "one variant" : "none yet"),
      },
      price: { value: ({ selectedVariant }) => exact(selectedVariant?.price?.price) ?? "" },
      options: { value: ({ productOptions }) => (productOptions ?? []).map(optionLine).join("\n") },
    },
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
  const { id, name, productOptions } = await findProduct(catalog, reference);
  const names = (productOptions ?? []).map((option) => option.name).join(", ");
  await context.asks({ text: `Delete the options of "${name}" (${names || "none"})?`, yes });
  await catalog.removeOptions(id);
  await printObject(context, productResource, await findProduct(catalog, id, { costs: true }));
}

/** Returns the command that removes the brand or the ribbon of a product and prints it. */
export function removeField(field: "brand" | "ribbon") {
  return async (context: Context, [reference = ""]: string[]): Promise<undefined> => {
    const catalog = await openCatalog(context);
    const id = (await findProduct(catalog, reference)).id;
    await catalog.removeLabel(id, field);
    await printObject(context, productResource, await findProduct(catalog, id, { costs: true }));
  };
}
