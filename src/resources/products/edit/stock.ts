import * as z from "zod/mini";
import type { Inventory } from "../../../files/draft.ts";
import type { EditedDocument } from "../../../files/edit/read.ts";
import { sameJson } from "../../../kernel/json.ts";
import { StockObject } from "../portable/product.ts";
import { variantKey } from "../snapshot.ts";
import type { ProductEdit } from "./product.ts";

const { _kind: _, slug: __, ...shape } = StockObject.shape;

/** The stock of a product in an edited text: the fields of snapshots, and the id of the product. */
export const EditedStock = z.strictObject({ id: z.optional(z.string()), ...shape });
export interface EditedStock extends z.output<typeof EditedStock> {}

type Level = { quantity?: number | undefined; inStock?: boolean | undefined };

/** Returns the stock of a product as it is edited. */
export function editedStock({ _kind: _, slug: __, ...stock }: StockObject): EditedStock {
  return stock;
}

const inventoryOf = ({ quantity, inStock }: Level): Inventory =>
  quantity === undefined ? { inStock: inStock ?? true } : { quantity };

/** Compares edited stock with the one that was shown. Without changes there is no draft. */
export function stockEdit(
  id: string,
  shown: EditedStock,
  { values, line, lineOf }: EditedDocument<EditedStock>,
): ProductEdit {
  const mistakes: ProductEdit["mistakes"] = [];
  const { variants, ...own } = values;
  const levels: [path: PropertyKey[], level: Level][] = [
    [[], own],
    ...(variants ?? []).map((one, index): [PropertyKey[], Level] => [["variants", index], one]),
  ];
  for (const [path, { quantity, inStock }] of levels) {
    if (quantity !== undefined && inStock !== undefined)
      mistakes.push({
        path: [...path, "inStock"],
        message: "inStock: stock has either a quantity or inStock; remove one of them",
      });
  }
  const base = { handle: id, id, line };
  if (!shown.variants) {
    if (variants) mistakes.push({ path: ["variants"], message: "variants: the product has no variants" });
    const level = { ...pick(own) };
    if (Object.keys(level).length === 0 || sameJson(level, pick(shown))) return { mistakes };
    return { draft: { ...base, inventory: inventoryOf(own), variants: [] }, mistakes };
  }
  for (const name of ["quantity", "inStock"] as const)
    if (own[name] !== undefined)
      mistakes.push({ path: [name], message: `${name}: its variants have the stock; change it there` });
  const before = new Map(shown.variants.map((one) => [variantKey(one.choices), one]));
  const tracked = shown.variants.some(({ quantity }) => quantity !== undefined);
  const edited = new Map<string, { line: number; choices: Record<string, string>; level: Level }>();
  for (const [index, one] of (variants ?? []).entries()) {
    const path = ["variants", index];
    const key = variantKey(one.choices);
    if (edited.has(key))
      mistakes.push({ path, message: "there is another variant with these choices above" });
    const level = pick(one);
    const present = before.get(key);
    const isChanged = Object.keys(level).length > 0 && !sameJson(level, pick(present ?? {}));
    if (isChanged || !present) edited.set(key, { line: lineOf(path), choices: one.choices, level });
  }
  const tracks = [...edited.values()].map(({ level }) => level.quantity !== undefined);
  const changes = tracks.some((one) => one !== tracked);
  // Tracking begins and ends for all variants at once.
  if (changes && (tracks.includes(tracked) || edited.size < before.size))
    mistakes.push({
      path: ["variants"],
      message: `variants: give all of them ${tracked ? "inStock" : "a quantity"}, or none: stock is tracked for all variants or none`,
    });
  if (edited.size === 0) return { mistakes };
  const drafts = [...edited.values()].map(({ line, choices, level }) => ({
    ...{ line, choices },
    inventory: inventoryOf(level),
  }));
  return { draft: { ...base, variants: drafts }, mistakes };
}

function pick({ quantity, inStock }: Level): Level {
  return { ...(quantity !== undefined && { quantity }), ...(inStock !== undefined && { inStock }) };
}
