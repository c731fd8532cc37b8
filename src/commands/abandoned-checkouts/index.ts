import { deleteVerb, eachOutcome, genericGroup, getVerb, listVerb } from "../../cli/generic/generic-verbs.ts";

const status = ["ABANDONED", "RECOVERED"] as const;
const activities = [
  "SCHEDULED",
  "EMAIL_SENT",
  "EMAIL_NOT_SENT",
  "NOTIFICATION_SENT",
  "TASK_CREATED",
  "AUTOMATION_SKIPPED",
];

/** `till orders abandoned …` */
export const abandoned = genericGroup({
  name: "abandoned",
  service: "abandonedCheckouts",
  kind: "abandonedCheckout",
  reference: { name: "<checkout>", describe: "id or buyer's email address" },
  matchKeys: ["buyerInfo.email"],
  fields: {
    id: { filter: "text" },
    status: { words: { ABANDONED: ["abandoned", "warn"], RECOVERED: ["recovered", "good"] }, filter: status },
    createdDate: { label: "Abandoned", as: "date", filter: "date" },
    updatedDate: { filter: "date" },
    "buyerInfo.email": { label: "Buyer", grow: true, filter: "text" },
    "buyerInfo.memberId": { filter: "text" },
    "buyerInfo.visitorId": { filter: "text" },
    "buyerInfo.contactId": { filter: "text" },
    "totalPrice.amount": { label: "Total", as: "money", filter: { here: "number" } },
    firstName: { path: "contactDetails.firstName" },
    lastName: { path: "contactDetails.lastName" },
    items: { path: "lineItems.productName.original" },
    currency: {},
    checkoutRecoveredDate: { label: "Recovered", as: "date" },
    activities: { path: "activities.type" },
    checkoutUrl: { label: "Checkout" },
    checkoutId: {},
  },
  list: "buyerInfo.email status totalPrice.amount currency createdDate checkoutRecoveredDate id",
  get: "id status buyerInfo.email firstName lastName items totalPrice.amount currency createdDate checkoutRecoveredDate activities checkoutUrl checkoutId",
  verbs: (resource) => [
    listVerb(resource, [
      "till orders abandoned list # all abandoned and recovered checkouts",
      'till orders abandoned list --filter "status = ABANDONED" --json # checkouts that are not recovered, as JSON',
    ]),
    {
      ...listVerb(resource, [], "search"),
      name: "search",
      sort: "createdDate updatedDate",
      summary: "Search abandoned checkouts",
      examples: [
        'till orders abandoned search --filter "status = RECOVERED" # recovered checkouts',
        "till orders abandoned search --filter \"buyerInfo.email = 'edda@example.com'\" --json # the checkouts of one buyer",
      ],
    },
    getVerb(resource, [
      "till orders abandoned get edda@example.com # by the buyer's email address",
      "till orders abandoned get edda@example.com --json --fields contactDetails,totalPrice # who left how much, as JSON",
    ]),
    deleteVerb(resource, [
      "till orders abandoned delete edda@example.com # asks for confirmation",
      "till orders abandoned delete edda@example.com --yes # without confirmation",
    ]),
    {
      name: "delete-many",
      summary: "Delete up to 100 abandoned checkouts",
      call: "bulkRemove",
      into: "",
      flags: [
        {
          flags: "--ids <json>",
          field: "abandonedCheckoutIds",
          describe: 'ids as a JSON list: \'["…", "…"]\'',
        },
      ],
      confirms: "Delete these abandoned checkouts",
      ...eachOutcome,
      examples: [
        'till orders abandoned list --filter "status = RECOVERED" --jq "{abandonedCheckoutIds: [.items[].id]}" | till orders abandoned delete-many --input - --yes # all that were recovered',
        'till orders abandoned list --limit 1 --jq ".items[0].id" | xargs till orders abandoned delete-many --dry-run --ids # preview the deletion of the first',
      ],
    },
    {
      name: "note",
      summary: "Record an activity to recover a checkout",
      call: "addActivity",
      args: [
        { ...resource.reference, field: "abandonedCheckoutId", finds: true },
        { name: "<activity>", describe: "activity", field: "activityType", choices: activities },
      ],
      prints: "abandonedCheckout",
      examples: [
        "till orders abandoned note edda@example.com TASK_CREATED # record that a follow-up task was created",
        "till orders abandoned note edda@example.com EMAIL_SENT --json # print the updated checkout as JSON",
      ],
    },
    {
      name: "figures",
      summary: "Show statistics of abandoned and recovered checkouts",
      call: "analytics",
      readOnly: true,
      into: "",
      flags: [
        { flags: "--from <day>", field: "startDate", describe: "first day: 2026-01-01" },
        { flags: "--until <day>", field: "endDate", describe: "last day" },
      ],
      prints: "",
      kind: "figures",
      fields: {
        recoverableCheckoutCount: { label: "Abandoned checkouts" },
        recoverableValue: { label: "Abandoned value" },
        averageRecoverableCheckoutValue: { label: "Average value" },
        recoveredCheckoutCount: { label: "Recovered checkouts" },
        recoveredValue: {},
        recoveryRate: { label: "Recovery rate (%)" },
        currency: {},
      },
      examples: [
        "till orders abandoned figures --from 2020-01-01 --until 2099-01-01 # all time",
        "till orders abandoned figures --from 2020-01-01 --until 2099-01-01 --jq .recoveryRate # the percentage of checkouts that was recovered",
      ],
    },
    {
      name: "link",
      summary: "Print the link that takes a buyer back to the checkout",
      call: "redirect",
      readOnly: true,
      args: [{ ...resource.reference, field: "abandonedCheckoutId", finds: true }],
      site: "metasiteId",
      link: true,
      prints: "headers",
      kind: "header",
      fields: {
        key: { label: "Header" },
        value: { grow: true },
      },
      examples: [
        "till orders abandoned link edda@example.com # the headers, with the URL",
        'till orders abandoned link edda@example.com --jq ".items[0].value" # only the URL, to send to the buyer',
      ],
    },
  ],
});
