import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { TipSettings } from "./models/tip.ts";

const settings = obj({ tipSettings: TipSettings });
const one = { input: settings, result: settings, required: ["tipSettings"] };

/** Tip settings: the default, and those of locations, terminals and users. */
export const tipSettings = service("tipSettings", {
  query: endpoint("POST /tip-settings/v1/tip-settings/query", {
    input: obj({ query: Query }),
    result: obj({ tipSettings: list(TipSettings), pagingMetadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("cursor", "tipSettings", "pagingMetadata", 100),
    role: "admin",
    summary: "List tip settings that match a query",
  }),
  update: endpoint("PATCH /tip-settings/v1/tip-settings", {
    ...one,
    summary: "Update tip settings (requires their revision)",
  }),
  create: endpoint("POST /tip-settings/v1/tip-settings", {
    ...one,
    summary: "Create tip settings for a location, a terminal or a user",
  }),
  createDefault: endpoint("POST /tip-settings/v1/tip-settings/create-default", {
    ...one,
    summary: "Create the default tip settings",
  }),
  remove: endpoint("DELETE /tip-settings/v1/tip-settings/{tipSettingsId}", {
    input: obj({ tipSettingsId: guid() }),
    result: obj({}),
    summary: "Delete tip settings other than the default",
  }),
});
