import { genericGroup, getVerb, listVerb } from "../../cli/generic/generic-verbs.ts";
import { drafts } from "./drafts.ts";

/** `till subscriptions …` */
export const subscriptions = genericGroup({
  name: "subscriptions",
  summary: "List subscriptions and draft changes to them",
  service: "subscriptionContracts",
  singular: "subscription",
  kind: "subscriptionContract",
  reference: { name: "<subscription>", describe: "id or buyer's email address" },
  matchKeys: ["buyerInfo.email"],
  columns: [
    { header: "BUYER", path: "buyerInfo.email", grow: true },
    { header: "ITEM", path: "lineItems.productName.original", grow: true },
    { header: "INTERVAL", path: "subscriptionSettings.interval", as: "number" },
    { header: "FREQUENCY", path: "subscriptionSettings.frequency" },
    { header: "CYCLE", path: "lineItems.subscriptionInfo.cycleNumber", as: "number" },
    { header: "TOTAL", path: "priceSummary.total.amount", as: "money", currency: "currency" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "Title", path: "title" },
    { header: "Buyer", path: "buyerInfo.email" },
    { header: "Item", path: "lineItems.productName.original" },
    { header: "Quantity", path: "lineItems.quantity" },
    { header: "Frequency", path: "subscriptionSettings.frequency" },
    { header: "Interval", path: "subscriptionSettings.interval" },
    { header: "Auto-renewal", path: "subscriptionSettings.autoRenewal" },
    { header: "Billing cycles", path: "subscriptionSettings.billingCycles" },
    { header: "Current cycle", path: "lineItems.subscriptionInfo.cycleNumber" },
    { header: "Total", path: "priceSummary.total.amount" },
    { header: "Currency", path: "currency" },
    { header: "Created", path: "createdDate", as: "time" },
  ],
  filters: {
    id: "text",
    "buyerInfo.contactId": "text",
    "buyerInfo.email": { here: "text" },
    "subscriptionSettings.frequency": { here: ["DAY", "WEEK", "MONTH", "YEAR"] },
    createdDate: { here: "date" },
  },
  verbs: (resource) => [
    listVerb(resource, [
      "till subscriptions list # all subscriptions and their current cycles",
      "till subscriptions list --filter 'subscriptionSettings.frequency = MONTH' --json # only monthly subscriptions, as JSON",
    ]),
    getVerb(resource, [
      "till subscriptions get hanna@example.com # by the buyer's email address",
      "till subscriptions get hanna@example.com --json # the full record as JSON",
    ]),
    drafts,
  ],
});
