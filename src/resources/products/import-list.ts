import type { Product, Variant } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import { fileHandle, type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import { variantDeletion } from "../../files/columns.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ProductDraft, VariantDraft } from "../../files/draft.ts";
import type { ListRow } from "../../files/list.ts";
import { isCode, keyName, type ProductKey } from "../../files/list-keys.ts";
import { columnFields } from "../../files/product-fields.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { sameJson } from "../../kernel/json.ts";
import { productsById } from "./catalog.ts";
import { type ListKeys, type Rejection, resolveKeys, type SourcedDraft } from "./import-find.ts";
import { productIdOf } from "./import-rows.ts";
import {
  comparedFields,
  defaultVariantKey,
  inventoryOf,
  managedVariants,
  productCode,
  variantCode,
  variantKey,
} from "./snapshot.ts";

/** How the rows of a list become drafts. */
export interface ListDrafts extends ListKeys {
  /** Reads a staged row. */
  read(row: StagedRow): ListRow;
  /** Whether quantities are differences. */
  adjust?: boolean;
  /** Whether the quantities of rows with the same key are added up. */
  sum?: boolean;
  /** What to do about rows without a key, to end the message. */
  withoutKey?: string | undefined;
}

/**
 * Yields the products of a list, a draft for all rows of one. What a row means depends on what its key names: a product, a variant or
 * nothing yet. So the keys are looked up first, and the drafts have the products that were found.
 */
export async function* listDrafts(journal: Journal, list: ListDrafts): AsyncGenerator<SourcedDraft> {
  const ambiguous = await resolveKeys(journal, list);
  const groups = stagedGroups(journal).filter(({ handle }) => handle !== fileHandle);
  for await (const batch of streamBatches(groups, 100)) {
    const ids = batch.flatMap(({ handle }) => productIdOf(handle) ?? []);
    const products = await productsById(list.catalog, ids);
    for (const { handle, rows: staged } of batch) {
      const all = staged.map((row) => list.read(row)).filter(({ command }) => command !== "skip");
      const rows = list.sum ? summed(all) : all;
      const [first] = rows;
      if (first === undefined) continue;
      const product = products.get(productIdOf(handle) ?? "");
      const read = product
        ? listDraft(product, rows, { ...list, handle })
        : unmatched(rows, { ...list, ambiguous });
      yield {
        ...read,
        product: product ?? null,
        source: `${list.name}:${first.line}`,
        keys: rows.map(({ key }) => key),
      };
    }
  }
}

/** Returns one row for those of the same key and variant, with the sum of their quantities. */
function summed(rows: readonly ListRow[]): ListRow[] {
  const sums = new Map<string, ListRow>();
  for (const row of rows) {
    const at = JSON.stringify([row.key, row.variant]);
    const before = sums.get(at);
    const [one, other] = [before?.fields.stock, row.fields.stock];
    const isSummed = one && other && "quantity" in one && "quantity" in other;
    if (before === undefined) sums.set(at, { ...row, problems: [...row.problems] });
    else {
      if (isSummed) before.fields = { ...before.fields, stock: { quantity: one.quantity + other.quantity } };
      before.problems.push(...row.problems);
    }
  }
  return [...sums.values()];
}

/** Returns the draft of a new product, or why the rows of a key are none. */
function unmatched(
  [first, second]: readonly ListRow[],
  {
    key,
    ambiguous,
    withoutKey = "",
  }: Pick<ListDrafts, "key" | "withoutKey"> & {
    ambiguous: ReadonlyMap<string, Rejection>;
  },
): { draft?: ProductDraft; problems: RowProblem[] } {
  if (first === undefined) return { problems: [] };
  const report = (line: number, rule: string, message: string) => ({
    problems: [...first.problems, { line, column: key, value: first.key, rule, message }],
  });
  const several = ambiguous.get(first.key);
  if (first.key === "")
    return report(first.line, unknownRule, `the cell is empty, so the row names no product${withoutKey}`);
  if (several) return report(first.line, several.rule, several.message);
  if (second) return report(second.line, "duplicate", `"${first.key}" is also on line ${first.line}`);
  if (first.problems.length > 0) return { problems: first.problems };
  const { command, line, fields } = first;
  return {
    problems: [],
    draft: {
      ...fields,
      key: first.key,
      line,
      variants: [],
      remove: command === "delete" || fields.remove,
      ...((command === "update" || command === "create" || command === "merge") && { command }),
    },
  };
}

/** Reports a cell of a row. */
type Report = (column: string, rule: string, message: string) => unknown;

/** The fields that a variant has, too. */
const variantFields: ReadonlySet<string> = new Set(
  columnFields.flatMap(({ name, ofVariants }) => (ofVariants ? name : [])),
);

/** Returns the draft of a product from the rows of a list that are its own or those of its variants. */
function listDraft(
  product: Product,
  rows: readonly ListRow[],
  { key, handle, adjust = false }: { key: ProductKey; handle: string; adjust?: boolean },
): { draft?: ProductDraft; problems: RowProblem[] } {
  const problems = rows.flatMap((row) => row.problems);
  const lines = new Map<Variant | Product, number>();
  const draft: ProductDraft = { key: handle, line: rows[0]?.line ?? 0, variants: [] };
  for (const row of rows) {
    const report: Report = (column, rule, message) =>
      problems.push({ line: row.line, column, value: row.key, rule, message });
    const target = targetOf(product, row, key);
    if (target === undefined) {
      const message =
        row.variant === undefined
          ? `several variants of "${product.name}" have the ${keyName(key)} "${row.key}"`
          : `"${product.name}" has no variant "${row.variant}" with this ${keyName(key)}`;
      report(row.variant === undefined ? key : "variant", "ambiguous", message);
      continue;
    }
    const before = lines.get(target);
    if (before !== undefined) {
      report(key, "duplicate", `this is the same as on line ${before}`);
      continue;
    }
    lines.set(target, row.line);
    if (row.command === "create")
      report("command", "exists", `"${row.key}" exists already; CREATE is for new ones. Use UPDATE or MERGE`);
    const { [key as "sku"]: _, ...set } = row.fields;
    const fields = adjust ? adjusted(product, target, set, report) : set;
    if (target === product) {
      if (row.command === "delete") draft.remove = true;
      Object.assign(draft, fields, { line: row.line });
      if (fields.stock && managedVariants(product).size > 1)
        report("stock", "variants", `the variants of "${product.name}" have the stock; give their SKUs`);
    } else {
      if (row.command === "delete") report("command", "command", variantDeletion);
      const { choices } = target as Variant;
      draft.variants.push({
        line: row.line,
        choices: { ...choices },
        ...variantPart(product, fields, report),
      });
    }
  }
  if (draft.remove && rows.length > 1)
    problems.push({
      line: draft.line,
      column: "command",
      value: "DELETE",
      rule: "command",
      message: `"${product.name}" is deleted by one row and changed by another`,
    });
  problems.push(...stockProblems(product, draft));
  return problems.length > 0 ? { problems } : { draft, problems };
}

/** Returns fields with the quantity that a difference leads to. Reports stock that is not tracked or would be negative. */
function adjusted(
  product: Product,
  target: Product | Variant,
  fields: Partial<ProductDraft>,
  report: Report,
): Partial<ProductDraft> {
  const { stock } = fields;
  if (stock === undefined || !("quantity" in stock)) return fields;
  const key = target === product ? defaultVariantKey : variantKey((target as Variant).choices);
  const { tracked, variants } = inventoryOf(product);
  const now = Number(variants[key] ?? 0);
  const quantity = now + stock.quantity;
  if (!tracked)
    report("stock", "stock", `the stock of "${product.name}" is not tracked, so it cannot be adjusted`);
  else if (quantity < 0)
    report(
      "stock",
      "stock",
      `the stock would become ${quantity}: it is ${now}, and ${stock.quantity} is added`,
    );
  return { ...fields, stock: { quantity } };
}

/**
 * Returns the product or the variant of a row: the product for its own SKU or barcode, for that of all its variants and for other
 * keys, unless the row names the choices of a variant. Returns undefined if no variant or several variants fit.
 */
function targetOf(
  product: Product,
  { key: value, variant }: ListRow,
  key: ProductKey,
): Product | Variant | undefined {
  const all = [...managedVariants(product).values()];
  const own = isCode(key) ? all.filter((one) => variantCode(one, key) === value) : all;
  if (variant !== undefined && all.length > 0) {
    const named = all.filter(({ choices }) => Object.values(choices ?? {}).join(" / ") === variant);
    return named.length === 1 ? named[0] : undefined;
  }
  if (!isCode(key) || productCode(product, key) === value || own.length === all.length) return product;
  return own.length === 1 ? own[0] : undefined;
}

/** Returns the fields of a variant. Reports those that it cannot have, unless the product has the same. */
function variantPart(product: Product, fields: Partial<ProductDraft>, report: Report): Partial<VariantDraft> {
  const present = comparedFields(product);
  const part: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (variantFields.has(name)) part[name] = value;
    else if (!sameJson(present[name], value))
      report(
        name,
        "variant",
        `this is a variant of "${product.name}", which has no ${name} of its own. Empty the cell, or ignore the column with --map`,
      );
  }
  return part as Partial<VariantDraft>;
}

/** Reports stock that would change that of variants which the file does not name. */
function stockProblems(product: Product, { variants }: ProductDraft): RowProblem[] {
  const counted = variants.filter(({ stock }) => stock !== undefined);
  const [first] = counted;
  if (first === undefined) return [];
  const problem = (line: number, message: string) => ({
    line,
    column: "stock",
    value: "",
    rule: "stock",
    message,
  });
  const tracked = counted.filter(({ stock }) => stock && "quantity" in stock);
  const other = counted.find(({ stock }) => stock && !("quantity" in stock));
  if (tracked[0] && other)
    return [
      problem(
        other.line,
        `the variants of "${product.name}" all have a quantity or none; line ${tracked[0].line} has one`,
      ),
    ];
  const isTracked = product.stock?.trackInventory ?? false;
  const missing = managedVariants(product).size - counted.length;
  if (isTracked === tracked.length > 0 || missing === 0) return [];
  const turns = isTracked ? "turns the tracking of stock off" : "turns the tracking of stock on";
  return [
    problem(
      first.line,
      `this ${turns} for all variants of "${product.name}", but ${missing} of them have no row. Add them`,
    ),
  ];
}
