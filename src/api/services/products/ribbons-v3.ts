import { endpoint, service } from "../../endpoint.ts";
import { obj, text } from "../../models/fields.ts";
import { Ribbon, RibbonField } from "./models-v3.ts";
import { referenceEndpoints, upTo100 } from "./reference-endpoints.ts";

const { endpoints, bulkRemove, single, results, fields } = referenceEndpoints({
  name: ["ribbon", "ribbons"],
  entityKey: "ribbon",
  listKey: "ribbons",
  item: "item",
  model: Ribbon,
  field: RibbonField,
  path: "ribbons",
  required: ["name"],
  queried: "POST",
  limitMax: 100,
});
const name = () => text({ minLength: 1, maxLength: 30 });

/** Ribbons of catalog v3. */
export const ribbonsV3 = service("ribbonsV3", {
  ...endpoints,
  getOrCreate: endpoint("POST /stores/v3/ribbons/get-or-create", {
    input: obj({ ribbonName: name(), fields }),
    result: single,
    required: ["ribbonName"],
    effect: "set",
    summary: "Get a ribbon by name, or create it",
  }),
  bulkGetOrCreate: endpoint("POST /stores/v3/bulk/ribbons/get-or-create", {
    input: obj({ ribbonNames: upTo100(name()), fields }),
    result: results,
    required: ["ribbonNames"],
    effect: "set",
    summary: "Get up to 100 ribbons by name, or create them",
  }),
  bulkRemove,
});
