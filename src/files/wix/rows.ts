import { amountText, decimal } from "../../kernel/money.ts";
import type { Inventory, OptionDraft, ProductDraft, VariantDraft } from "../draft.ts";
import { cannotWrite, joinList } from "../semicolons.ts";
import { wixCounts } from "./columns.ts";

type Cells = Record<string, string>;

const notText =
  /^(fieldType|price|strikethroughPrice|surcharge|visible|discountMode|discountValue|inventory|weight|cost|.*(CharLimit|Mandatory)\d)$/;

/** Returns whether a column of a Wix export holds text. */
export const isWixText = (column: string): boolean => !notText.test(column);

/** Returns a Product row and its Variant rows under `header`. Fields that the draft lacks are empty. */
export function wixRows(draft: ProductDraft, header: readonly string[]): string[][] {
  const rows = [productCells(draft), ...draft.variants.map((variant) => variantCells(variant, draft))];
  return rows.map((cells) => header.map((column) => cells[column] ?? ""));
}

function productCells(draft: ProductDraft): Cells {
  const { type = "NONE", value = "0" } = draft.discount ?? {};
  const cells: Cells = {
    handleId: draft.handle,
    fieldType: "Product",
    name: draft.name ?? "",
    description: draft.description ?? "",
    productImageUrl: joinList(draft.media ?? [], "an image"),
    collection: joinList(draft.collections ?? [], "a collection"),
    sku: draft.sku ?? "",
    ribbon: draft.ribbon ?? "",
    price: draft.price ?? "",
    visible: flag(draft.visible),
    discountMode: type === "NONE" ? "PERCENT" : type,
    discountValue: value,
    inventory: stock(draft.inventory),
    weight: draft.weight ?? "",
    cost: draft.cost ?? "",
    brand: draft.brand ?? "",
  };
  for (const [index, option] of (draft.options ?? []).entries())
    Object.assign(cells, optionCells(option, index + 1));
  for (const [index, { title, description }] of (draft.infoSections ?? []).entries()) {
    cells[`additionalInfoTitle${index + 1}`] = title;
    cells[`additionalInfoDescription${index + 1}`] = description;
  }
  for (const [index, field] of (draft.customTextFields ?? []).entries()) {
    cells[`customTextField${index + 1}`] = field.title;
    cells[`customTextCharLimit${index + 1}`] = String(field.maxLength);
    cells[`customTextMandatory${index + 1}`] = String(field.mandatory);
  }
  return cells;
}

function optionCells({ name, type, choices }: OptionDraft, number: number): Cells {
  const entries = choices.map(({ value, description }) => {
    if (type === "drop_down") return description;
    if (value.includes(":")) throw cannotWrite(value, "a colour", "contains a colon");
    return value === description ? value : `${value}:${description}`;
  });
  return {
    [`productOptionName${number}`]: name,
    [`productOptionType${number}`]: type === "color" ? "COLOR" : "DROP_DOWN",
    [`productOptionDescription${number}`]: joinList(entries, `a choice of ${name}`),
  };
}

function variantCells(variant: VariantDraft, { handle, price, options = [] }: ProductDraft): Cells {
  const cells: Cells = {
    handleId: handle,
    fieldType: "Variant",
    sku: variant.sku ?? "",
    surcharge: surcharge(variant.price, price),
    visible: flag(variant.visible),
    inventory: stock(variant.inventory),
    weight: variant.weight ?? "",
    cost: variant.cost ?? "",
  };
  for (const [index, { name }] of options.entries())
    cells[`productOptionDescription${index + 1}`] = variant.choices[name] ?? "";
  return cells;
}

function surcharge(own: string | null | undefined, base: string | undefined): string {
  return own === null || own === undefined || base === undefined
    ? ""
    : amountText(decimal(own).minus(decimal(base)));
}

const flag = (value: boolean | undefined) => (value === undefined ? "" : String(value));

function stock(inventory: Inventory | undefined): string {
  if (inventory === undefined) return "";
  if ("quantity" in inventory) return String(inventory.quantity);
  return inventory.inStock ? "InStock" : "OutOfStock";
}

/** Returns the data of a draft that a Wix file has no column for. */
export function wixLosses(draft: ProductDraft): string[] {
  const losses: string[] = [];
  const unless = (fine: boolean, what: string) => fine || losses.push(what);
  unless(draft.slug === undefined, "slugs");
  unless(draft.productType !== "digital", "digital product types");
  unless(draft.remove !== true, "delete markers");
  unless((draft.options ?? []).length <= wixCounts.options, `options after the ${wixCounts.options}th`);
  unless(
    (draft.infoSections ?? []).length <= wixCounts.infoSections,
    `info sections after the ${wixCounts.infoSections}th`,
  );
  unless(
    (draft.customTextFields ?? []).length <= wixCounts.customTextFields,
    "custom text fields after the second",
  );
  const plain = (draft.options ?? [])
    .filter(({ type }) => type === "drop_down")
    .flatMap(({ choices }) => choices);
  unless(
    plain.every(({ value, description }) => value === description),
    "choice values that differ from their names",
  );
  return losses;
}
