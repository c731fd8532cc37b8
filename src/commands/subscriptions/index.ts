import { genericGroup, getVerb, listVerb } from "../../cli/generic/generic-resource.ts";
import { drafts } from "./drafts.ts";

/** `till subscriptions …` */
export const subscriptions = genericGroup({
  name: "subscriptions",
  summary: "what buyers have agreed to buy again and again",
  service: "subscriptionContracts",
  singular: "subscription",
  kind: "subscriptionContract",
  reference: { name: "<subscription>", describe: "id or the buyer's e-mail address" },
  matchKeys: ["buyerInfo.email"],
  columns: [
    { header: "BUYER", path: "buyerInfo.email", grow: true },
    { header: "ITEM", path: "lineItems.productName.original", grow: true },
    { header: "EVERY", path: "subscriptionSettings.interval", as: "number" },
    { header: "UNIT", path: "subscriptionSettings.frequency" },
    { header: "CYCLE", path: "lineItems.subscriptionInfo.cycleNumber", as: "number" },
    { header: "TOTAL", path: "priceSummary.total.amount", as: "money" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "Title", path: "title" },
    { header: "Buyer", path: "buyerInfo.email" },
    { header: "Item", path: "lineItems.productName.original" },
    { header: "Quantity", path: "lineItems.quantity" },
    { header: "Unit of time", path: "subscriptionSettings.frequency" },
    { header: "Every", path: "subscriptionSettings.interval" },
    { header: "Renews itself", path: "subscriptionSettings.autoRenewal" },
    { header: "Cycles", path: "subscriptionSettings.billingCycles" },
    { header: "Cycle", path: "lineItems.subscriptionInfo.cycleNumber" },
    { header: "Total", path: "priceSummary.total.amount" },
    { header: "Currency", path: "currency" },
    { header: "Since", path: "createdDate", as: "time" },
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
      { run: "till subscriptions list", does: "every contract, and which cycle it is in" },
      {
        run: "till subscriptions list --filter 'subscriptionSettings.frequency = MONTH' --json",
        does: "those that are charged by the month",
      },
    ]),
    getVerb(resource, [
      { run: "till subscriptions get hanna@example.com", does: "one, by the buyer's address" },
      { run: "till subscriptions get hanna@example.com --json", does: "all of it" },
    ]),
    drafts,
  ],
});
