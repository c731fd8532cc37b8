import { endpoint, service } from "../../endpoint.ts";
import { obj, text } from "../../models/fields.ts";
import { Brand, BrandField } from "./models-v3.ts";
import { referenceEndpoints, upTo100 } from "./reference-endpoints.ts";

const { endpoints, bulkRemove, single, results, fields } = referenceEndpoints({
  name: ["brand", "brands"],
  entityKey: "brand",
  listKey: "brands",
  item: "item",
  model: Brand,
  field: BrandField,
  path: "brands",
  required: ["name"],
  queried: "GET",
  limitMax: 300,
});
const name = () => text({ minLength: 1, maxLength: 50 });

/** Brands of catalog v3. */
export const brandsV3 = service("brandsV3", {
  ...endpoints,
  getOrCreate: endpoint("POST /stores/v3/brands/get-or-create", {
    input: obj({ brandName: name(), fields }),
    result: single,
    required: ["brandName"],
    effect: "set",
    summary: "Get a brand by name, or create it",
  }),
  bulkGetOrCreate: endpoint("POST /stores/v3/bulk/brands/get-or-create", {
    input: obj({ brandNames: upTo100(name()), fields }),
    result: results,
    required: ["brandNames"],
    effect: "set",
    summary: "Get up to 100 brands by name, or create them",
  }),
  bulkRemove,
});
