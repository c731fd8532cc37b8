import { endpoint, service } from "../../endpoint.ts";
import { bool, date, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";
import { genericEndpoints } from "../generic.ts";
import { groupedEndpoints } from "./grouped-endpoints.ts";
import { ProductMediaV3, Tags } from "./models-v3.ts";
import { upTo100 } from "./reference-endpoints.ts";

/** A picture with a link that galleries of categories show between products (catalog v3). */
export const Promotion = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 50 }),
  media: ProductMediaV3,
  destinationUrl: text({ format: "WEB_URL" }),
  categories: list(obj({ id: guid(), position: num({ min: 1 }), appliedToSubcategories: bool() }), {
    maxSize: 1000,
  }),
  enabled: bool(),
  extendedFields: ExtendedFields,
  tags: Tags,
});
export interface Promotion extends WireOf<typeof Promotion> {}

const names = {
  name: ["promotion", "promotions"],
  entityKey: "promotion",
  listKey: "promotions",
  model: Promotion,
  required: ["name", "media"],
} as const;

const grouped = groupedEndpoints({ ...names, path: "promotions", searched: "POST" });

/** Promotions of catalog v3. */
export const promotionsV3 = service("promotionsV3", {
  ...genericEndpoints({ ...names, path: "/stores/v3/promotions", queried: "GET" }),
  ...grouped,
  bulkUpdateTags: {
    ...grouped.bulkUpdateTags,
    input: obj({
      promotionIds: upTo100(guid()),
      assignTags: Tags,
      unassignTags: Tags,
      returnEntity: bool(),
    }),
  },
  resolve: endpoint("GET /stores/v3/promotions/resolve", {
    input: obj({ categoryId: guid() }),
    result: obj({ promotions: list(obj({ promotion: Promotion, position: num({ min: 1 }) })) }),
    required: ["categoryId"],
    summary: "List the promotions of a category, with their places between its products",
  }),
});
