import type { Collection } from "../../api/services/collections/models/collection.ts";
import type { Catalog } from "../products/catalog.ts";
import { allProductsId } from "../products/collection-names.ts";
import type { EntityKind } from "../snapshot/entities.ts";

/** Collections; on catalog v3, categories. */
export const collectionKind = ({
  collections: { list },
  version,
}: Pick<Catalog, "collections" | "version">): EntityKind => ({
  kind: "collection",
  domain: "collections",
  name: "collections",
  call: list.name,
  endpoint: list.endpoint,
  // Categories cannot be sorted by id.
  ...(version === "v1" && { keyed: true as const }),
  // On catalog v3, only its slug tells the built-in category of all products.
  omit: ({ id, slug }) => (version === "v3" ? slug === "all-products" : id === allProductsId),
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
