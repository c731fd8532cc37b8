import { endpoint } from "../../endpoint.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { TipSettings } from "./models/tip.ts";

const settings = obj({ tipSettings: TipSettings });
const one = { input: settings, result: settings, required: ["tipSettings"] };

/** Which tips the shop offers: by default, and in single places. */
export const tipSettings = {
  query: endpoint({
    method: "POST",
    path: "/v1/tip-settings/query",
    public: "/tip-settings/v1/tip-settings/query",
    input: obj({ query: Query }),
    result: obj({ tipSettings: list(TipSettings), pagingMetadata: PagingMetadata }),
    required: ["query"],
    paging: "cursor",
    items: "tipSettings",
    metadata: "pagingMetadata",
    limitMax: 100,
    role: "admin",
    summary: "List tip settings that match a query",
  }),
  update: endpoint({
    ...one,
    method: "PATCH",
    path: "/v1/tip-settings",
    public: "/tip-settings/v1/tip-settings",
    summary: "Update tip settings (requires their revision)",
  }),
  create: endpoint({
    ...one,
    method: "POST",
    path: "/v1/tip-settings",
    public: "/tip-settings/v1/tip-settings",
    summary: "Create tip settings for a location, a terminal or a user",
  }),
  createDefault: endpoint({
    ...one,
    method: "POST",
    path: "/v1/tip-settings/create-default",
    public: "/tip-settings/v1/tip-settings/create-default",
    summary: "Create the default tip settings",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/tip-settings/{tipSettingsId}",
    public: "/tip-settings/v1/tip-settings/{tipSettingsId}",
    input: obj({ tipSettingsId: guid() }),
    result: obj({}),
    required: ["tipSettingsId"],
    summary: "Delete tip settings other than the default",
  }),
};
