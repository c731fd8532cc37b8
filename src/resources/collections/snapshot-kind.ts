import { collections } from "../../api/services/collections/collections.ts";
import type { Collection } from "../../api/services/collections/models/collection.ts";
import { allProductsId } from "../products/collection-names.ts";
import type { EntityKind } from "../snapshot/entities.ts";
import type { CollectionSource } from "./collections.ts";

/** Collections; on catalog v3, categories. */
export const collectionKind = (source: CollectionSource | undefined): EntityKind => ({
  kind: "collection",
  domain: "collections",
  name: "collections",
  call: "collections.query",
  endpoint: source?.endpoint ?? collections.query,
  // Categories cannot be sorted by id.
  ...(source === undefined && { keyed: true as const }),
  // On catalog v3, only its slug tells the built-in category of all products.
  omit: ({ id, slug }) => (source ? slug === "all-products" : id === allProductsId),
  content(entity) {
    const { name, slug, description, visible, media } = entity as Collection;
    return {
      name: name ?? "",
      slug: slug ?? null,
      description: description || null,
      visible: visible ?? true,
      media: media?.mainMedia?.image?.url ?? null,
    };
  },
});
