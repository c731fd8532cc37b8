import { amountText, decimal } from "../../kernel/money.ts";
import { discounted, noDiscount } from "../discount.ts";
import type { Inventory, ProductDraft, VariantDraft } from "../draft.ts";
import { cannotWrite } from "../semicolons.ts";

type Cells = Record<string, string>;

const maxOptions = 3;
const notText =
  /^(Published|Status|Image Position|Cost per item|Variant (Grams|Price|Compare At Price|Inventory .*))$/;

/** Returns whether a column of a Shopify export holds text. */
export const isShopifyText = (column: string): boolean => !notText.test(column);

/** Returns one row per variant with the images spread over them, and extra rows for the remaining images. */
export function shopifyRows(draft: ProductDraft, header: readonly string[]): string[][] {
  if (optionsOf(draft).length > maxOptions)
    throw cannotWrite(draft.name ?? draft.handle, "a product", `has more than ${maxOptions} options`);
  const variants =
    draft.variants.length > 0 ? draft.variants : [{ ...draft, price: draft.price, choices: {} }];
  const media = draft.media ?? [];
  const rows = Array.from({ length: Math.max(variants.length, media.length) }, (_, index): Cells => {
    const variant = variants[index];
    const image = media[index];
    return {
      Handle: draft.handle,
      ...(index === 0 && productCells(draft)),
      ...(variant !== undefined && variantCells(variant, draft)),
      ...(image !== undefined && { "Image Src": image, "Image Position": String(index + 1) }),
    };
  });
  return rows.map((cells) => header.map((column) => cells[column] ?? ""));
}

/** Returns the options with variants; a Shopify file cannot hold others. */
function optionsOf({ options = [], variants }: ProductDraft): NonNullable<ProductDraft["options"]> {
  return variants.length > 0 ? options : [];
}

function productCells(draft: ProductDraft): Cells {
  const cells: Cells = {
    Title: draft.name ?? "",
    "Body (HTML)": draft.description ?? "",
    Vendor: draft.brand ?? "",
    Published: draft.visible === undefined ? "" : String(draft.visible),
    Status: "active",
  };
  const options = optionsOf(draft);
  const names = options.length > 0 ? options.map(({ name }) => name) : ["Title"];
  for (const [index, name] of names.entries()) cells[`Option${index + 1} Name`] = name;
  return cells;
}

function variantCells(variant: Omit<VariantDraft, "line">, draft: ProductDraft): Cells {
  const { price: productPrice, discount = noDiscount } = draft;
  const options = optionsOf(draft);
  const price = variant.price ?? productPrice;
  const current = price === undefined ? undefined : discounted(price, discount);
  const cells: Cells = {
    "Variant SKU": variant.sku ?? "",
    "Variant Grams": variant.weight ? amountText(decimal(variant.weight).times(decimal("1000"))) : "",
    ...inventoryCells(variant.inventory),
    "Variant Price": current ?? "",
    "Variant Compare At Price": current === price ? "" : (price ?? ""),
    "Cost per item": variant.cost ?? "",
  };
  if (options.length === 0) cells["Option1 Value"] = "Default Title";
  for (const [index, { name }] of options.entries())
    cells[`Option${index + 1} Value`] = variant.choices[name] ?? "";
  return cells;
}

function inventoryCells(inventory: Inventory | undefined): Cells {
  if (inventory === undefined || ("inStock" in inventory && inventory.inStock)) return {};
  const quantity = "quantity" in inventory ? inventory.quantity : 0;
  return { "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": String(quantity) };
}

/** Returns the data of a draft that a Shopify file has no column for. */
export function shopifyLosses(draft: ProductDraft): string[] {
  const losses: string[] = [];
  const unless = (fine: boolean, what: string) => fine || losses.push(what);
  unless(draft.slug === undefined || draft.slug === draft.handle, "slugs that differ from the handle");
  unless(draft.productType !== "digital", "digital product types");
  unless(draft.remove !== true, "delete markers");
  unless(optionsOf(draft).length === (draft.options ?? []).length, "options without variants");
  unless(!draft.ribbon, "ribbons");
  unless(!draft.collections?.length, "collections");
  unless(!draft.infoSections?.length, "info sections");
  unless(!draft.customTextFields?.length, "custom text fields");
  unless(
    (draft.options ?? []).every(({ type }) => type === "drop_down"),
    "the colours of colour options",
  );
  unless(draft.discount?.type !== "PERCENT", "percentage discounts (become amounts)");
  const stock = [draft, ...draft.variants].map(({ inventory }) => inventory);
  unless(
    stock.every((inventory) => inventory === undefined || "quantity" in inventory || inventory.inStock),
    "sold-out stock without quantities (becomes a quantity of 0)",
  );
  unless(
    draft.variants.every(({ visible }) => visible !== false),
    "hidden variants",
  );
  return losses;
}
