import {
  deleteVerb,
  eachOutcome,
  genericGroup,
  getVerb,
  listVerb,
} from "../../cli/generic/generic-resource.ts";

const status = ["ABANDONED", "RECOVERED"] as const;
const activities = [
  "SCHEDULED",
  "EMAIL_SENT",
  "EMAIL_NOT_SENT",
  "NOTIFICATION_SENT",
  "TASK_CREATED",
  "AUTOMATION_SKIPPED",
];
const day = (name: string, field: string, describe: string) => ({ flags: name, field, describe });

/** `till abandoned …` */
export const abandoned = genericGroup({
  name: "abandoned",
  summary: "checkouts that buyers left, or came back to",
  service: "abandonedCheckouts",
  singular: "abandoned checkout",
  kind: "abandonedCheckout",
  reference: { name: "<checkout>", describe: "id or the buyer's e-mail address" },
  matchKeys: ["buyerInfo.email"],
  columns: [
    { header: "BUYER", path: "buyerInfo.email", grow: true },
    { header: "STATUS", path: "status" },
    { header: "TOTAL", path: "totalPrice.amount", as: "money" },
    { header: "CURRENCY", path: "currency" },
    { header: "LEFT", path: "createdDate", as: "ago" },
    { header: "RECOVERED", path: "checkoutRecoveredDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "Status", path: "status" },
    { header: "Buyer", path: "buyerInfo.email" },
    { header: "First name", path: "contactDetails.firstName" },
    { header: "Last name", path: "contactDetails.lastName" },
    { header: "Items", path: "lineItems.productName.original" },
    { header: "Total", path: "totalPrice.amount" },
    { header: "Currency", path: "currency" },
    { header: "Left", path: "createdDate", as: "time" },
    { header: "Recovered", path: "checkoutRecoveredDate", as: "time" },
    { header: "What was done", path: "activities.type" },
    { header: "Checkout", path: "checkoutUrl" },
    { header: "Checkout id", path: "checkoutId" },
  ],
  filters: {
    id: "text",
    status,
    createdDate: "date",
    updatedDate: "date",
    "buyerInfo.email": "text",
    "buyerInfo.memberId": "text",
    "buyerInfo.visitorId": "text",
    "buyerInfo.contactId": "text",
    "totalPrice.amount": { here: "number" },
  },
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till abandoned list", does: "what was left" },
      { run: "till abandoned list --filter 'status = ABANDONED' --json", does: "who has not come back" },
    ]),
    {
      ...listVerb(resource, [], "search"),
      name: "search",
      summary: "search abandoned checkouts by another set of fields",
      examples: [
        { run: "till abandoned search --filter 'status = RECOVERED'", does: "who came back" },
        {
          run: "till abandoned search --filter 'buyerInfo.email = \"edda@example.com\"' --json",
          does: "those of one buyer",
        },
      ],
    },
    getVerb(resource, [
      { run: "till abandoned get edda@example.com", does: "one, by the buyer's address" },
      { run: "till abandoned get edda@example.com --json", does: "all of it" },
    ]),
    deleteVerb(resource, [
      { run: "till abandoned delete edda@example.com", does: "after a question" },
      { run: "till abandoned delete edda@example.com --yes", does: "in a script" },
    ]),
    {
      name: "delete-many",
      summary: "delete up to 100 abandoned checkouts by id",
      call: "bulkRemove",
      into: "",
      flags: [
        {
          flags: "--ids <json>",
          field: "abandonedCheckoutIds",
          describe: 'the ids, as a JSON list: \'["…", "…"]\'',
        },
      ],
      confirms: "Delete these abandoned checkouts",
      ...eachOutcome,
      examples: [
        {
          run: "till abandoned delete-many -f abandonedCheckoutIds[]=50e45ae1-31f9-4483-9e71-6a0af7ee184b --yes",
          does: "one result for each id",
        },
        {
          run: "till abandoned delete-many --ids '[\"50e45ae1-31f9-4483-9e71-6a0af7ee184b\"]' --yes --json",
          does: "the same, as JSON",
        },
      ],
    },
    {
      name: "note",
      summary: "note what was done to win a checkout back",
      call: "addActivity",
      args: [
        { ...resource.reference, field: "abandonedCheckoutId", finds: true },
        { name: "<activity>", describe: "what was done", field: "activityType", choices: activities },
      ],
      prints: "abandonedCheckout",
      examples: [
        { run: "till abandoned note edda@example.com TASK_CREATED", does: "somebody will call" },
        {
          run: "till abandoned note edda@example.com EMAIL_SENT --json",
          does: "and the checkout as it is now",
        },
      ],
    },
    {
      name: "figures",
      summary: "add up what was left and won back in some days",
      call: "analytics",
      into: "",
      flags: [
        day("--from <day>", "startDate", "first day: 2026-01-01"),
        day("--to <day>", "endDate", "last day"),
      ],
      prints: "",
      kind: "figures",
      columns: [
        { header: "Open checkouts", path: "recoverableCheckoutCount" },
        { header: "Open value", path: "recoverableValue" },
        { header: "Average", path: "averageRecoverableCheckoutValue" },
        { header: "Won back", path: "recoveredCheckoutCount" },
        { header: "Value won back", path: "recoveredValue" },
        { header: "Rate in percent", path: "recoveryRate" },
        { header: "Currency", path: "currency" },
      ],
      examples: [
        { run: "till abandoned figures --from 2020-01-01 --to 2099-01-01", does: "everything so far" },
        { run: "till abandoned figures --from 2020-01-01 --to 2099-01-01 --json", does: "as JSON" },
      ],
    },
    {
      name: "link",
      summary: "print the address that leads a buyer back to the checkout",
      call: "redirect",
      args: [{ ...resource.reference, field: "abandonedCheckoutId", finds: true }],
      site: "metasiteId",
      link: true,
      prints: "headers",
      kind: "header",
      columns: [
        { header: "HEADER", path: "key" },
        { header: "VALUE", path: "value", grow: true },
      ],
      examples: [
        {
          run: "till abandoned link edda@example.com",
          does: "the address",
        },
        {
          run: "till abandoned link edda@example.com --json",
          does: "as JSON",
        },
      ],
    },
  ],
});
