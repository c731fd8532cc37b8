import type { Handlers } from "../../../api/endpoint.ts";
import type { infoSectionsV3 as endpoints } from "../../../api/services/products/info-sections-v3.ts";
import type { InfoSection } from "../../../api/services/products/models/info-section.ts";
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
import { infoSectionFields } from "../../services/products/v3/fields.ts";
import { infoSectionKind } from "../../services/products/v3/kinds.ts";
import { refreshProduct } from "../../services/products/v3/products.ts";
import {
  createInfoSection,
  infoSectionFor,
  readDescription,
  rejectUniqueName,
} from "../../services/products/v3/references.ts";
import {
  products,
  type StoredInfoSection,
  infoSections as table,
} from "../../services/products/v3/tables.ts";

/** Info sections of catalog v3. Changing or deleting one updates its products. */
export const infoSectionsV3: Handlers<typeof endpoints, Tx> = {
  create: (tx, { infoSection }) => ({ infoSection: createInfoSection(tx, infoSection ?? {}) }),
  get: (tx, { infoSectionId, fields }) => ({
    infoSection: showSection(tx, entityOf(tx, infoSectionKind, infoSectionId ?? ""), fields),
  }),
  update: (tx, { infoSection, fields }) => ({
    infoSection: showSection(tx, changeSection(tx, infoSection ?? {}), fields),
  }),
  remove(tx, { infoSectionId }) {
    deleteSection(tx, infoSectionId ?? "");
    return {};
  },
  query(tx, { query, fields }) {
    const { items, pagingMetadata } = listPage(tx, table, query, infoSectionFields);
    return { infoSections: items.map((section) => showSection(tx, section, fields)), pagingMetadata };
  },
  count: (tx, { filter }) => ({ count: countOf(tx, table, { filter }, infoSectionFields) }),
  bulkCreate(tx, { infoSections, returnEntity }) {
    const made = forEachItem(tx, infoSections ?? [], (section) => createInfoSection(tx, section));
    return bulkResponse(made, "item", returnEntity ? (section) => section : undefined);
  },
  bulkUpdate(tx, { infoSections, returnEntity, fields }) {
    const made = forEachItem(tx, infoSections ?? [], ({ infoSection }) =>
      changeSection(tx, infoSection ?? {}),
    );
    return bulkResponse(
      made,
      "item",
      returnEntity ? (section) => showSection(tx, section, fields) : undefined,
    );
  },
  getOrCreate: (tx, { infoSection, fields }) => ({
    infoSection: showSection(tx, infoSectionFor(tx, infoSection ?? {}), fields),
  }),
  bulkGetOrCreate(tx, { infoSections, fields }) {
    const found = forEachItem(tx, infoSections ?? [], (section) => infoSectionFor(tx, section));
    return bulkResponse(found, "item", (section) => showSection(tx, section, fields));
  },
  bulkRemove(tx, { infoSectionIds }) {
    return bulkResponse(
      forEachItem(tx, infoSectionIds ?? [], (id) => deleteSection(tx, id)),
      "item",
      undefined,
    );
  },
};

/** Returns a filter for products with an info section. */
const showing = (id: string) => ({ "lists.infoSections-id": { $hasSome: [id] } });

function showSection(
  tx: Tx,
  section: StoredInfoSection,
  fields: readonly string[] | null | undefined,
): InfoSection {
  if (!fields?.includes("ASSIGNED_PRODUCTS_COUNT")) return section;
  return {
    ...section,
    assignedProductsCount: tx.query(products, { filter: showing(section.id), limit: 1 }).total,
  };
}

function changeSection(tx: Tx, given: InfoSection): StoredInfoSection {
  const before = entityOf(tx, infoSectionKind, given.id ?? "");
  checkRevision(before, given.revision, "info section");
  const title = given.title === undefined ? before.title : requiredName("infoSection.title", given.title);
  const uniqueName =
    given.uniqueName === undefined
      ? before.uniqueName
      : requiredName("infoSection.uniqueName", given.uniqueName);
  rejectUniqueName(tx, uniqueName, before.id);
  const next = { ...before, ...readDescription(given), title, uniqueName };
  const after = replaceEntity(tx, infoSectionKind, next);
  changeProducts(tx, after.id, (section) => [
    section.id === after.id ? { id: after.id, uniqueName } : section,
  ]);
  return after;
}

function deleteSection(tx: Tx, id: string): StoredInfoSection {
  const section = entityOf(tx, infoSectionKind, id);
  changeProducts(tx, id, (one) => (one.id === id ? [] : [one]));
  removeEntity(tx, infoSectionKind, section);
  return section;
}

type Shown = { id: string; uniqueName: string };

function changeProducts(tx: Tx, id: string, change: (section: Shown) => Shown[]): void {
  for (const product of tx.each(products, showing(id)))
    refreshProduct(tx, { ...product, infoSections: product.infoSections.flatMap(change) });
}
