import { endpoint, service } from "../../endpoint.ts";
import { obj } from "../../models/fields.ts";
import { InfoSection, InfoSectionDraft, InfoSectionField } from "./models-v3.ts";
import { referenceEndpoints, upTo100 } from "./reference-endpoints.ts";

const { endpoints, bulkRemove, single, results, fields } = referenceEndpoints({
  name: ["info section", "info sections"],
  entityKey: "infoSection",
  listKey: "infoSections",
  item: "item",
  model: InfoSection,
  field: InfoSectionField,
  path: "info-sections",
  required: ["title", "uniqueName"],
  queried: "GET",
  limitMax: 100,
});

/** Info sections of catalog v3. */
export const infoSectionsV3 = service("infoSectionsV3", {
  ...endpoints,
  getOrCreate: endpoint("POST /stores/v3/info-sections/get-or-create", {
    input: obj({ infoSection: InfoSectionDraft, fields }),
    result: single,
    required: ["infoSection"],
    effect: "set",
    summary: "Get an info section by ID or unique name, or create it",
  }),
  bulkGetOrCreate: endpoint("POST /stores/v3/bulk/info-sections/get-or-create", {
    input: obj({ infoSections: upTo100(InfoSectionDraft), fields }),
    result: results,
    required: ["infoSections"],
    effect: "set",
    summary: "Get up to 100 info sections by ID or unique name, or create them",
  }),
  bulkRemove,
});
