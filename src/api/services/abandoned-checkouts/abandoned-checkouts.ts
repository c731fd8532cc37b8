import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/bulk.ts";
import { catalogSearch } from "../../models/catalog-query.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { RedirectResult } from "../checkout/models/checkout-template.ts";
import {
  AbandonedCheckout,
  AbandonedStatus,
  RecoveryActivity,
  RecoveryFigures,
  RecoveryMetric,
} from "./models/abandoned-checkout.ts";

const day = () => text({ minLength: 10, format: "LOCAL_DATE" });
const byId = { input: obj({ abandonedCheckoutId: guid() }), required: ["abandonedCheckoutId"] };

/** Abandoned checkouts. */
export const abandonedCheckouts = service("abandonedCheckouts", {
  get: endpoint("GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}", {
    ...byId,
    result: obj({ abandonedCheckout: AbandonedCheckout }),
    role: "admin",
    summary: "Get an abandoned checkout by ID",
  }),
  remove: endpoint("DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}", {
    ...byId,
    result: obj({}),
    summary: "Delete an abandoned checkout",
  }),
  bulkRemove: endpoint("POST /ecom/v1/bulk/abandoned-checkout/delete", {
    input: obj({ abandonedCheckoutIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: plainBulkResults,
    required: ["abandonedCheckoutIds"],
    effect: "delete",
    summary: "Delete up to 100 abandoned checkouts",
  }),
  query: endpoint("POST /ecom/v1/abandoned-checkout/query", {
    input: obj({ query: Query }),
    result: obj({
      results: list(AbandonedCheckout),
      abandonedCheckouts: list(AbandonedCheckout),
      metadata: PagingMetadata,
    }),
    required: ["query"],
    ...pagedBy("cursor", "abandonedCheckouts", "metadata", 100),
    role: "admin",
    summary: "List abandoned checkouts that match a query",
  }),
  search: endpoint("POST /ecom/v1/abandoned-checkout/search", {
    input: obj({ search: catalogSearch(100) }),
    result: obj({ abandonedCheckouts: list(AbandonedCheckout), pagingMetadata: PagingMetadata }),
    required: ["search"],
    ...pagedBy("cursor", "abandonedCheckouts", "pagingMetadata", 100),
    role: "admin",
    summary: "Search abandoned checkouts by text and filter",
  }),
  addActivity: endpoint("POST /ecom/v1/abandoned-checkouts/{abandonedCheckoutId}/add-activity", {
    input: obj({ abandonedCheckoutId: guid(), activityType: RecoveryActivity }),
    result: obj({ abandonedCheckout: AbandonedCheckout }),
    required: ["abandonedCheckoutId", "activityType"],
    summary: "Add an activity to an abandoned checkout",
  }),
  analytics: endpoint("POST /ecom/v1/abandoned-checkout/get-analytics", {
    input: obj({
      startDate: day(),
      endDate: day(),
      metrics: list(RecoveryMetric, { maxSize: 6 }),
      statuses: list(AbandonedStatus, { maxSize: 2 }),
    }),
    result: RecoveryFigures,
    required: ["startDate", "endDate"],
    role: "admin",
    effect: "read",
    summary: "Show abandoned and recovered amounts for a period",
  }),
  redirect: endpoint("GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}/redirect-to-checkout", {
    input: obj({ abandonedCheckoutId: guid(), metasiteId: guid() }),
    result: RedirectResult,
    required: ["abandonedCheckoutId", "metasiteId"],
    summary: "Redirect a browser to an abandoned checkout",
  }),
});
