import type { Handlers } from "../../../api/endpoint.ts";
import type { Ribbon } from "../../../api/services/products/models/ribbon.ts";
import type { ribbonsV3 as endpoints } from "../../../api/services/products/ribbons-v3.ts";
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
import { ribbonFields } from "../../services/products/v3/fields.ts";
import { ribbonKind } from "../../services/products/v3/kinds.ts";
import { refreshProduct } from "../../services/products/v3/products.ts";
import { createRibbon, ribbonNamed } from "../../services/products/v3/references.ts";
import {
  products,
  type StoredProductV3,
  type StoredRibbon,
  ribbons as table,
} from "../../services/products/v3/tables.ts";

/** Ribbons of catalog v3. Renaming or deleting a ribbon updates its products. */
export const ribbonsV3: Handlers<typeof endpoints, Tx> = {
  create: (tx, { ribbon }) => ({ ribbon: createRibbon(tx, ribbon?.name) }),
  get: (tx, { ribbonId, fields }) => ({
    ribbon: showRibbon(tx, entityOf(tx, ribbonKind, ribbonId ?? ""), fields),
  }),
  update: (tx, { ribbon, fields }) => ({ ribbon: showRibbon(tx, changeRibbon(tx, ribbon ?? {}), fields) }),
  remove(tx, { ribbonId }) {
    deleteRibbon(tx, ribbonId ?? "");
    return {};
  },
  query(tx, { query, fields }) {
    const { items, pagingMetadata } = listPage(tx, table, query, ribbonFields);
    return { ribbons: items.map((ribbon) => showRibbon(tx, ribbon, fields)), pagingMetadata };
  },
  count: (tx, { filter }) => ({ count: countOf(tx, table, { filter }, ribbonFields) }),
  bulkCreate(tx, { ribbons, returnEntity }) {
    const made = forEachItem(tx, ribbons ?? [], ({ name }) => createRibbon(tx, name));
    return bulkResponse(made, "item", returnEntity ? (ribbon) => ribbon : undefined);
  },
  bulkUpdate(tx, { ribbons, returnEntity, fields }) {
    const made = forEachItem(tx, ribbons ?? [], ({ ribbon }) => changeRibbon(tx, ribbon ?? {}));
    return bulkResponse(made, "item", returnEntity ? (ribbon) => showRibbon(tx, ribbon, fields) : undefined);
  },
  getOrCreate: (tx, { ribbonName, fields }) => ({
    ribbon: showRibbon(tx, ribbonNamed(tx, ribbonName ?? ""), fields),
  }),
  bulkGetOrCreate(tx, { ribbonNames, fields }) {
    const found = forEachItem(tx, ribbonNames ?? [], (name) => ribbonNamed(tx, name));
    return bulkResponse(found, "item", (ribbon) => showRibbon(tx, ribbon, fields));
  },
  bulkRemove(tx, { ribbonIds }) {
    return bulkResponse(
      forEachItem(tx, ribbonIds ?? [], (id) => deleteRibbon(tx, id)),
      "item",
      undefined,
    );
  },
};

/** Returns a filter for products with a ribbon, as main or additional ribbon. */
const wearing = (id: string) => ({
  $or: [{ "ribbon.id": id }, { "lists.additionalRibbons-id": { $hasSome: [id] } }],
});

function showRibbon(tx: Tx, ribbon: StoredRibbon, fields: readonly string[] | null | undefined): Ribbon {
  if (!fields?.includes("ASSIGNED_PRODUCT_COUNT")) return ribbon;
  return {
    ...ribbon,
    assignedProductCount: tx.query(products, { filter: wearing(ribbon.id), limit: 1 }).total,
  };
}

function changeRibbon(tx: Tx, given: Ribbon): StoredRibbon {
  const before = entityOf(tx, ribbonKind, given.id ?? "");
  checkRevision(before, given.revision, "ribbon");
  const name = given.name === undefined ? before.name : requiredName("ribbon.name", given.name);
  const after = replaceEntity(tx, ribbonKind, { ...before, name });
  changeRibbons(tx, after.id, (ribbon) => (ribbon.id === after.id ? [{ id: after.id, name }] : [ribbon]));
  return after;
}

function deleteRibbon(tx: Tx, id: string): StoredRibbon {
  const ribbon = entityOf(tx, ribbonKind, id);
  changeRibbons(tx, id, (one) => (one.id === id ? [] : [one]));
  removeEntity(tx, ribbonKind, ribbon);
  return ribbon;
}

type Worn = NonNullable<StoredProductV3["ribbon"]>;

function changeRibbons(tx: Tx, id: string, change: (ribbon: Worn) => Worn[]): void {
  for (const product of tx.each(products, wearing(id))) {
    const [ribbon] = product.ribbon ? change(product.ribbon) : [];
    const additionalRibbons = (product.additionalRibbons ?? []).flatMap(change);
    refreshProduct(tx, { ...product, ribbon, additionalRibbons });
  }
}
