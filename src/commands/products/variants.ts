import type { Variant } from "../../api/services/products.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { variantBody } from "../../resources/products/body.ts";
import { checkAmounts, checkFlags } from "../../resources/products/bounds.ts";
import { variantsNamed } from "../../resources/products/change.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { choicesFromKey, exact, parseChoices } from "../../resources/products/snapshot.ts";

interface SelectOptions {
  option?: string[];
}

interface UpdateOptions extends SelectOptions {
  price?: string;
  cost?: string;
  weight?: string;
  sku?: string;
  visible?: "true" | "false";
}

/** Prints the variants of a product, or only those with the given choices. */
export async function list(
  context: Context,
  [reference = ""]: string[],
  { option = [] }: SelectOptions,
): Promise<undefined> {
  const product = await findProduct(await openCatalog(context), reference, { costs: true });
  const selected = Object.entries(parseChoices(option, product));
  const rows = (product.variants ?? []).filter(({ choices }) =>
    selected.every(([name, choice]) => choices?.[name] === choice),
  );
  await context.print(rows as Variant[], {
    kind: "variant",
    fields: {
      variant: { value: ({ choices }) => Object.values(choices ?? {}).join(" / "), grow: true },
      sku: { path: "variant.sku", label: "SKU" },
      price: {
        path: "variant.priceData.price",
        value: ({ variant }) => exact(variant?.priceData?.price) ?? "",
        as: "money",
      },
      stock: {
        path: "stock.quantity",
        value: ({ stock }) =>
          stock?.trackQuantity ? (stock.quantity ?? 0) : stock?.inStock ? "in stock" : "sold out",
        align: "right",
      },
      visible: { path: "variant.visible", absent: true },
    },
    empty: "No variants match.",
  });
}

/** Changes the variant with the given SKU, those with the given choices, or all of them, and prints the result. */
export async function update(
  context: Context,
  [reference = ""]: string[],
  options: UpdateOptions,
): Promise<undefined> {
  const { option = [], visible, ...texts } = options;
  checkAmounts(texts);
  const fields = { ...texts, ...(visible !== undefined && { visible: visible === "true" }) };
  if (Object.keys(fields).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Add --price, --cost, --weight, --sku or --visible.",
    });
  }
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const named = option.length === 0 ? variantsNamed(product, reference) : undefined;
  const chosen = named ? [...named].map(choicesFromKey) : [parseChoices(option, product)];
  checkFlags(fields, { version: catalog.version, currency: product.priceData?.currency ?? undefined });
  const id = product.id;
  await catalog.changeVariants(
    id,
    chosen.map((choices) => variantBody(choices, fields)),
  );
  const [only = {}, ...more] = chosen;
  await list(context, [id], {
    option: more.length > 0 ? [] : Object.entries(only).map((choice) => choice.join("=")),
  });
}

/** Resets all changes to the variants of a product and prints them. */
export async function reset(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const { id, name } = await findProduct(catalog, reference);
  await context.asks({
    text: `Reset all variants of "${name}"? Their prices, costs, weights and SKUs will be lost.`,
    yes,
  });
  await catalog.resetVariants(id);
  await list(context, [id], {});
}
