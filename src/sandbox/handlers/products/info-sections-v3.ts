import type { Handlers } from "../../../api/endpoint.ts";
import type { infoSectionsV3 as endpoints } from "../../../api/services/products/info-sections-v3.ts";
import { requiredName } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { infoSectionFields } from "../../services/products/v3/fields.ts";
import { infoSectionKind } from "../../services/products/v3/kinds.ts";
import {
  createInfoSection,
  infoSectionFor,
  readDescription,
  rejectUniqueName,
} from "../../services/products/v3/references.ts";
import { referenceHandlers } from "./reference-handlers.ts";

const { handlers, bulkRemove, show, bulk } = referenceHandlers({
  kind: infoSectionKind,
  one: "infoSection",
  many: "infoSections",
  fields: infoSectionFields,
  count: "assignedProductsCount",
  usedBy: ({ id }) => ({ "lists.infoSections-id": { $hasSome: [id] } }),
  create: createInfoSection,
  change(tx, before, given) {
    const { title = before.title, uniqueName = before.uniqueName } = given;
    const names = {
      title: requiredName("infoSection.title", title),
      uniqueName: requiredName("infoSection.uniqueName", uniqueName),
    };
    rejectUniqueName(tx, names.uniqueName, before.id);
    return { ...before, ...readDescription(given), ...names };
  },
  updateProduct: (product, id, after) => ({
    ...product,
    infoSections: product.infoSections.flatMap((section) => {
      if (section.id !== id) return [section];
      return after ? [{ id, uniqueName: after.uniqueName }] : [];
    }),
  }),
});

/** Info sections of catalog v3. Changing or deleting one updates its products. */
export const infoSectionsV3: Handlers<typeof endpoints, Tx> = {
  ...handlers,
  bulkRemove,
  getOrCreate: (tx, { infoSection, fields }) => ({
    infoSection: show(tx, infoSectionFor(tx, infoSection ?? {}), fields),
  }),
  bulkGetOrCreate: (tx, { infoSections, fields }) =>
    bulk(tx, infoSections, (section) => infoSectionFor(tx, section), true, fields),
};
