import { itemOutcomes, stepOutcomes } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import type { WireResult } from "../../api/endpoint.ts";
import { pages, readAll } from "../../api/query/pages.ts";
import { type Collection, collections } from "../../api/services/collections.ts";
import { inventory } from "../../api/services/inventory.ts";
import { type Product, products } from "../../api/services/products.ts";
import type { Step, StepOutcome, Work } from "../../bulk/journal/step.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { ApiError, UsageError } from "../../kernel/errors.ts";
import { type Collections, collectionFilterFields } from "../collections/collections.ts";
import { type Catalog, taxGroupsOnDemand } from "./catalog.ts";
import { collectionNames } from "./collection-names.ts";
import { productFilterFields, productSortPaths } from "./fields.ts";
import type { Upload } from "./media.ts";
import { amountNumber } from "./snapshot.ts";
import type { Fields } from "./step-kinds.ts";

/** The most values of a filter, and items of a page. */
const maxItems = 100;

type StoreVariant = NonNullable<WireResult<typeof products.queryStoreVariants>["variants"]>[number];

/** Returns a catalog of version 1: its calls have the form that `Catalog` has. */
export function catalogV1(call: Call, admin: boolean, upload: Upload): Catalog {
  const listed = collectionsV1(call);
  const list = {
    call,
    endpoint: products.query,
    fields: productFilterFields,
    sortPaths: productSortPaths,
  };
  const catalog: Catalog = {
    version: "v1",
    admin,
    list,
    async find(field, values) {
      const found: Product[] = [];
      for (const batch of batchesOf(values, maxItems)) {
        const query = { filter: { [field]: { $in: batch } }, paging: { limit: maxItems } };
        // Any number of products can have a name.
        const options = field === "name" ? { key: "id" } : {};
        found.push(...(await readAll<Product>(call, products.query, { query }, options)));
      }
      return found;
    },
    async variants(sku, { limit = Number.POSITIVE_INFINITY, field } = {}) {
      if (field === "barcode")
        throw new UsageError(
          "This shop runs catalog v1, whose products have no barcodes. Nothing was sent.",
          {
            code: "CATALOG_V1",
            hint: "Match rows by another key, such as: --key sku",
          },
        );
      const { queryStoreVariants: endpoint } = products;
      const rows = pages<StoreVariant>(call, endpoint, { query: { filter: { sku } } }, { limit });
      return (await Array.fromAsync(rows)).map(({ sku, productId, productName, variantId, variantName }) => ({
        code: sku ?? "",
        productId: productId ?? "",
        product: productName ?? "",
        variantId: variantId ?? undefined,
        variant: variantName ?? undefined,
      }));
    },
    async withCost(product) {
      const found = await call(products.get, { id: product.id, includeMerchantSpecificData: true });
      return found.product as Product;
    },
    async currency() {
      const found = await call(products.query, { query: { paging: { limit: 1 } } });
      return found.products?.[0]?.priceData?.currency ?? undefined;
    },
    async labels() {
      const found = { brand: new Set<string>(), ribbon: new Set<string>() };
      for await (const { brand, ribbon } of pages<Product>(call, list.endpoint, {}, { key: "id" })) {
        if (brand) found.brand.add(brand);
        if (ribbon) found.ribbon.add(ribbon);
      }
      return found;
    },
    availability: (id, options) => call(products.optionsAvailability, { id, options }),
    create: async (product) => (await call(products.create, { product })).product as Product,
    change: (id, fields) => call(products.update, { product: { id, ...fields } }),
    remove: (id) => call(products.remove, { id }),
    removeLabel: (id, label) =>
      label === "brand" ? call(products.removeBrand, { id }) : call(products.removeRibbon, { id }),
    removeOptions: (id) => call(products.removeOptions, { id }),
    changeVariants: (id, changes) =>
      call(products.updateVariants, { id, variants: changes.map(({ barcode, ...change }) => change) }),
    resetVariants: (id) => call(products.resetVariants, { id }),
    media: {
      upload,
      add: (id, items) => call(products.addMedia, { id, media: [...items] }),
      remove: (id, mediaIds) => call(products.removeMedia, { id, mediaIds: [...mediaIds] }),
      attach: (id, choices) => call(products.addChoicesMedia, { id, media: [...choices] }),
      detach: (id, choice) => call(products.removeChoicesMedia, { id, media: choice && [choice] }),
    },
    stock: {
      set: ({ id, inventoryItemId }, { trackQuantity, variants }) =>
        call(inventory.updateVariants, {
          inventoryItem: { id: inventoryItemId, productId: id, trackQuantity, variants: [...variants] },
        }),
      adjust(productId, variantIds, by) {
        const rows = variantIds.map((variantId) => ({ productId, variantId }));
        return by < 0
          ? call(inventory.decrement, { decrementData: rows.map((row) => ({ ...row, decrementBy: -by })) })
          : call(inventory.increment, { incrementData: rows.map((row) => ({ ...row, incrementBy: by })) });
      },
    },
    collections: listed,
    taxGroups: taxGroupsOnDemand(call),
    names: collectionNames(listed),
    async work() {
      const single = (await import("./work.ts")).productWork(catalog);
      return { ...single, ...bulkWork(call, single) };
    },
  };
  return catalog;
}

function collectionsV1(call: Call): Collections {
  return {
    list: {
      call,
      endpoint: collections.query,
      fields: collectionFilterFields,
    },
    async find(field, values) {
      return await readAll<Collection>(call, collections.query, {
        query: { filter: { [field]: { $in: values } } },
      });
    },
    async bySlug(slug) {
      try {
        return (await call(collections.getBySlug, { slug })).collection as Collection;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    create: async (collection) => (await call(collections.create, { collection })).collection as Collection,
    change: async (id, fields) =>
      (await call(collections.update, { collection: { id, ...fields } })).collection as Collection,
    remove: (id) => call(collections.remove, { id }),
    addProducts: (id, productIds) => call(collections.addProducts, { id, productIds: [...productIds] }),
    removeProducts: (id, productIds) => call(collections.removeProducts, { id, productIds: [...productIds] }),
  };
}

/** The fields that the platform's bulk call can set: one field of up to 100 products, to the same value. */
const bulkFields = new Set(["price", "cost", "weight", "ribbon", "brand"]);

/** Returns how steps that set the same field to the same value share a request; `single` sends all others. */
function bulkWork(call: Call, single: Work): Pick<Work, "group" | "write"> {
  return {
    group(step) {
      if (step.kind !== "product.update") return single.group?.(step);
      const [[name, value] = ["", null], ...more] = Object.entries((step.after ?? {}) as Fields);
      const isShared = more.length === 0 && bulkFields.has(name);
      return isShared && value !== null ? `${name} ${JSON.stringify(value)}` : single.group?.(step);
    },
    async write(steps): Promise<StepOutcome[]> {
      const [first] = steps;
      if (first?.kind !== "product.update" || steps.length === 1) return await single.write(steps);
      const [[name, value] = ["", null]] = Object.entries(first.after as Fields);
      const isAmount = ["price", "cost", "weight"].includes(name);
      const ids = steps.map(({ id = "" }: Step) => id);
      const response = await call(products.bulkUpdate, {
        ids,
        set: { [name]: isAmount ? amountNumber(value) : value },
      });
      const outcomes = itemOutcomes(response, ids);
      return steps.flatMap((step, index) => stepOutcomes([step], outcomes.get(index)));
    },
  };
}
