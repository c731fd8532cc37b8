import { endpoint, service } from "../../endpoint.ts";
import { guid, obj } from "../../models/fields.ts";
import { BackInStockSettings } from "./models/back-in-stock.ts";

const settings = obj({ settings: BackInStockSettings });
const ofApp = {
  input: obj({ appId: guid() }),
  result: settings,
  required: ["appId"],
  effect: "set",
} as const;

/** The settings of back-in-stock requests, per catalog. */
export const backInStockSettings = service("backInStockSettings", {
  start: endpoint(
    "POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/start-collecting",
    {
      ...ofApp,
      summary: "Start collecting back-in-stock requests for a catalog",
    },
  ),
  stop: endpoint(
    "POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/stop-collecting",
    {
      ...ofApp,
      summary: "Stop collecting back-in-stock requests for a catalog",
    },
  ),
  get: endpoint("PUT /back-in-stock-service/v1/back-in-stock-notification-requests/settings", {
    input: obj({}),
    result: settings,
    role: "admin",
    effect: "read",
    summary: "Show which catalogs collect back-in-stock requests",
  }),
});
