import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { CatalogReference, Image } from "../../models/values.ts";

/** The item of a request, as shown in the notification. */
export const BackInStockItem = obj(
  { name: text(), price: decimal({ min: 0 }), image: Image },
  { required: ["name", "price"] },
);

/** A shopper's request to be notified when an item is back in stock. */
export const BackInStockRequest = obj({
  id: text({ format: "GUID", readonly: true }),
  catalogReference: CatalogReference,
  email: text({ format: "EMAIL" }),
  contactId: text({ format: "GUID", readonly: true }),
  status: readonly(enumOf("UNSPECIFIED", "RECEIVED", "PROCESSING", "NOTIFICATION_SENT", "FAILED")),
  autoNotified: readonly(bool()),
  createdDate: readonly(date()),
  itemUrl: text({ format: "WEB_URL" }),
  itemDetails: readonly(BackInStockItem),
});
export interface BackInStockRequest extends z.input<typeof BackInStockRequest> {}

/** The catalog apps for whose items requests are collected. */
export const BackInStockSettings = obj({
  collectionStates: list(obj({ appId: guid(), collectingRequests: bool() })),
});
export interface BackInStockSettings extends z.input<typeof BackInStockSettings> {}

const byId = { input: obj({ id: guid() }), required: ["id"] };
const request = obj({ request: BackInStockRequest });

/** Back-in-stock requests: shoppers create them, the shop reads and answers them. */
export const backInStock = service("backInStock", {
  create: endpoint("POST /back-in-stock-service/v1/back-in-stock-notification-requests", {
    input: obj({ request: BackInStockRequest, itemDetails: BackInStockItem }),
    result: request,
    required: ["request.catalogReference", "request.email", "itemDetails"],
    role: "visitor",
    summary: "Create a back-in-stock request",
  }),
  get: endpoint("GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}", {
    ...byId,
    result: request,
    role: "admin",
    summary: "Get a back-in-stock request by ID",
  }),
  remove: endpoint("DELETE /back-in-stock-service/v1/back-in-stock-notification-requests/{id}", {
    ...byId,
    result: obj({}),
    summary: "Delete a back-in-stock request",
  }),
  markAsNotificationSent: endpoint(
    "PUT /back-in-stock-service/v1/back-in-stock-notification-requests/{id}/mark-as-notification-sent",
    {
      ...byId,
      result: request,
      summary: "Mark the notification of a back-in-stock request as sent",
    },
  ),
  countByCatalogReference: endpoint(
    "GET /back-in-stock-service/v1/back-in-stock-notification-requests/count-by-catalog-reference",
    {
      complexQuery: true,
      input: obj({ catalogReferences: list(CatalogReference, { minSize: 1, maxSize: 100 }) }),
      result: obj({
        countsPerCatalogReference: list(obj({ catalogReference: CatalogReference, count: num() })),
      }),
      required: ["catalogReferences"],
      role: "admin",
      summary: "Count the back-in-stock requests for items",
    },
  ),
  query: endpoint("GET /back-in-stock-service/v1/back-in-stock-notification-requests", {
    fallback: {
      method: "POST",
      public: "/back-in-stock-service/v1/back-in-stock-notification-requests/query",
    },
    complexQuery: true,
    input: obj({ query: Query }),
    result: obj({ requests: list(BackInStockRequest), metadata: PagingMetadata }),
    ...pagedBy("cursor", "requests", "metadata", 100),
    role: "admin",
    summary: "List back-in-stock requests that match a query",
  }),
  reportItemsBackInStock: endpoint(
    "POST /back-in-stock-service/v1/back-in-stock-notification-requests/report-items-back-in-stock",
    {
      once: true,
      input: obj(
        {
          catalogReference: CatalogReference,
          requestIds: list(text()),
          itemDetails: BackInStockItem,
          extraAutomationTemplateParameters: map(text()),
        },
        { oneOf: [["catalogReference", "requestIds"]] },
      ),
      result: obj({}),
      required: ["itemDetails"],
      summary: "Notify the shoppers who requested an item",
    },
  ),
});

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
