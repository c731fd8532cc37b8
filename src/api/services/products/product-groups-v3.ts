import { endpoint, service } from "../../endpoint.ts";
import { ApplicationError } from "../../models/errors.ts";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";
import { genericEndpoints } from "../generic.ts";
import { groupedEndpoints } from "./grouped-endpoints.ts";
import { ProductMediaV3, Tags } from "./models-v3.ts";
import { upTo100 } from "./reference-endpoints.ts";

const Member = obj({
  productId: text(),
  choice: obj({ colorCode: text(), id: guid(), choiceType: text(), key: text(), name: text() }),
  slug: text(),
  inventoryAvailabilityStatus: enumOf("IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK"),
  status: enumOf("ACTIVE", "HIDDEN", "OUT_OF_SYNC"),
  productName: text(),
});

/** Products that differ in one option, such as the same shirt in linen, and are shown as choices of each other (catalog v3). */
export const ProductGroup = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 100 }),
  groupingCustomizationId: text({ minLength: 1, maxLength: 36 }),
  choiceOrder: list(guid(), { maxSize: 100 }),
  members: readonly(list(Member, { maxSize: 100 })),
  handle: text({ readonly: true }),
  groupingCustomization: readonly(
    obj({
      id: text(),
      key: text(),
      name: text(),
      customizationType: text(),
      customizationRenderType: text(),
    }),
  ),
  media: ProductMediaV3,
  extendedFields: ExtendedFields,
  tags: Tags,
});
export interface ProductGroup extends WireOf<typeof ProductGroup> {}

const asked = { fields: list(enumOf("GROUPING_CUSTOMIZATION", "THUMBNAIL"), { maxSize: 10 }) };
const names = {
  name: ["product group", "product groups"],
  entityKey: "productGroup",
  listKey: "productGroups",
  model: ProductGroup,
  required: ["name", "groupingCustomizationId"],
  asked,
} as const;
const generic = genericEndpoints({ ...names, path: "/stores/v3/product-groups", queried: "GET" });
const grouped = groupedEndpoints({ ...names, path: "product-groups", searched: "GET" });

const members = (verb: string) => ({
  input: obj({ productGroupId: guid(), productIds: upTo100(text({ minLength: 1, maxLength: 36 })) }),
  result: obj({ results: list(obj({ productId: text(), success: bool(), error: ApplicationError })) }),
  required: ["productGroupId", "productIds"],
  effect: "set" as const,
  summary: `${verb} a product group`,
});

/** Product groups of catalog v3. */
export const productGroupsV3 = service("productGroupsV3", {
  ...generic,
  get: { ...generic.get, role: "visitor" },
  query: { ...generic.query, role: "visitor" },
  ...grouped,
  search: { ...grouped.search, role: "visitor" },
  assign: endpoint("POST /stores/v3/product-groups/assign-products", members("Add up to 100 products to")),
  unassign: endpoint(
    "POST /stores/v3/product-groups/unassign-products",
    members("Remove up to 100 products from"),
  ),
});
