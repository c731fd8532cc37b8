import type { Product } from "../../api/services/products.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { columnsOf } from "../../output/field.ts";
import { type BrowseAction, hasRows } from "../../ui/screens/browse/browse-resource.ts";
import { type Changes, filterQuoted, type Resource, type Section, tableSection } from "../resource.ts";
import type { Catalog } from "./catalog.ts";
import { allProductsId } from "./collection-names.ts";
import {
  formatMoney,
  productChangeFields,
  productFields,
  productSearchText,
  productView,
  variantPrices,
  variantStock,
} from "./fields.ts";
import { findProduct, listProducts, namesCollections, openCatalog } from "./read.ts";
import { inventoryOf } from "./snapshot.ts";

export const productResource: Resource<Product> = {
  name: "products",
  kind: "product",
  singular: "product",
  title: "Products",
  ...productView,
  recordFields: productFields,
  changeFields: productChangeFields,
  matchKeys: ["handle", "sku"],
  searched: { fields: "names and SKUs", text: productSearchText },
  relations: [
    { resource: "collections", title: "collections", filter: collectionsFilter },
    {
      resource: "products stock",
      title: "stock",
      filter: ({ slug }) => (slug ? `handle = ${filterQuoted(slug)}` : undefined),
    },
    {
      resource: "orders",
      title: "orders",
      filter: ({ id }) => (id ? `productId = ${filterQuoted(id)}` : undefined),
    },
  ],
  emptyHint:
    "To create one: till products create --help. For a demo shop in the sandbox: till sandbox seed demo",
  id: ({ id }) => id,
  label: ({ name, id }) => name ?? id,
  reference: ({ slug, id }) => slug || id,
  variants(product) {
    const { tracked, variants } = inventoryOf(product);
    const each = Object.values(variants);
    if (each.length < 2) return undefined;
    const stock = each.map((quantity) => (tracked ? String(quantity) : "in stock"));
    const prices = variantPrices(product);
    const texts = prices.map((price) => formatMoney(price, product.priceData?.currency));
    return { stock, ...(new Set(prices).size > 1 && { price: texts }) };
  },
  address: ({ productPageUrl: url }) =>
    url?.base ? `${url.base.replace(/\/$/, "")}${url.path ?? ""}` : undefined,
  picture: ({ media }) => media?.mainMedia?.image?.url || media?.mainMedia?.thumbnail?.url || undefined,
  async open(session) {
    const catalog = await openCatalog(session);
    const { fields, sortPaths } = catalog.list;
    return {
      filterFields: fields,
      sortPaths,
      // Catalog v3 lists with cursors and cannot sort by id.
      sort: sortPaths?.includes("id") ? "id" : undefined,
      list: (query) => listProducts(catalog, query),
      async get(reference, { output = "" }: { output?: string }) {
        const product = await findProduct(catalog, reference, { costs: true });
        if (!namesCollections(output)) return product;
        return { ...product, collections: await catalog.names.namesOf(product.collectionIds ?? []) };
      },
      changes: catalog.admin ? productChanges(catalog) : undefined,
      page: async (product) => ({ row: product, sections: productSections(product) }),
      actions: [addToCart, ...(catalog.admin ? adminActions : [])],
      history: async ({ id }, ...shown) => (await import("../history.ts")).jobHistory(session, id, ...shown),
    };
  },
};

function collectionsFilter({ collectionIds }: Product): string | undefined {
  const ids = (collectionIds ?? []).filter((id) => id !== allProductsId);
  return ids.length === 0 ? undefined : `id in (${ids.map(filterQuoted).join(", ")})`;
}

/** Returns how staged edits of products become a job. */
export function productChanges(catalog: Catalog): Changes {
  return {
    kind: "products.update",
    async *plan(edits, signal) {
      // Loaded on demand: lists do not plan.
      const { planProductEdits } = await import("./change.ts");
      yield* planProductEdits(catalog, edits, signal);
    },
    async effects(edits, signal) {
      const { priceEffects } = await import("./price-effects.ts");
      return await priceEffects(catalog, edits, signal);
    },
    commands: ({ sets, rows }) => [
      commandLine(
        "products",
        "update",
        ...(hasRows(rows) ? rows.map(({ reference }) => reference) : selectionFlags(rows)),
        ...sets.flatMap((set) => ["--set", set]),
      ),
    ],
  };
}

/** Returns the flags that select all rows of a query for a bulk change. */
function selectionFlags({
  filter,
  search,
}: {
  filter?: string | undefined;
  search?: string | undefined;
}): string[] {
  const found =
    search &&
    ["name", "sku", "variant.sku"].map((one) => `${one} contains ${filterQuoted(search)}`).join(" or ");
  const whole = filter && found ? `(${filter}) and (${found})` : filter || found;
  return whole ? ["--filter", whole] : ["--all"];
}

type Variant = NonNullable<Product["variants"]>[number];

const columns = columnsOf<Variant>({
  variant: { value: ({ choices }) => Object.values(choices ?? {}).join(" / ") },
  // Beside a list, the names of variants need its room.
  sku: { path: "variant.sku", label: "SKU", spare: true },
  price: {
    value: ({ variant }) => formatMoney(variant?.priceData?.price, variant?.priceData?.currency),
    as: "money",
  },
  stock: {
    value: variantStock,
    align: "right",
    tone: ({ stock }) => (stock?.inStock === false ? "bad" : undefined),
  },
  hidden: {
    heading: "",
    value: ({ variant }) => (variant?.visible === false ? "hidden" : ""),
    tone: () => "dim",
  },
});

/** Returns the variants of a product as a table. */
function productSections({ manageVariants, variants }: Product): Section[] {
  return manageVariants && variants?.length ? [tableSection("Variants", columns, variants)] : [];
}

/** Adds products to the current cart. */
export const addToCart: BrowseAction = {
  key: "b",
  name: "add to cart",
  help: "add to the current cart",
  target: "rows",
  questions: [
    { title: "Quantity", hint: "1" },
    { title: "Options", hint: "Size=Large, Colour=Ink" },
  ],
  args: (products, [quantity, options = ""]) => [
    ...["cart", "add", ...products],
    ...(quantity ? ["--quantity", quantity] : []),
    ...splitOptions(options).flatMap((option) => ["--option", option]),
  ],
};

/** Splits `Size=4,5, Colour=Ink` into two options: a comma separates options only before a further name. */
export function splitOptions(text: string): string[] {
  return text
    .split(/,(?=[^,=]+=)/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

const visibility = (name: string, visible: boolean): BrowseAction => ({
  key: name.charAt(0),
  name,
  help: `${name} in the shop`,
  target: "rows",
  args: (products) => ["products", "update", ...products, "--set", `visible=${visible}`],
});

/** The actions on products that need an admin. */
const adminActions: readonly BrowseAction[] = [
  {
    key: "i",
    name: "add to collection",
    help: "add to a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "add", collection, ...products],
  },
  {
    key: "o",
    name: "remove from collection",
    help: "remove from a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "remove", collection, ...products],
  },
  visibility("show", true),
  visibility("hide", false),
  {
    key: "d",
    name: "delete",
    help: "delete; z restores deleted products with new ids",
    target: "rows",
    args: (products) => ["products", "delete", ...products],
  },
];
