import type { Handlers } from "../../../api/endpoint.ts";
import type { brandsV3 as endpoints } from "../../../api/services/products/brands-v3.ts";
import type { Brand } from "../../../api/services/products/models/brand.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import {
  checkRevision,
  entityOf,
  removeEntity,
  replaceEntity,
  requiredName,
} from "../../kernel/documents/entities.ts";
import { countOf, listPage } from "../../kernel/documents/lists.ts";
import type { Tx } from "../../kernel/tx.ts";
import { brandFields } from "../../services/products/v3/fields.ts";
import { brandKind } from "../../services/products/v3/kinds.ts";
import { refreshProduct } from "../../services/products/v3/products.ts";
import { brandNamed, createBrand } from "../../services/products/v3/references.ts";
import { products, type StoredBrand, brands as table } from "../../services/products/v3/tables.ts";

/** Brands of catalog v3. Renaming or deleting a brand updates its products. */
export const brandsV3: Handlers<typeof endpoints, Tx> = {
  create: (tx, { brand }) => ({ brand: createBrand(tx, brand?.name) }),
  get: (tx, { brandId, fields }) => ({
    brand: showBrand(tx, entityOf(tx, brandKind, brandId ?? ""), fields),
  }),
  update: (tx, { brand, fields }) => ({ brand: showBrand(tx, changeBrand(tx, brand ?? {}), fields) }),
  remove(tx, { brandId }) {
    deleteBrand(tx, brandId ?? "");
    return {};
  },
  query(tx, { query, fields }) {
    const { items, pagingMetadata } = listPage(tx, table, query, brandFields);
    return { brands: items.map((brand) => showBrand(tx, brand, fields)), pagingMetadata };
  },
  count: (tx, { filter }) => ({ count: countOf(tx, table, { filter }, brandFields) }),
  bulkCreate(tx, { brands, returnEntity }) {
    const made = forEachItem(tx, brands ?? [], ({ name }) => createBrand(tx, name));
    return bulkResponse(made, "item", returnEntity ? (brand) => brand : undefined);
  },
  bulkUpdate(tx, { brands, returnEntity, fields }) {
    const made = forEachItem(tx, brands ?? [], ({ brand }) => changeBrand(tx, brand ?? {}));
    return bulkResponse(made, "item", returnEntity ? (brand) => showBrand(tx, brand, fields) : undefined);
  },
  getOrCreate: (tx, { brandName, fields }) => ({
    brand: showBrand(tx, brandNamed(tx, brandName ?? ""), fields),
  }),
  bulkGetOrCreate(tx, { brandNames, fields }) {
    const found = forEachItem(tx, brandNames ?? [], (name) => brandNamed(tx, name));
    return bulkResponse(found, "item", (brand) => showBrand(tx, brand, fields));
  },
  bulkRemove(tx, { brandIds }) {
    return bulkResponse(
      forEachItem(tx, brandIds ?? [], (id) => deleteBrand(tx, id)),
      "item",
      undefined,
    );
  },
};

function showBrand(tx: Tx, brand: StoredBrand, fields: readonly string[] | null | undefined): Brand {
  if (!fields?.includes("ASSIGNED_PRODUCTS_COUNT")) return brand;
  const filter = { "brand.id": brand.id };
  return { ...brand, assignedProductsCount: tx.query(products, { filter, limit: 1 }).total };
}

function changeBrand(tx: Tx, given: Brand): StoredBrand {
  const before = entityOf(tx, brandKind, given.id ?? "");
  checkRevision(before, given.revision, "brand");
  const name = given.name === undefined ? before.name : requiredName("brand.name", given.name);
  const after = replaceEntity(tx, brandKind, { ...before, name });
  for (const product of tx.each(products, { "brand.id": after.id }))
    refreshProduct(tx, { ...product, brand: { id: after.id, name } });
  return after;
}

function deleteBrand(tx: Tx, id: string): StoredBrand {
  const brand = entityOf(tx, brandKind, id);
  for (const product of tx.each(products, { "brand.id": id }))
    refreshProduct(tx, { ...product, brand: undefined });
  removeEntity(tx, brandKind, brand);
  return brand;
}
