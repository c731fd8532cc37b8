import { endpoint, service } from "../../endpoint.ts";
import { CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";

const StoresLocation = obj({
  id: text({ format: "GUID", readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  wixLocationId: guid(),
  locationType: readonly(enumOf("VIRTUAL", "PHYSICAL")),
  name: text({ minLength: 1, maxLength: 150, readonly: true }),
  defaultLocation: readonly(bool()),
});
const one = obj({ storesLocation: StoresLocation });

/** The locations that stock of catalog v3 is kept at. */
export const storesLocations = service("storesLocations", {
  get: endpoint("GET /stores/v3/locations/{storesLocationId}", {
    input: obj({ storesLocationId: guid() }),
    result: one,
    required: ["storesLocationId"],
    summary: "Get a stock location by ID",
  }),
  query: endpoint("POST /stores/v3/locations/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({
      storesLocations: list(StoresLocation, { maxSize: 100 }),
      pagingMetadata: CursorMetadata,
    }),
    paging: "cursor",
    items: "storesLocations",
    metadata: "pagingMetadata",
    limitMax: 100,
    effect: "read",
    summary: "List the stock locations that match a query",
  }),
  getDefault: endpoint("GET /stores/v3/locations/default", {
    input: obj({}),
    result: one,
    summary: "Get the default stock location",
  }),
});
