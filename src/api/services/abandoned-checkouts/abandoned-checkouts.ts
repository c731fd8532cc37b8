import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/errors.ts";
import { date, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import { catalogSearch, PagingMetadata, Query } from "../../models/query.ts";
import { ContactDetails, currency, MultiCurrencyPrice } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { LineItem } from "../cart/models.ts";
import { RedirectResult } from "../checkout/checkout-templates.ts";
import { AppliedDiscount } from "../discounts/discounts.ts";

const AbandonedStatus = enumOf("ABANDONED", "RECOVERED");

/** The activities to recover an abandoned checkout. */
const RecoveryActivity = enumOf(
  "SCHEDULED",
  "EMAIL_SENT",
  "EMAIL_NOT_SENT",
  "NOTIFICATION_SENT",
  "TASK_CREATED",
  "AUTOMATION_SKIPPED",
);

/** An abandoned checkout and the activities to recover it. */
export const AbandonedCheckout = obj({
  id: guid(),
  createdDate: date(),
  updatedDate: date(),
  checkoutId: guid(),
  cartId: guid(),
  status: AbandonedStatus,
  buyerLanguage: text(),
  buyerInfo: obj(
    {
      visitorId: guid(),
      memberId: guid(),
      userId: guid(),
      contactId: guid(),
      email: text({ maxLength: 50, format: "EMAIL" }),
    },
    { oneOf: [["visitorId", "memberId", "userId"]] },
  ),
  contactDetails: ContactDetails,
  currency: currency(),
  conversionCurrency: currency(),
  totalPrice: MultiCurrencyPrice,
  subtotalPrice: MultiCurrencyPrice,
  activities: list(obj({ createdDate: date(), type: RecoveryActivity }), { maxSize: 20, readonly: true }),
  checkoutRecoveredDate: date(),
  checkoutUrl: text({ format: "WEB_URL" }),
  lineItems: list(LineItem, { minSize: 1, maxSize: 300, readonly: true }),
  appliedDiscounts: list(AppliedDiscount, { maxSize: 100, readonly: true }),
});
export interface AbandonedCheckout extends WireOf<typeof AbandonedCheckout> {}

/** A metric of abandoned checkouts over a period. */
const RecoveryMetric = enumOf(
  "RECOVERABLE_VALUE",
  "RECOVERABLE_CHECKOUT_COUNT",
  "AVERAGE_RECOVERABLE_CHECKOUT_VALUE",
  "RECOVERED_VALUE",
  "RECOVERED_CHECKOUT_COUNT",
  "RECOVERY_RATE",
);
const RecoveryFigures = obj({
  currency: currency(),
  recoverableValue: text(),
  recoverableCheckoutCount: num(),
  averageRecoverableCheckoutValue: text(),
  recoveredValue: text(),
  recoveredCheckoutCount: num(),
  recoveryRate: num(),
});

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
