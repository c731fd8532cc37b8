import type { Product } from "../api/services/products.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import type { Context } from "../context/context.ts";
import type { ProductDraft } from "../files/draft.ts";
import type { Mistake } from "../files/edit.ts";
import { batchesOf } from "../kernel/batches.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { type Catalog, productsBySlug } from "../resources/products/catalog.ts";
import {
  EditedProduct,
  type EditedProductField,
  EditedStock,
  editedFields,
  editedProduct,
  editedStock,
  fileFields,
  type ProductEdit,
  productEdit,
  shownProduct,
  stockEdit,
} from "../resources/products/edit.ts";
import { noHandles } from "../resources/products/handles.ts";
import { shopCurrency } from "../resources/products/import-check.ts";
import type { SourcedDraft } from "../resources/products/import-find.ts";
import { takenKeys } from "../resources/products/import-match.ts";
import { draftPlanner } from "../resources/products/import-plan.ts";
import { plannedPictures } from "../resources/products/media.ts";
import { portableProduct, portableStock, withPresentMedia } from "../resources/products/portable.ts";
import { openCatalog } from "../resources/products/read.ts";
import {
  type Chosen,
  checkEditedFields,
  type Edit,
  type EditKind,
  editCommand,
  openProducts,
  type PlannedEdits,
} from "./command.ts";

/** How the drafts of edited products are planned. */
interface DraftEdits<Values> {
  catalog: Catalog;
  products: ReadonlyMap<string, Product>;
  /** Compares what was saved with what was shown. */
  compare(edit: Edit<Values>): ProductEdit;
  /** Finds mistakes in what several edits have together. */
  together?(edits: readonly Edit<Values>[]): Mistake[] | Promise<Mistake[]>;
}

/** Plans edits of products with the importer, which checks what the platform would reject. */
async function planProductEdits<Values>(
  context: Context,
  edits: readonly Edit<Values>[],
  { catalog, products, compare, together }: DraftEdits<Values>,
): Promise<PlannedEdits> {
  const compared = edits.map((edit) => ({ edit, ...compare(edit) }));
  const mistakes: Mistake[] = compared.flatMap(({ edit, mistakes }) =>
    mistakes.map(({ path, message }) => ({ line: edit.document.lineOf(path), message })),
  );
  if (mistakes.length > 0) return { mistakes };
  mistakes.push(...((await together?.(edits)) ?? []));

  const planner = draftPlanner({
    catalog,
    handles: noHandles,
    withMedia: withPresentMedia,
    ...{ dialect: "edit", key: "id", updateOnly: true, taken: takenKeys() },
    currency: shopCurrency(context, catalog),
  });
  // What several edits have together was found above, with the lines that the text will have.
  const known = new Set(mistakes.map(({ line }) => line));
  const report = (mistake: Mistake) => known.has(mistake.line) || mistakes.push(mistake);
  const sourced = new Map<Edit<Values>, SourcedDraft & { draft: ProductDraft }>();
  for (const { edit, draft } of compared) {
    if (draft === undefined) continue;
    const pictures = await plannedPictures(draft, { folder: context.cwd, readable: context.readable });
    if ("message" in pictures) {
      const path = ["media", draft.media?.indexOf(pictures.source) ?? 0];
      report({ line: edit.document.lineOf(path), message: `media: ${pictures.message}` });
    } else
      sourced.set(edit, {
        draft: pictures,
        product: products.get(pictures.id ?? "") ?? null,
        problems: [],
        source: edit.object.handle,
      });
  }
  const planned = new Map<Edit<Values>, PlannedRow>();
  const all = [...sourced];
  for (const batch of batchesOf(all, batchSize)) {
    const rows = await planner.plan(batch.map(([, row]) => row));
    for (const [index, [edit, { draft }]] of batch.entries()) {
      const row = rows[index] ?? [];
      planned.set(edit, row);
      for (const { line, column = "", message } of "problems" in row ? row.problems : []) {
        report({
          line: lineOfProblem(edit, line, column, draft),
          message: message.includes(column) ? message : `${column}: ${message}`,
        });
      }
    }
  }
  const kept = planner.keptColors();
  if (mistakes.length === 0 && kept !== undefined) await context.notice(kept);
  return mistakes.length > 0 ? { mistakes } : { rows: edits.map((edit) => planned.get(edit) ?? []) };
}

