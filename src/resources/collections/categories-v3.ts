import { type BulkResponse, itemOutcomes, requireAllDone } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import type { CallOptions, WireInput } from "../../api/endpoint.ts";
import { storesAppId } from "../../api/models/app-ids.ts";
import { readAll } from "../../api/query/pages.ts";
import {
  type Category,
  type Collection,
  storeCategories,
  storesTree as treeReference,
} from "../../api/services/collections.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { ApiError } from "../../kernel/errors.ts";
import { order, text } from "../products/read-v3.ts";
import { type Collections, collectionFilterFields } from "./collections.ts";

/** The operators that category queries support, by the field names of collections. */
const operators: Readonly<Record<string, readonly string[]>> = {
  id: text,
  name: text,
  slug: text,
  lastUpdated: order,
};

/** The platform returns at most this many categories per page, whatever the limit, and removes as many items per request. */
const maxItems = 100;

type Query = WireInput<typeof storeCategories.query>["query"];

const fields = ["DESCRIPTION"];
const itemOf = (catalogItemId: string) => ({ catalogItemId, appId: storesAppId });

/** Returns the categories of catalog v3 as collections. */
export function categories(call: Call, admin: boolean): Collections {
  const query = (query: Query, options?: CallOptions) =>
    call(storeCategories.query, { query, treeReference, fields, returnNonVisibleCategories: admin }, options);
  const list: Collections["list"] = {
    endpoint: {
      ...storeCategories.query,
      name: "collections.query",
      items: "collections",
      required: [],
      limitMax: maxItems,
    },
    fields: collectionFilterFields.map(({ operators: _, ...field }) => {
      const known = operators[field.name];
      return known ? { ...field, operators: known } : field;
    }),
    sortPaths: ["name"],
    async call(_endpoint, input, options) {
      const { categories = [], pagingMetadata } = await query(queryInV3(input as ListInput), options);
      return { collections: (categories ?? []).map(asCollection), pagingMetadata } as never;
    },
  };
  return {
    list,
    async find(field, values) {
      const filter = { [field]: { $in: values } };
      return await readAll<Collection>(list.call, list.endpoint, { query: { filter } });
    },
    async bySlug(slug) {
      try {
        const { category } = await call(storeCategories.getBySlug, { slug, treeReference, fields });
        return category ? asCollection(category) : undefined;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    async create(collection) {
      const category = { ...bodyOf(collection), visible: collection.visible ?? true };
      return asCollection((await call(storeCategories.create, { category, treeReference, fields })).category);
    },
    // Visibility has a separate call.
    async change(id, { visible, ...changes }) {
      let { category } = await call(storeCategories.get, { categoryId: id, treeReference, fields });
      const body = bodyOf(changes);
      if (Object.keys(body).length > 0) {
        const changed = { id, revision: category?.revision, ...body };
        ({ category } = await call(storeCategories.update, { category: changed, treeReference, fields }));
      }
      if (typeof visible === "boolean" && visible !== category?.visible) {
        const target = { categoryId: id, revision: category?.revision, visible };
        ({ category } = await call(storeCategories.updateVisibility, { ...target, treeReference, fields }));
      }
      return asCollection(category);
    },
    remove: (categoryId) => call(storeCategories.remove, { categoryId, treeReference }),
    async addProducts(categoryId, productIds) {
      const items = productIds.map(itemOf);
      const response = await call(storeCategories.addItems, { categoryId, items, treeReference });
      return requireAllDone(
        await settled(call, response, { categoryId, productIds, member: true }),
        productIds,
        (count) => `${count} products were not added to the collection`,
      );
    },
    async removeProducts(categoryId, productIds) {
      for (const chunk of batchesOf(productIds, maxItems)) {
        const items = chunk.map(itemOf);
        const response = await call(storeCategories.removeItems, { categoryId, items, treeReference });
        requireAllDone(
          await settled(call, response, { categoryId, productIds: chunk, member: false }),
          chunk,
          (count) => `${count} products were not removed from the collection`,
        );
      }
    },
  };
}

/** Returns the response to a change of members, or what a read shows if it does not settle all of them. */
async function settled(
  call: Call,
  response: BulkResponse,
  { categoryId, productIds, member }: { categoryId: string; productIds: readonly string[]; member: boolean },
): Promise<BulkResponse> {
  if (itemOutcomes(response, productIds).size === productIds.length) return response;
  const results: NonNullable<BulkResponse["results"]>[number][] = [];
  for (const chunk of batchesOf(productIds, maxItems)) {
    const { categoriesForItems } = await call(storeCategories.listForItems, {
      items: chunk.map(itemOf),
      treeReference,
    });
    for (const { item, directCategoryIds } of categoriesForItems ?? []) {
      const success = (directCategoryIds ?? []).includes(categoryId) === member;
      const error = success ? undefined : { code: "NOT_DONE", description: "the platform did not do it" };
      results.push({ itemMetadata: { item, success, error } });
    }
  }
  return { results };
}

interface ListInput {
  query?: Query;
}

/** Returns the query of a page for categories. The platform rejects an empty filter. */
function queryInV3({ query }: ListInput): Query {
  const { filter, sort, cursorPaging } = query ?? {};
  if (cursorPaging?.cursor) return { cursorPaging };
  const isFiltered = filter != null && Object.keys(filter).length > 0;
  return {
    filter: isFiltered ? (inCategories(filter) as typeof filter) : undefined,
    sort: sort ?? undefined,
    cursorPaging,
  };
}

function bodyOf({ name, slug, description, media, seoSchema }: Partial<Collection>): Partial<Category> {
  const image = media?.mainMedia?.image?.url;
  return {
    ...(name != null && { name }),
    ...(slug && { slug }),
    ...(description !== undefined && { description: description || null }),
    ...(image && { image: { url: image } }),
    ...(seoSchema !== undefined && { seoData: seoSchema }),
  };
}

function asCollection(category: Category): Collection {
  const { id, name, slug, description, visible, itemCounter, updatedDate, image, seoData } = category;
  const media = image && { id: image.id, mediaType: "image", image: { url: image.url } };
  return {
    id,
    name,
    slug,
    description: description ?? "",
    visible: visible ?? true,
    numberOfProducts: itemCounter ?? 0,
    media: media ? { mainMedia: media, items: [media] } : { items: [] },
    lastUpdated: updatedDate,
    seoSchema: seoData || undefined,
  };
}

function inCategories(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(inCategories);
  if (filter === null || typeof filter !== "object") return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, operand]) => [
      key === "lastUpdated" ? "updatedDate" : key,
      key.startsWith("$") ? inCategories(operand) : operand,
    ]),
  );
}
