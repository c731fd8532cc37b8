import { endpoint } from "../../endpoint.ts";
import { enumOf, obj } from "../../models/fields.ts";

/** Which generation of catalog a site runs; it answers only the calls of that one. */
export const catalogVersioning = {
  get: endpoint("GET /stores/v3/provision/version", {
    input: obj({}),
    result: obj({ catalogVersion: enumOf("V1_CATALOG", "V3_CATALOG", "STORES_NOT_INSTALLED") }),
    summary: "Get the site's catalog version",
  }),
};
