import { endpoint } from "../../endpoint.ts";
import { guid, obj } from "../../models/fields.ts";
import { BackInStockSettings } from "./models/back-in-stock.ts";

const path = "/v1/back-in-stock-notification-requests/settings";
const open = `/back-in-stock-service${path}`;
const settings = obj({ settings: BackInStockSettings });
const ofApp = {
  input: obj({ appId: guid() }),
  result: settings,
  required: ["appId"],
  effect: "set",
} as const;

/** Whether shoppers can ask to be told when items of a catalog are back. */
export const backInStockSettings = {
  start: endpoint({
    ...ofApp,
    method: "POST",
    path: `${path}/start-collecting`,
    public: `${open}/start-collecting`,
    summary: "Start collecting back-in-stock requests for a catalog",
  }),
  stop: endpoint({
    ...ofApp,
    method: "POST",
    path: `${path}/stop-collecting`,
    public: `${open}/stop-collecting`,
    summary: "Stop collecting back-in-stock requests for a catalog",
  }),
  get: endpoint({
    method: "PUT",
    path,
    public: open,
    input: obj({}),
    result: settings,
    role: "admin",
    effect: "read",
    summary: "Show which catalogs collect back-in-stock requests",
  }),
};
