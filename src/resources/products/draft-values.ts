import type { Json } from "../../bulk/journal/step.ts";
import type { Inventory, ProductDraft, VariantDraft } from "../../files/draft.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { defaultVariantKey, variantKey } from "./snapshot.ts";

type Fields = Record<string, Json>;
type VariantMap = Record<string, Fields>;

/** The fields that a draft has under their own names. */
const ownFields = productFieldTable.flatMap(({ name, type }) =>
  type === "list" || type === "json" ? [] : [name as keyof ProductDraft],
);

/** Returns the flat fields that a draft sets. Absent fields stay unchanged, null clears a field. */
export function draftFields(draft: ProductDraft): Fields {
  const { weight, infoSections, options } = draft;
  const fields: Record<string, Json | undefined> = {
    ...Object.fromEntries(ownFields.map((name) => [name, draft[name] as Json | undefined])),
    weight: weight === "0" ? null : weight,
    discount:
      draft.discount &&
      (draft.discount.type === "NONE" || draft.discount.value === "0" ? null : { ...draft.discount }),
    infoSections: infoSections?.map((section) => ({ ...section })),
    options: options?.map(({ name, type, choices }) => ({
      name,
      type,
      choices: choices.map((choice) => ({ ...choice })),
    })),
    seo: draft.seo as Json | undefined,
    pricePerUnit: draft.pricePerUnit as Json | undefined,
    textFields: draft.textFields as Json | undefined,
    digitalFile: draft.digitalFile,
    manageVariants: draft.variants.length > 0 ? true : undefined,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** Returns the variant fields that a draft sets, by variant key, without prices that are equal to the product's. */
export function draftVariants(
  variants: readonly VariantDraft[],
  productPrice: string | undefined,
): VariantMap {
  const byKey: VariantMap = {};
  for (const { choices, price, cost, weight, sku, visible } of variants) {
    const own: Record<string, Json | undefined> = {
      price: price === productPrice ? undefined : price,
      cost,
      weight: weight === "0" ? null : weight,
      sku,
      visible,
    };
    const fields = Object.entries(own).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    );
    if (fields.length > 0) byKey[variantKey(choices)] = Object.fromEntries(fields);
  }
  return byKey;
}

function stockValue(inventory: Inventory): Json {
  return "quantity" in inventory ? inventory.quantity : inventory.inStock;
}

/** Returns the stock that a draft sets, tracked if any row has a quantity; undefined if no row has stock. */
export function draftInventory({
  inventory,
  variants,
}: ProductDraft): { tracked: boolean; variants: Record<string, Json> } | undefined {
  const rows: [string, Inventory][] =
    variants.length > 0
      ? variants.flatMap(({ choices, inventory: own }): [string, Inventory][] =>
          own ? [[variantKey(choices), own]] : [],
        )
      : inventory
        ? [[defaultVariantKey, inventory]]
        : [];
  if (rows.length === 0) return undefined;
  const tracked = rows.some(([, one]) => "quantity" in one);
  const values = rows.map(([key, one]): [string, Json] => [
    key,
    tracked && !("quantity" in one) ? 0 : stockValue(one),
  ]);
  return { tracked, variants: Object.fromEntries(values) };
}
