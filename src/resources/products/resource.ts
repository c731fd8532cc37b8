import type { Product } from "../../api/services/products/models/product.ts";
import { parseChanges } from "../../bulk/language/change.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { commandLine, type Edit, type EditQuery, isNamed } from "../edits.ts";
import { jobHistory, type ReadPast } from "../history.ts";
import { type Changes, quoted, type Resource } from "../resource.ts";
import { addToCart, adminActions } from "./actions.ts";
import { productsById } from "./catalog.ts";
import { changeSteps } from "./changes.ts";
import { allProductsId } from "./collection-names.ts";
import { productChangeFields, productColumns, productDetails } from "./fields.ts";
import { type Catalog, findProduct, listProducts } from "./read.ts";

/** Products as people browse and change them. */
export function productResource(catalog: Catalog, past?: ReadPast): Resource<Product> {
  return {
    name: "products",
    singular: "product",
    title: "Products",
    columns: productColumns,
    details: productDetails,
    fields: catalog.list.fields,
    sortPaths: catalog.list.sortPaths,
    // Catalog v3 has pages that follow each other, in an order of their own.
    ...(catalog.list.sortPaths?.includes("id") && { order: "id" }),
    changes: catalog.admin ? productChanges(catalog) : undefined,
    relations: [
      { resource: "collections", title: "its collections", filter: collectionsFilter },
      {
        resource: "inventory",
        title: "its stock",
        filter: ({ slug }) => (slug ? `slug = ${quoted(slug)}` : undefined),
      },
      {
        resource: "orders",
        title: "its orders",
        filter: ({ id }) => (id ? `productId = ${quoted(id)}` : undefined),
      },
    ],
    actions: [addToCart, ...(catalog.admin ? adminActions : [])],
    id: ({ id }) => id ?? "",
    label: ({ name, id }) => name ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    address: ({ productPageUrl: url }) =>
      url?.base ? `${url.base.replace(/\/$/, "")}${url.path ?? ""}` : undefined,
    picture: ({ media }) => media?.mainMedia?.image?.url || media?.mainMedia?.thumbnail?.url || undefined,
    list: (query) => listProducts(catalog, query),
    get: (id) => findProduct(catalog, id),
    history: ({ id }, words) => jobHistory(past, id, words),
  };
}

function collectionsFilter({ collectionIds }: Product): string | undefined {
  const ids = (collectionIds ?? []).filter((id) => id !== allProductsId);
  return ids.length === 0 ? undefined : `id in (${ids.map(quoted).join(", ")})`;
}

function productChanges(catalog: Catalog): Changes {
  return {
    kind: "products.update",
    fields: productChangeFields,
    async *plan(edits, signal) {
      for (const { sets, rows } of edits.filter(({ rows }) => !isNamed(rows))) {
        if (isNamed(rows)) continue;
        const query = { ...rows, all: true, variants: true, signal };
        for await (const product of listProducts(catalog, query).rows) yield stepsOf(product, sets);
      }
      const named = setsById(edits);
      const ids = [...named.keys()];
      for (let start = 0; start < ids.length; start += 100) {
        const found = await productsById(catalog.client, ids.slice(start, start + 100));
        for (const [id, product] of found) yield stepsOf(product, named.get(id)?.sets ?? []);
        yield* missing(named, ids.slice(start, start + 100), found);
      }
    },
    commands: ({ sets, rows }) => [
      commandLine(
        "products",
        "update",
        ...(isNamed(rows) ? rows.map(({ reference }) => reference) : ["--filter", wholeFilter(rows)]),
        ...sets.flatMap((set) => ["--set", set]),
      ),
    ],
  };
}

/** All rows of a list as one filter, which a command that changes things wants even where all are meant. */
function wholeFilter({ filter, search }: EditQuery): string {
  const word = search && `name contains ${quoted(search)}`;
  if (filter && word) return `(${filter}) and ${word}`;
  return filter || word || "id exists";
}

function stepsOf(product: Product, sets: readonly string[]): PlannedRow {
  const changes = parseChanges(sets, productChangeFields);
  const planned = changeSteps(product, { changes, guards: { field: "price" }, variants: "move" });
  if ("steps" in planned) return planned.steps;
  const { field, value, message } = planned;
  return { problems: [{ source: product.slug ?? "", column: field, value, rule: "change", message }] };
}

/** What each named row is set to: of two values for one field the later counts. */
export function setsById(edits: readonly Edit[]): Map<string, { label: string; sets: string[] }> {
  const found = new Map<string, { label: string; sets: string[] }>();
  for (const { sets, rows } of edits) {
    if (!isNamed(rows)) continue;
    for (const { id, label } of rows) {
      const before = found.get(id)?.sets ?? [];
      const kept = before.filter((one) => !sets.some((set) => fieldOf(set) === fieldOf(one)));
      found.set(id, { label, sets: [...kept, ...sets] });
    }
  }
  return found;
}

const fieldOf = (set: string) => set.slice(0, set.indexOf("=")).trim();

/** Rows that are gone are refused, and said. */
export function missing(
  named: ReadonlyMap<string, { label: string }>,
  ids: readonly string[],
  found: ReadonlyMap<string, unknown>,
): PlannedRow[] {
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({
      problems: [
        {
          source: named.get(id)?.label ?? id,
          column: "id",
          value: id,
          rule: "gone",
          message: "it is not there any more",
        },
      ],
    }));
}
