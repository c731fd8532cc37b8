import type { Inventory, ProductDraft, VariantDraft } from "../draft.ts";
import { cannotWrite } from "../semicolons.ts";
import { escapeKeep, keepCell, maxOptions } from "./columns.ts";
import { writeChoices, writeList } from "./lists.ts";

/** Column -> cell. undefined leaves the field unchanged, where an empty cell would clear it. */
type Cells = Record<string, string | undefined>;

/** Returns a product row and one row per variant under `header`. Reading them returns the same draft. */
export function tillRows(draft: ProductDraft, header: readonly string[]): string[][] {
  const rows = [productCells(draft), ...draft.variants.map((variant) => variantCells(variant, draft))];
  return rows.map((cells) =>
    header.map((column) => {
      const cell = Object.hasOwn(cells, column) ? cells[column] : "";
      return cell === undefined ? keepCell : escapeKeep(cell);
    }),
  );
}

function productCells(draft: ProductDraft): Cells {
  return {
    handle: draft.handle,
    kind: "product",
    delete: draft.remove === true ? "yes" : "",
    id: draft.id ?? "",
    name: draft.name ?? "",
    slug: draft.slug ?? "",
    productType: draft.productType ?? "",
    description: clearable(draft.description),
    sku: clearable(draft.sku),
    price: draft.price ?? "",
    cost: clearable(draft.cost),
    weight: clearable(draft.weight),
    visible: flag(draft.visible),
    ribbon: clearable(draft.ribbon),
    brand: clearable(draft.brand),
    discountType: draft.discount?.type ?? "",
    discountValue: draft.discount?.value ?? "",
    collections: optional(draft.collections, writeList),
    media: optional(draft.media, writeList),
    inventory: stock(draft.inventory),
    infoSections: optional(draft.infoSections, jsonList),
    customTextFields: optional(draft.customTextFields, jsonList),
    ...optionCells(draft),
  };
}

function optionCells({ options, handle }: ProductDraft): Cells {
  if (options === undefined) return { option1Name: undefined };
  if (options.length > maxOptions)
    throw cannotWrite(handle, "a product", `has more than ${maxOptions} options`);
  const cells = options.flatMap(({ name, type, choices }, index) => [
    [`option${index + 1}Name`, name],
    [`option${index + 1}Type`, type],
    [`option${index + 1}Choices`, writeChoices(choices)],
  ]);
  return Object.fromEntries(cells);
}

function variantCells(variant: VariantDraft, { handle, options = [] }: ProductDraft): Cells {
  const cells: Cells = {
    handle,
    kind: "variant",
    sku: clearable(variant.sku),
    price: clearable(variant.price),
    cost: clearable(variant.cost),
    weight: clearable(variant.weight),
    visible: flag(variant.visible),
    inventory: stock(variant.inventory),
  };
  // In the order of the product's options, so that each option keeps its column.
  const names = [...new Set([...options.map(({ name }) => name), ...Object.keys(variant.choices)])];
  const chosen = names.filter((name) => Object.hasOwn(variant.choices, name));
  if (chosen.length > maxOptions)
    throw cannotWrite(handle, "a variant", `has more than ${maxOptions} choices`);
  for (const [index, name] of chosen.entries()) {
    cells[`option${index + 1}Name`] = name;
    cells[`option${index + 1}Choices`] = variant.choices[name] ?? "";
  }
  return cells;
}

/** Returns an empty cell for null. */
const clearable = (value: string | null | undefined) => (value === null ? "" : value);

const optional = <T>(list: T[] | undefined, write: (list: T[]) => string) =>
  list === undefined ? undefined : write(list);

const jsonList = (list: readonly object[]) => (list.length === 0 ? "" : JSON.stringify(list));

const flag = (value: boolean | undefined) => (value === undefined ? "" : String(value));

function stock(inventory: Inventory | undefined): string {
  if (inventory === undefined) return "";
  if ("quantity" in inventory) return String(inventory.quantity);
  return inventory.inStock ? "InStock" : "OutOfStock";
}
