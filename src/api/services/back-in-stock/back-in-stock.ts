import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { CatalogReference } from "../../models/catalog-reference.ts";
import { guid, list, map, num, obj, text } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { BackInStockItem, BackInStockRequest } from "./models/back-in-stock.ts";

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
