import type { Product } from "../../api/services/products.ts";
import { applyChanges, type Change, parseChanges } from "../../bulk/language/change.ts";
import { EvaluationError, isNumber } from "../../bulk/language/values.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import { type Edit, hasRows } from "../../ui/screens/browse/browse-resource.ts";
import { missingRows, setsById } from "../edits.ts";
import { jobHistory } from "../history.ts";
import { type Catalog, productsById } from "../products/catalog.ts";
import { findProduct, openCatalog } from "../products/read.ts";
import { addToCart } from "../products/resource.ts";
import { inventoryOf, skusOf, variantKey, withSkus } from "../products/snapshot.ts";
import { phases } from "../products/steps.ts";
import { type Changes, filterQuoted, flagOf, type Resource } from "../resource.ts";
import { listStock, type StockRow, stockRecordFields, stockRows, stockView } from "./inventory.ts";

export const inventoryResource: Resource<StockRow> = {
  name: "products stock",
  kind: "stock",
  singular: "stock",
  title: "Stock",
  ...stockView,
  recordFields: stockRecordFields,
  sortPaths: [],
  matchKeys: ["sku", "handle"],
  relations: [
    { resource: "products", title: "product", filter: ({ productId }) => `id = ${filterQuoted(productId)}` },
  ],
  id: idOf,
  label: ({ product, variant }) => (variant === "" ? product : `${product} (${variant})`),
  reference: ({ sku, handle }) => sku || handle,
  async open(session) {
    const catalog = await openCatalog(session);
    return {
      list: (query) => listStock(catalog, query),
      async get(id) {
        const [productId = ""] = id.split("/");
        const row = stockRows(await findProduct(catalog, productId)).find((one) => idOf(one) === id);
        if (row) return row;
        throw new TillError(exitCodes.notFound, "The variant no longer exists.");
      },
      changes: catalog.admin ? stockChanges(catalog) : undefined,
      actions: [{ ...addToCart, unavailable: soldOut }],
      history: ({ productId }, ...shown) => jobHistory(session, productId, ...shown),
    };
  },
};

function soldOut({ inStock }: StockRow): string | undefined {
  return inStock ? undefined : "It is sold out.";
}

function idOf({ productId, variantId }: StockRow): string {
  return `${productId}/${variantId}`;
}

function stockChanges(catalog: Catalog): Changes {
  return {
    kind: "inventory.set",
    async *plan(edits, signal) {
      const named = setsById(edits);
      for (const { sets, rows } of edits) {
        if (hasRows(rows)) continue;
        for await (const row of listStock(catalog, { ...rows, all: true, signal }).rows)
          named.set(idOf(row), { label: row.product, sets: [...sets] });
      }
      // One step sets all variants of a product, in one request.
      const ids = [...new Set([...named.keys()].map((id) => id.slice(0, id.indexOf("/"))))];
      for (const chunk of batchesOf(ids, 100)) {
        const found = await productsById(catalog, chunk);
        for (const product of found.values()) yield stockSteps(product, named);
        yield* missingRows(new Map(), chunk, found);
      }
    },
    commands,
  };
}

function stockSteps(product: Product, named: ReadonlyMap<string, { sets: string[] }>): PlannedRow {
  const id = product.id;
  const before = inventoryOf(product);
  const chosen = stockRows(product).flatMap((row) => {
    const sets = named.get(idOf(row))?.sets;
    return sets ? [{ row, changes: parseChanges(sets, stockView.changeFields) }] : [];
  });
  const variants = Object.fromEntries(
    chosen.map(({ row, changes }) => [keyOf(product, row), Number(stockAfter(row, changes))]),
  );
  const present = Object.fromEntries(Object.keys(variants).map((key) => [key, before.variants[key] ?? null]));
  const step = {
    kind: "inventory.set",
    id,
    label: product.name ?? id,
    phase: phases.inventory,
    before: { tracked: before.tracked, variants: present },
    after: { tracked: true, variants },
  };
  return [withSkus(step, skusOf(product))];
}

function keyOf(product: Product, { variantId }: StockRow): string {
  return variantKey(product.variants?.find(({ id }) => id === variantId && product.manageVariants)?.choices);
}

function stockAfter({ stock, product }: StockRow, changes: readonly Change[]): string {
  const base = stock === null ? null : (parseAmount(String(stock)) ?? null);
  const { stock: after } = applyChanges(changes, { stock: base }, { currency: "USD" });
  const text = isNumber(after) ? amountText(after) : "";
  if (/^\d+$/.test(text)) return text;
  throw new EvaluationError(
    `the stock of ${product} would become ${text}, but it must be a whole number of at least 0`,
    "stock",
  );
}

function commands({ sets, rows }: Edit): string[] {
  if (!hasRows(rows)) return [];
  return rows.map(({ reference }) => {
    const [flag = "", value = ""] = sets.flatMap(flagOf);
    const difference = /^([+-])(\d+)$/.exec(value);
    if (!difference) return commandLine("products", "stock", "set", reference, flag, value);
    return commandLine(
      "products",
      "stock",
      difference[1] === "+" ? "increment" : "decrement",
      reference,
      "--by",
      difference[2] ?? "",
    );
  });
}