/** Drafts that are planned together. */
const batchSize = 100;

/** Returns the line of a field that planning rejects: that of a variant if `line` is not that of its product. */
function lineOfProblem<Values>(
  { document }: Edit<Values>,
  line: number | undefined,
  field: string,
  { variants }: ProductDraft,
): number {
  const { lineOf } = document;
  const listed = (document.values as { variants?: readonly unknown[] }).variants ?? [];
  const isVariant = variants.some((variant) => variant.line === line);
  const index = isVariant ? listed.findIndex((_, at) => lineOf(["variants", at]) === line) : -1;
  const path = index < 0 ? [] : ["variants", index];
  return lineOf([...path, field]);
}

/** Edits products. */
export const run = editCommand(open);

async function open(context: Context, chosen: Chosen): Promise<EditKind<EditedProduct>> {
  const catalog = await openCatalog(context, "admin");
  const only = chosenFields(context.globals.fields, editedFields(catalog.version));
  const costs = chosen.options.costs !== false && only.some((name) => name === "cost" || name === "variants");
  const read = await openProducts(context, catalog, chosen, { costs, plural: "products" });
  const products = new Map(read.map((product) => [product.id, product]));
  const shown = new Map<string, EditedProduct>();
  const objects = [];
  for (const [id, product] of products) {
    const collections = await catalog.names.namesOf(product.collectionIds ?? []);
    const taxGroup = product.taxGroupId ? await (await catalog.taxGroups()).nameOf(product.taxGroupId) : null;
    const fields = editedProduct({
      ...portableProduct(product, collections, { costs, barcodes: true }),
      ...fileFields(product, taxGroup),
    });
    shown.set(id, fields);
    const [label, handle] = [product.name ?? "", product.slug ?? ""];
    objects.push({ id, label, handle, fields: shownProduct(fields, only, currencyOf(product)) });
  }
  return {
    plural: "products",
    singular: "product",
    job: "products.update",
    schema: EditedProduct,
    objects,
    notes: notesOf(read, only),
    plan: (edits) =>
      planProductEdits(context, edits, {
        catalog,
        products,
        compare: ({ object, document }) => productEdit(object.id, shown.get(object.id) ?? {}, document),
        together: async (all) => [...repeatedSkus(all, shown), ...(await takenHandles(catalog, all, shown))],
      }),
    work: () => catalog.work(),
  };
}

const currencyOf = ({ priceData }: Product): string => priceData?.currency ?? "USD";

/** Returns the fields to show. Throws UsageError for one that products do not have. */
function chosenFields(
  text: string | undefined,
  { all, shown }: ReturnType<typeof editedFields>,
): readonly EditedProductField[] {
  if (text === undefined) return shown;
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (name === "id" || all.some((field) => field === name)) continue;
    const isStock = ["stock", "inStock"].includes(name);
    const guess = nearest(name, all);
    const question = guess === undefined ? "" : ` Did you mean ${guess}?`;
    throw new UsageError(`There is no field "${name}" to edit.${question}`, {
      code: "UNKNOWN_FIELD",
      field: "--fields",
      hint: isStock ? "Edit stock with: till products stock edit" : `Fields: ${all.join(", ")}`,
    });
  }
  return all.filter((name) => names.includes(name));
}

function notesOf(products: readonly Product[], only: readonly EditedProductField[]): string[] {
  const shows = (name: EditedProductField) => only.includes(name);
  const currencies = [...new Set(products.map(currencyOf))].join(", ");
  return [
    ...(shows("price") || shows("cost") ? [`Amounts are in ${currencies}.`] : []),
    ...(shows("variants")
      ? ["Variants have the product's sku, price, cost and weight where they have none of their own."]
      : []),
    ...(shows("media") ? ["media are addresses, or paths of pictures on this computer."] : []),
    ...(shows("discount")
      ? ["discount is a percentage (15%) or an amount (5.00), or null; or write a salePrice."]
      : []),
    ...(shows("altText") ? ["altText are the alternative texts of the media, in their order."] : []),
    "Stock: till products stock edit",
  ];
}

