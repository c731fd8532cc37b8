import type { Product } from "../../api/services/products/products.ts";
import type { Context } from "../../context/context.ts";
import type { Mistake } from "../../files/edit.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { type Catalog, productsBySlug } from "../../resources/products/catalog.ts";
import {
  EditedProduct,
  type EditedProductField,
  editedProduct,
  editedProductFields,
  productEdit,
  shownProduct,
} from "../../resources/products/edit.ts";
import { portableProduct } from "../../resources/products/portable.ts";
import { openCatalog } from "../../resources/products/read.ts";
import type { Edit, EditKind } from "./kind.ts";
import { planProductEdits } from "./plan.ts";
import { type Chosen, editCommand } from "./run.ts";
import { openProducts } from "./select.ts";

/** Edits products. */
export const run = editCommand(open);

async function open(context: Context, chosen: Chosen): Promise<EditKind<EditedProduct>> {
  const only = chosenFields(context.globals.fields);
  const costs = chosen.options.costs !== false && only.some((name) => name === "cost" || name === "variants");
  const catalog = await openCatalog(context, "admin");
  const read = await openProducts(context, catalog, chosen, { costs, plural: "products" });
  const products = new Map(read.map((product) => [product.id, product]));
  const shown = new Map<string, EditedProduct>();
  const objects = [];
  for (const [id, product] of products) {
    const collections = await catalog.names.namesOf(product.collectionIds ?? []);
    const fields = editedProduct(portableProduct(product, collections, { costs }));
    shown.set(id, fields);
    const [label, slug] = [product.name ?? "", product.slug ?? ""];
    objects.push({ id, label, slug, fields: shownProduct(fields, only, currencyOf(product)) });
  }
  return {
    ...{ plural: "products", singular: "product", job: "products.update" },
    schema: EditedProduct,
    objects,
    notes: notesOf(read, only),
    plan: (edits) =>
      planProductEdits(context, edits, {
        ...{ catalog, products },
        compare: ({ object, document }) => productEdit(object.id, shown.get(object.id) ?? {}, document),
        together: async (all) => [...repeatedSkus(all, shown), ...(await takenSlugs(catalog, all, shown))],
      }),
    work: () => catalog.work(),
  };
}

const currencyOf = ({ priceData }: Product): string => priceData?.currency ?? "USD";

/** Returns the fields to show. Throws UsageError for one that products do not have. */
function chosenFields(text: string | undefined): readonly EditedProductField[] {
  if (text === undefined) return editedProductFields;
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (name === "id" || editedProductFields.some((one) => one === name)) continue;
    const isStock = ["stock", "inventory", "quantity", "inStock"].includes(name);
    const guess = nearest(name, editedProductFields);
    const question = guess === undefined ? "" : ` Did you mean ${guess}?`;
    throw new UsageError(`There is no field "${name}" to edit.${question}`, {
      code: "UNKNOWN_FIELD",
      field: "--fields",
      hint: isStock ? "Edit stock with: till edit inventory" : `Fields: ${editedProductFields.join(", ")}`,
    });
  }
  return editedProductFields.filter((name) => names.includes(name));
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
    ...(shows("discount") ? ["discount is null, or has a type (PERCENT or AMOUNT) and a value."] : []),
    "Stock: till edit inventory",
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

/** Finds new slugs that another product of the text or of the shop has. */
async function takenSlugs(
  catalog: Catalog,
  edits: readonly Edit<EditedProduct>[],
  shown: ReadonlyMap<string, EditedProduct>,
): Promise<Mistake[]> {
  const slugs = edits.map(({ object, document }) => ({
    id: object.id,
    before: shown.get(object.id)?.slug,
    slug: document.values.slug ?? object.slug,
    line: document.lineOf(["slug"]),
  }));
  const fresh = slugs.filter(({ slug, before }) => slug !== before);
  const found = await productsBySlug(catalog, [...new Set(fresh.map(({ slug }) => slug))]);
  return fresh.flatMap(({ id, slug, line }): Mistake[] => {
    const other = slugs.find((one) => one.slug === slug && one.id !== id);
    if (other) return [{ line, message: `slug: "${slug}" is also`, also: other.line }];
    const owner = found.get(slug);
    if (owner === undefined || owner.id === id) return [];
    return [{ line, message: `slug: "${slug}" belongs to "${owner.name}"` }];
  });
}
