import type { Handlers } from "../../api/endpoint.ts";
import { type Collection, collections as endpoints } from "../../api/services/collections.ts";
import { freeSlug, requireFreeSlug } from "../kernel/entities.ts";
import { checkedQuery, findPage, type ListRequest, parseTextQuery, scanPage } from "../kernel/lists.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { changedKeys, products, saveProduct, setMembership, visibleTo } from "../products/index.ts";
import {
  allProducts,
  allProductsId,
  collectionNotFound,
  collectionOf,
  emitCollection,
  putCollection,
  rejectBuiltIn,
  type StoredCollection,
  storeAllProducts,
  collections as table,
} from "./collections.ts";

const writable = ["name", "description", "slug", "visible", "media", "seoSchema"] as const;

/** Catalog v1 collections. Their products are stored on the products. */
export const collections: Handlers<typeof endpoints, Tx> = {
  query(tx, { query }) {
    const { items, metadata } = queryCollections(tx, query);
    return { collections: items, metadata };
  },
  queryV1(tx, { query }) {
    const { items, metadata } = queryCollections(tx, parseTextQuery(query));
    const { count, offset, total } = metadata;
    return { collections: items, metadata: { items: count, offset }, totalResults: total };
  },
  get: (tx, { id }) => ({ collection: visibleCollection(tx, collectionOf(tx, id)) }),
  getBySlug: (tx, { slug }) => ({ collection: collectionBySlug(tx, slug) }),
  getBySlugV1: (tx, { slug }) => ({ collection: collectionBySlug(tx, slug) }),
  create(tx, { collection }) {
    storeAllProducts(tx);
    const id = tx.newId();
    if (!collection.name) throw invalid("collection.name", "REQUIRED_FIELD", "must not be empty");
    if (collection.slug) requireFreeSlug(tx, table, collection.slug, id);
    const created: StoredCollection = {
      id,
      name: collection.name,
      slug: collection.slug || freeSlug(tx, table, collection.name, "collection"),
      description: collection.description ?? "",
      visible: collection.visible ?? true,
      media: collection.media ?? { items: [] },
      numberOfProducts: 0,
      lastUpdated: tx.now.toISOString(),
      seoSchema: collection.seoSchema || undefined,
    };
    putCollection(tx, created);
    const { name, media, slug, visible } = created;
    emitCollection(tx, "CollectionCreated", id, { name, media, slug, visible });
    return { collection: created };
  },
  update(tx, { collection }) {
    const before = collectionOf(tx, collection.id ?? "");
    rejectBuiltIn(before.id, "change");
    const after = changeCollection(before, collection);
    if (after.slug !== before.slug) requireFreeSlug(tx, table, after.slug, after.id);
    const changedFields = changedKeys(before, after);
    if (changedFields.length === 0) return { collection: before };
    after.lastUpdated = tx.now.toISOString();
    putCollection(tx, after);
    emitCollection(tx, "CollectionChanged", after.id, { changedFields });
    return { collection: after };
  },
  remove(tx, { id }) {
    const collection = collectionOf(tx, id);
    rejectBuiltIn(collection.id, "delete");
    for (const product of [...tx.each(products, { collectionIds: { $hasSome: [collection.id] } })]) {
      const collectionIds = product.collectionIds.filter((one) => one !== collection.id);
      saveProduct(tx, product, { ...product, collectionIds });
    }
    tx.remove(table, collection.id);
    emitCollection(tx, "CollectionDeleted", collection.id);
    return {};
  },
  addProducts(tx, { id, productIds }) {
    setMembership(tx, id, productIds, true);
    return {};
  },
  removeProducts(tx, { id, productIds }) {
    setMembership(tx, id, productIds, false);
    return {};
  },
};

/** Returns the collection after a PATCH. Null clears the description; name and slug cannot be cleared. */
function changeCollection(before: StoredCollection, change: Partial<Collection>): StoredCollection {
  const given = Object.fromEntries(
    writable.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])),
  );
  const after = { ...before, ...given } as StoredCollection;
  for (const key of ["name", "slug"] as const) {
    if (!after[key])
      throw new PlatformError(400, "REQUIRED_FIELD", `collection.${key} must not be empty`, { field: key });
  }
  after.description ??= "";
  after.visible ??= true;
  after.media ??= { items: [] };
  if (after.seoSchema === null) delete after.seoSchema;
  return after;
}

function queryCollections(tx: Tx, request: ListRequest | null | undefined) {
  const query = checkedQuery(request ?? {}, endpoints.query);
  const empty = tx.get(table, allProductsId) === undefined;
  return empty ? scanPage([allProducts(tx)], query) : findPage(tx, table, query, visibleTo(tx));
}

function collectionBySlug(tx: Tx, slug: string): StoredCollection {
  const builtIn = allProducts(tx);
  const collection = slug === builtIn.slug ? builtIn : tx.findBy(table, "slug", slug);
  if (collection !== undefined) return visibleCollection(tx, collection);
  throw collectionNotFound(`There is no collection with the slug "${slug}"`, { slug });
}

function visibleCollection(tx: Tx, collection: StoredCollection): StoredCollection {
  if (collection.visible || tx.caller.role === "admin") return collection;
  throw collectionNotFound(`There is no collection ${collection.id}`, { id: collection.id });
}
