import type { Handlers } from "../../../api/endpoint.ts";
import type { Ribbon } from "../../../api/services/products/models-v3.ts";
import type { ribbonsV3 as endpoints } from "../../../api/services/products/ribbons-v3.ts";
import { requiredName } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { ribbonFields } from "../../services/products/v3/fields.ts";
import { ribbonKind } from "../../services/products/v3/kinds.ts";
import { createRibbon, ribbonNamed } from "../../services/products/v3/references.ts";
import { referenceHandlers } from "./reference-handlers.ts";

const { handlers, bulkRemove, show, bulk } = referenceHandlers({
  kind: ribbonKind,
  one: "ribbon",
  many: "ribbons",
  fields: ribbonFields,
  count: "assignedProductCount",
  usedBy: ({ id }) => ({
    $or: [{ "ribbon.id": id }, { "lists.additionalRibbons-id": { $hasSome: [id] } }],
  }),
  create: (tx, { name }: Ribbon) => createRibbon(tx, name),
  change: (_tx, before, { name = before.name }: Ribbon) => ({
    ...before,
    name: requiredName("ribbon.name", name),
  }),
  updateProduct(product, id, after) {
    const change = (ribbon: NonNullable<typeof product.ribbon>) => {
      if (ribbon.id !== id) return [ribbon];
      return after ? [{ id, name: after.name }] : [];
    };
    const [ribbon] = product.ribbon ? change(product.ribbon) : [];
    return { ...product, ribbon, additionalRibbons: (product.additionalRibbons ?? []).flatMap(change) };
  },
});

/** Ribbons of catalog v3. Renaming or deleting a ribbon updates its products. */
export const ribbonsV3: Handlers<typeof endpoints, Tx> = {
  ...handlers,
  bulkRemove,
  getOrCreate: (tx, { ribbonName, fields }) => ({
    ribbon: show(tx, ribbonNamed(tx, ribbonName ?? ""), fields),
  }),
  bulkGetOrCreate: (tx, { ribbonNames, fields }) =>
    bulk(tx, ribbonNames, (name) => ribbonNamed(tx, name), true, fields),
};
