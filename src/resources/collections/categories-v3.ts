import { requireAllDone } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import type { WireInput, WireResult } from "../../api/endpoint.ts";
import { storesAppId } from "../../api/models/stores-app.ts";
import { pages } from "../../api/query/pages.ts";
import type { collections } from "../../api/services/collections/collections.ts";
import {
  type Category,
  storesTree as treeReference,
} from "../../api/services/collections/models/category.ts";
import type { Collection } from "../../api/services/collections/models/collection.ts";
import { storeCategories } from "../../api/services/collections/store-categories.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { order, text } from "../products/v3/fields.ts";
import { type CollectionSource, collectionFilterFields } from "./collections.ts";

type Calls = typeof collections;
type In<Name extends keyof Calls> = WireInput<Calls[Name]>;
type Out<Name extends keyof Calls> = WireResult<Calls[Name]>;

/** The operators that category queries support, by the field names of collections. */
const operators: Readonly<Record<string, readonly string[]>> = {
  id: text,
  name: text,
  slug: text,
  lastUpdated: order,
};

/** The platform returns at most this many categories per page, whatever the limit, and removes as many items per request. */
const maxItems = 100;

/** Lists categories as collections, with cursor paging. */
export const categoryList: CollectionSource = {
  endpoint: { ...storeCategories.query, items: "collections", required: [], limitMax: maxItems },
  fields: collectionFilterFields.map(({ operators: _, ...field }) => {
    const known = operators[field.name];
    return known ? { ...field, operators: known } : field;
  }),
  sortPaths: ["name"],
};

/** The collection calls of catalog v1, implemented with the categories of catalog v3. */
export const categoryCalls = {
  "collections.query": queryCollections,
  "collections.get": async (call: Call, { id }: In<"get">): Promise<Out<"get">> => ({
    collection: asCollection(await categoryOf(call, id ?? "")),
  }),
  "collections.getBySlug": collectionBySlug,
  "collections.getBySlugV1": collectionBySlug,
  "collections.create": async (call: Call, { collection }: In<"create">): Promise<Out<"create">> => {
    const body = { ...bodyOf(collection ?? {}), visible: collection?.visible ?? true };
    const { category } = await clientOf(call).create({ category: body, treeReference, fields });
    return { collection: asCollection(category ?? {}) };
  },
  "collections.update": updateCollection,
  "collections.remove": async (call: Call, { id }: In<"remove">) =>
    await clientOf(call).remove({ categoryId: id ?? "", treeReference }),
  "collections.addProducts": async (call: Call, { id, productIds }: In<"addProducts">) => {
    const items = (productIds ?? []).map(itemOf);
    return requireAllDone(
      await clientOf(call).addItems({ categoryId: id ?? "", items, treeReference }),
      productIds ?? [],
      (count) => `${count} products were not added to the collection`,
    );
  },
  "collections.removeProducts": async (call: Call, { id, productIds }: In<"removeProducts">) => {
    const items = (productIds ?? []).map(itemOf);
    for (const chunk of batchesOf(items, maxItems)) {
      const result = await clientOf(call).removeItems({ categoryId: id ?? "", items: chunk, treeReference });
      requireAllDone(
        result,
        chunk.map(({ catalogItemId }) => catalogItemId),
        (count) => `${count} products were not removed from the collection`,
      );
    }
    return {};
  },
};

const fields = ["DESCRIPTION"];
const clientOf = (call: Call) => createWireClient({ storeCategories }, call).storeCategories;
const itemOf = (catalogItemId: string) => ({ catalogItemId, appId: storesAppId });

/** Returns a page by cursor, or by offset and limit. */
async function queryCollections(call: Call, { query }: In<"query">, admin: boolean) {
  const { filter, sort, paging, cursorPaging } = query ?? {};
  // Categories cannot be sorted by id.
  const order = sort?.filter(({ fieldName }) => fieldName !== "id");
  const conditions = {
    // The platform rejects an empty filter.
    ...(filter != null &&
      Object.keys(filter).length > 0 && { filter: inCategories(filter) as typeof filter }),
    ...(order?.length && { sort: order }),
  };
  const rest = { treeReference, fields, returnNonVisibleCategories: admin };
  if (cursorPaging) {
    const input = {
      query: cursorPaging.cursor ? { cursorPaging } : { ...conditions, cursorPaging },
      ...rest,
    };
    const { categories, pagingMetadata } = await clientOf(call).query(input);
    return { collections: (categories ?? []).map(asCollection), pagingMetadata };
  }
  const { limit, offset } = { limit: paging?.limit ?? 100, offset: paging?.offset ?? 0 };
  const found: Collection[] = [];
  const input = { query: conditions, ...rest };
  const { query: endpoint } = storeCategories;
  const options = { limit: offset + limit, pageSize: maxItems };
  for await (const category of pages<Category>(call, "storeCategories.query", endpoint, input, options))
    found.push(asCollection(category));
  return { collections: found.slice(offset) };
}

async function collectionBySlug(call: Call, { slug }: In<"getBySlug">): Promise<Out<"getBySlug">> {
  const { category } = await clientOf(call).getBySlug({ slug: slug ?? "", treeReference, fields });
  return { collection: asCollection(category ?? {}) };
}

/** Updates a category. Visibility has a separate call. */
async function updateCollection(call: Call, { collection }: In<"update">): Promise<Out<"update">> {
  const changes = collection ?? {};
  const client = clientOf(call);
  let category = await categoryOf(call, changes.id ?? "");
  const body = bodyOf(changes);
  if (Object.keys(body).length > 0) {
    const { id, revision } = category;
    const result = await client.update({ category: { id, revision, ...body }, treeReference, fields });
    category = result.category ?? {};
  }
  const { visible } = changes;
  if (typeof visible === "boolean" && visible !== category.visible) {
    const { id, revision } = category;
    const result = await client.updateVisibility({
      categoryId: id ?? "",
      revision: revision ?? "",
      visible,
      treeReference,
      fields,
    });
    category = result.category ?? {};
  }
  return { collection: asCollection(category) };
}

async function categoryOf(call: Call, categoryId: string): Promise<Category> {
  return (await clientOf(call).get({ categoryId, treeReference, fields })).category ?? {};
}

function bodyOf({ name, slug, description, media, seoSchema }: Collection): Category {
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
    ...(seoData && { seoSchema: seoData }),
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
