import type { Product } from "../../api/services/products/models/product.ts";
import { applyChanges, type Change, parseChanges } from "../../bulk/language/change.ts";
import { EvaluationError, type FieldSpec } from "../../bulk/language/values.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import { column } from "../../output/table.ts";
import { commandLine, type Edit, flagOf, isNamed } from "../edits.ts";
import { jobHistory, type ReadPast } from "../history.ts";
import { addToCart } from "../products/actions.ts";
import { productsById } from "../products/catalog.ts";
import { type Catalog, findProduct } from "../products/read.ts";
import { missing, setsById } from "../products/resource.ts";
import { inventoryOf, variantKey } from "../products/snapshot.ts";
import { phases } from "../products/steps.ts";
import { type Changes, quoted, type Resource } from "../resource.ts";
import { listStock, type StockRow, stockColumns, stockFields, stockOf } from "./inventory.ts";

const changeFields: readonly FieldSpec[] = [{ name: "quantity", type: "number", digits: 0 }];

/** Stock as people browse and change it, one row a variant. */
export function inventoryResource(catalog: Catalog, past?: ReadPast): Resource<StockRow> {
  return {
    name: "inventory",
    singular: "stock",
    title: "Stock",
    columns: stockColumns,
    details: [
      ...stockColumns,
      column("COUNTED", ({ tracked }) => tracked),
      column("SLUG", ({ slug }) => slug),
    ],
    fields: stockFields,
    sortPaths: [],
    changes: catalog.admin ? stockChanges(catalog) : undefined,
    relations: [
      { resource: "products", title: "its product", filter: ({ productId }) => `id = ${quoted(productId)}` },
    ],
    actions: [{ ...addToCart, unavailable: soldOut }],
    history: ({ productId }, words) => jobHistory(past, productId, words),
    id: idOf,
    label: ({ product, variant }) => (variant === "" ? product : `${product} (${variant})`),
    reference: ({ sku, slug }) => sku || slug,
    list: (query) => ({
      ...listStock(catalog, query),
      total: () => undefined,
      moved: () => false,
      inOrder: true,
    }),
    async get(id) {
      const [productId = ""] = id.split("/");
      const row = stockOf(await findProduct(catalog, productId)).find((one) => idOf(one) === id);
      if (row) return row;
      throw new TillError(exitCodes.notFound, "The variant is not there any more.");
    },
  };
}

/** Why none of it can be bought. */
function soldOut({ inStock }: StockRow): string | undefined {
  return inStock ? undefined : "It is sold out.";
}

const idOf = ({ productId, variantId }: StockRow) => `${productId}/${variantId}`;

function stockChanges(catalog: Catalog): Changes {
  return {
    kind: "inventory.set",
    fields: changeFields,
    async *plan(edits, signal) {
      const named = setsById(edits);
      for (const { sets, rows } of edits) {
        if (isNamed(rows)) continue;
        for await (const row of listStock(catalog, { ...rows, all: true, signal }).rows)
          named.set(idOf(row), { label: row.product, sets: [...sets] });
      }
      // One step sets all variants of a product, so that they travel in one call.
      const ids = [...new Set([...named.keys()].map((id) => id.slice(0, id.indexOf("/"))))];
      for (let start = 0; start < ids.length; start += 100) {
        const chunk = ids.slice(start, start + 100);
        const found = await productsById(catalog.client, chunk);
        for (const product of found.values()) yield stockSteps(product, named);
        yield* missing(new Map(), chunk, found);
      }
    },
    commands,
  };
}

function stockSteps(product: Product, named: ReadonlyMap<string, { sets: string[] }>): PlannedRow {
  const id = product.id ?? "";
  const before = inventoryOf(product);
  const chosen = stockOf(product).flatMap((row) => {
    const sets = named.get(idOf(row))?.sets;
    return sets ? [{ row, changes: parseChanges(sets, changeFields) }] : [];
  });
  const variants = Object.fromEntries(
    chosen.map(({ row, changes }) => [keyOf(product, row), Number(quantityAfter(row, changes))]),
  );
  const present = Object.fromEntries(Object.keys(variants).map((key) => [key, before.variants[key] ?? null]));
  return [
    {
      kind: "inventory.set",
      id,
      label: product.name ?? id,
      phase: phases.inventory,
      before: { tracked: before.tracked, variants: present },
      after: { tracked: true, variants },
    },
  ];
}

function keyOf(product: Product, { variantId }: StockRow): string {
  return variantKey(product.variants?.find(({ id }) => id === variantId && product.manageVariants)?.choices);
}

function quantityAfter({ quantity, product }: StockRow, changes: readonly Change[]): string {
  const base = quantity === null ? null : (parseAmount(String(quantity)) ?? null);
  const { quantity: after } = applyChanges(changes, { quantity: base }, { currency: "USD" });
  const text = after !== null && typeof after === "object" ? amountText(after) : "";
  if (/^\d+$/.test(text)) return text;
  throw new EvaluationError(
    `the stock of ${product} would become ${text}, and it is a whole number from 0`,
    "quantity",
  );
}

function commands({ sets, rows }: Edit): string[] {
  if (!isNamed(rows)) return [];
  return rows.map(({ reference }) => {
    const [flag = "", value = ""] = sets.flatMap(flagOf);
    const by = /^([+-])(\d+)$/.exec(value);
    if (!by) return commandLine("inventory", "set", reference, flag, value);
    return commandLine(
      "inventory",
      by[1] === "+" ? "increment" : "decrement",
      reference,
      "--by",
      by[2] ?? "",
    );
  });
}
