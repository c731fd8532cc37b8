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
  fields: {
    id: { filter: "text" },
    "buyerInfo.contactId": { filter: "text" },
    "buyerInfo.email": { label: "Buyer", grow: true, filter: { here: "text" } },
    "subscriptionSettings.frequency": { filter: { here: ["DAY", "WEEK", "MONTH", "YEAR"] } },
    createdDate: { label: "Created", as: "time", filter: { here: "date" } },
    title: {},
    item: { path: "lineItems.productName.original", grow: true },
    quantity: { path: "lineItems.quantity" },
    interval: { path: "subscriptionSettings.interval", as: "number" },
    autoRenewal: { path: "subscriptionSettings.autoRenewal", label: "Auto-renewal" },
    billingCycles: { path: "subscriptionSettings.billingCycles" },
    currentCycle: { path: "lineItems.subscriptionInfo.cycleNumber", heading: "CYCLE", as: "number" },
    total: { path: "priceSummary.total.amount", as: "money", currency: "currency" },
    currency: {},
  },
  list: "buyerInfo.email item interval subscriptionSettings.frequency currentCycle total id",
  get: "id title buyerInfo.email item quantity subscriptionSettings.frequency interval autoRenewal billingCycles currentCycle total currency createdDate",
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