/** Finds SKUs that a change gives to a second product or variant of the text. */
function repeatedSkus(
  edits: readonly Edit<EditedProduct>[],
  shown: ReadonlyMap<string, EditedProduct>,
): Mistake[] {
  const owners = new Map<string, { line: number; fresh: boolean }>();
  return edits.flatMap(({ object, document }): Mistake[] => {
    const { values, lineOf } = document;
    const before = shown.get(object.id) ?? {};
    const own = values.sku === undefined ? before.sku : values.sku;
    const known = new Set([before.sku, ...(before.variants ?? []).map(({ sku }) => sku)]);
    const claims = [
      { sku: own, path: ["sku"] as PropertyKey[] },
      ...(values.variants ?? before.variants ?? []).map(({ sku }, index) => ({
        sku: sku === own ? undefined : sku,
        path: ["variants", index, "sku"],
      })),
    ];
    return claims.flatMap(({ sku, path }): Mistake[] => {
      if (!sku) return [];
      const line = lineOf(path);
      const fresh = !known.has(sku);
      const other = owners.get(sku);
      if (other === undefined) owners.set(sku, { line, fresh });
      if (other === undefined || !(fresh || other.fresh)) return [];
      // The one that is new is wrong.
      const [wrong, right] = fresh ? [line, other.line] : [other.line, line];
      return [{ line: wrong, message: `sku: "${sku}" is also`, also: right }];
    });
  });
}

/** Finds new handles that another product of the text or of the shop has. */
async function takenHandles(
  catalog: Catalog,
  edits: readonly Edit<EditedProduct>[],
  shown: ReadonlyMap<string, EditedProduct>,
): Promise<Mistake[]> {
  const handles = edits.map(({ object, document }) => ({
    id: object.id,
    before: shown.get(object.id)?.handle,
    handle: document.values.handle ?? object.handle,
    line: document.lineOf(["handle"]),
  }));
  const fresh = handles.filter(({ handle, before }) => handle !== before);
  const found = await productsBySlug(catalog, [...new Set(fresh.map(({ handle }) => handle))]);
  return fresh.flatMap(({ id, handle, line }): Mistake[] => {
    const other = handles.find((one) => one.handle === handle && one.id !== id);
    if (other) return [{ line, message: `handle: "${handle}" is also`, also: other.line }];
    const owner = found.get(handle);
    if (owner === undefined || owner.id === id) return [];
    return [{ line, message: `handle: "${handle}" belongs to "${owner.name}"` }];
  });
}

/** Edits the stock of products. */
export const editInventory = editCommand(openInventory);

async function openInventory(context: Context, chosen: Chosen): Promise<EditKind<EditedStock>> {
  checkEditedFields(context, "stock");
  const catalog = await openCatalog(context, "admin");
  const read = await openProducts(context, catalog, chosen, { costs: false, plural: "stock" });
  const products = new Map(read.map((product) => [product.id, product]));
  const shown = new Map([...products].map(([id, product]) => [id, editedStock(portableStock(product))]));
  return {
    plural: "stock",
    singular: "product",
    job: "inventory.set",
    schema: EditedStock,
    objects: read.map(({ id, name, slug }) => ({
      id,
      label: name ?? "",
      handle: slug ?? "",
      fields: { ...shown.get(id) },
    })),
    notes: ["stock is a quantity; inStock (true or false) says it where stock is not counted."],
    plan: (edits) =>
      planProductEdits(context, edits, {
        catalog,
        products,
        compare: ({ object, document }) => stockEdit(object.id, shown.get(object.id) ?? {}, document),
      }),
    work: () => catalog.work(),
  };
}
