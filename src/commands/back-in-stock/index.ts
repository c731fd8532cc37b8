import type { Verb } from "../../cli/command.ts";
import { deleteVerb, genericGroup, getVerb, listVerb } from "../../cli/generic/generic-verbs.ts";
import { backInStockSettings } from "../settings/index.ts";

const productArg = { name: "<product>", describe: "id, slug or SKU" };
const variantFlag = { flags: "--variant <id>", describe: "only this variant" };
const linkFlag = { flags: "--link <url>", describe: "URL of the product page, for the email" };

const request: Verb = {
  name: "request",
  writes: true,
  summary: "Request a notification when a product is back in stock",
  args: [productArg],
  flags: [{ flags: "--email <address>", describe: "email address of the shopper" }, variantFlag, linkFlag],
  examples: [
    "till settings back-in-stock request porcelain-pitcher --email ivo@example.com # by slug",
    "till settings back-in-stock request PITCH-1L --email ivo@example.com --json # by SKU, as JSON",
  ],
  load: async () => ({ run: (await import("./run.ts")).createRequest }),
};
const count: Verb = {
  name: "count",
  summary: "Count the requests for products",
  args: [{ name: "<products...>", describe: "ids, slugs or SKUs; - reads NDJSON records from stdin" }],
  examples: [
    "till settings back-in-stock count porcelain-pitcher stoneware-mug # the number of requests for each product",
    "till products list --limit 5 --output ndjson | till settings back-in-stock count - # count for the products of another command",
  ],
  load: async () => ({ run: (await import("./run.ts")).count }),
};
const report: Verb = {
  name: "report",
  writes: true,
  summary: "Notify shoppers that a product is back in stock",
  args: [productArg],
  flags: [
    variantFlag,
    { flags: "--requests <ids>", describe: "only these requests, as comma-separated ids" },
  ],
  examples: [
    "till settings back-in-stock report porcelain-pitcher # notify all shoppers who requested it",
    'till products variants list porcelain-pitcher --jq ".items[0].id" | xargs till settings back-in-stock report porcelain-pitcher --variant # notify only the shoppers who requested the first variant',
  ],
  load: async () => ({ run: (await import("./run.ts")).report }),
};

const requests = genericGroup({
  name: "back-in-stock",
  service: "backInStock",
  singular: "back-in-stock request",
  kind: "request",
  idField: "id",
  reference: { name: "<request>", describe: "id or email address" },
  matchKeys: ["email"],
  fields: {
    id: { filter: "text" },
    status: {
      words: {
        RECEIVED: ["waiting"],
        NOTIFICATION_SENT: ["notified", "good"],
        FAILED: ["failed", "bad"],
      },
      filter: ["RECEIVED", "PROCESSING", "NOTIFICATION_SENT", "FAILED"],
    },
    createdDate: { label: "Requested", as: "date", filter: "date" },
    autoNotified: { label: "Auto-notified", filter: "boolean" },
    contactId: { filter: "text" },
    itemUrl: { label: "URL", filter: "text" },
    email: { grow: true, filter: { here: "text" } },
    "catalogReference.catalogItemId": { label: "Item", filter: { here: "text" } },
    options: { path: "catalogReference.options" },
  },
  list: "email status catalogReference.catalogItemId createdDate id",
  get: "id email status catalogReference.catalogItemId options autoNotified createdDate itemUrl",
  verbs: (resource) => [
    listVerb(resource, [
      "till settings back-in-stock list # all requests",
      'till settings back-in-stock list --filter "status = RECEIVED" --json # open requests, as JSON',
    ]),
    getVerb(resource, [
      "till settings back-in-stock get greta@example.com # by the shopper's email address",
      "till settings back-in-stock get greta@example.com --jq .itemDetails.name # the product that the shopper waits for",
    ]),
    request,
    count,
    report,
    {
      name: "sent",
      summary: "Mark a request as notified",
      call: "markAsNotificationSent",
      args: [{ ...resource.reference, field: "id", finds: true }],
      prints: "request",
      examples: [
        "till settings back-in-stock sent greta@example.com # by the shopper's email address",
        'till settings back-in-stock list --filter "status = RECEIVED" --limit 1 --jq ".items[].id" | xargs till settings back-in-stock sent # mark the first request that is open',
      ],
    },
    deleteVerb(resource, [
      "till settings back-in-stock delete greta@example.com # asks for confirmation",
      "till settings back-in-stock delete greta@example.com --yes # without confirmation",
    ]),
  ],
});

/** `till settings back-in-stock …` */
export const backInStock = { ...requests, verbs: [...backInStockSettings.verbs, ...requests.verbs] };
