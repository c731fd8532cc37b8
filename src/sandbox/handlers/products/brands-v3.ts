import type { Handlers } from "../../../api/endpoint.ts";
import type { brandsV3 as endpoints } from "../../../api/services/products/brands-v3.ts";
import type { Brand } from "../../../api/services/products/models-v3.ts";
import { requiredName } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { brandFields } from "../../services/products/v3/fields.ts";
import { brandKind } from "../../services/products/v3/kinds.ts";
import { brandNamed, createBrand } from "../../services/products/v3/references.ts";
import { referenceHandlers } from "./reference-handlers.ts";

const { handlers, bulkRemove, show, bulk } = referenceHandlers({
  kind: brandKind,
  one: "brand",
  many: "brands",
  fields: brandFields,
  count: "assignedProductsCount",
  usedBy: ({ id }) => ({ "brand.id": id }),
  create: (tx, { name }: Brand) => createBrand(tx, name),
  change: (_tx, before, { name = before.name }: Brand) => ({
    ...before,
    name: requiredName("brand.name", name),
  }),
  updateProduct: (product, id, after) => ({ ...product, brand: after && { id, name: after.name } }),
});

/** Brands of catalog v3. Renaming or deleting a brand updates its products. */
export const brandsV3: Handlers<typeof endpoints, Tx> = {
  ...handlers,
  bulkRemove,
  getOrCreate: (tx, { brandName, fields }) => ({ brand: show(tx, brandNamed(tx, brandName ?? ""), fields) }),
  bulkGetOrCreate: (tx, { brandNames, fields }) =>
    bulk(tx, brandNames, (name) => brandNamed(tx, name), true, fields),
};
