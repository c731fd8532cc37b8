import { endpoint, service } from "../../endpoint.ts";
import { enumOf, obj } from "../../models/fields.ts";

/** The catalog version of a site, which supports only the calls of that version. */
export const catalogVersioning = service("catalogVersioning", {
  get: endpoint("GET /stores/v3/provision/version", {
    input: obj({}),
    result: obj({ catalogVersion: enumOf("V1_CATALOG", "V3_CATALOG", "STORES_NOT_INSTALLED") }),
    summary: "Get the site's catalog version",
  }),
});
