import type { Verb } from "../../cli/command.ts";
import { deleteVerb, genericGroup, getVerb, listVerb } from "../../cli/generic/generic-resource.ts";

const product = { name: "<product>", describe: "id, slug or SKU" };
const variant = { flags: "--variant <id>", describe: "only this variant of it" };
const link = { flags: "--link <url>", describe: "the page of the item, for the mail" };

const request: Verb = {
  name: "request",
  summary: "ask to be told when a product is back in stock",
  args: [product],
  flags: [{ flags: "--email <address>", describe: "whom to tell" }, variant, link],
  examples: [
    { run: "till back-in-stock request porcelain-pitcher --email ivo@example.com", does: "by slug" },
    { run: "till back-in-stock request PITCH-1L --email ivo@example.com --json", does: "by SKU, as JSON" },
  ],
  load: () => import("./request.ts"),
};
const count: Verb = {
  name: "count",
  summary: "count who waits for products",
  args: [{ name: "<products...>", describe: "ids, slugs or SKUs; - reads NDJSON records from stdin" }],
  examples: [
    { run: "till back-in-stock count porcelain-pitcher stoneware-mug", does: "a number for each" },
    { run: "till products list --limit 5 --output ndjson | till back-in-stock count -", does: "of a list" },
  ],
  load: () => import("./count.ts"),
};
const report: Verb = {
  name: "report",
  summary: "tell those who wait that a product is back in stock",
  args: [product],
  flags: [
    variant,
    { flags: "--requests <ids>", describe: "only these requests: ids with commas between them" },
  ],
  examples: [
    { run: "till back-in-stock report porcelain-pitcher", does: "everybody who waits for it" },
    {
      run: "till back-in-stock report porcelain-pitcher --variant 00000000-0000-0000-0000-000000000000",
      does: "who waits for this variant",
    },
  ],
  load: () => import("./report.ts"),
};

/** `till back-in-stock …` */
export const backInStock = genericGroup({
  name: "back-in-stock",
  summary: "shoppers who wait for something to return",
  service: "backInStock",
  singular: "back-in-stock request",
  kind: "request",
  idField: "id",
  reference: { name: "<request>", describe: "id or e-mail address" },
  matchKeys: ["email"],
  columns: [
    { header: "E-MAIL", path: "email", grow: true },
    { header: "STATUS", path: "status" },
    { header: "ITEM", path: "catalogReference.catalogItemId" },
    { header: "ASKED", path: "createdDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "E-mail", path: "email" },
    { header: "Status", path: "status" },
    { header: "Item", path: "catalogReference.catalogItemId" },
    { header: "Options", path: "catalogReference.options" },
    { header: "Told by itself", path: "autoNotified" },
    { header: "Asked", path: "createdDate", as: "time" },
    { header: "Page", path: "itemUrl" },
  ],
  filters: {
    id: "text",
    status: ["RECEIVED", "PROCESSING", "NOTIFICATION_SENT", "FAILED"],
    createdDate: "date",
    autoNotified: "boolean",
    contactId: "text",
    itemUrl: "text",
    email: { here: "text" },
    "catalogReference.catalogItemId": { here: "text" },
  },
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till back-in-stock list", does: "every request" },
      { run: "till back-in-stock list --filter 'status = RECEIVED' --json", does: "who still waits" },
    ]),
    getVerb(resource, [
      { run: "till back-in-stock get greta@example.com", does: "one, by the shopper's address" },
      { run: "till back-in-stock get greta@example.com --json", does: "all of it" },
    ]),
    request,
    count,
    report,
    {
      name: "sent",
      summary: "note that a shopper was told",
      call: "markAsNotificationSent",
      args: [{ ...resource.reference, field: "id", finds: true }],
      prints: "request",
      examples: [
        { run: "till back-in-stock sent greta@example.com", does: "by the shopper's address" },
        { run: "till back-in-stock sent greta@example.com --json", does: "and the request as it is now" },
      ],
    },
    deleteVerb(resource, [
      { run: "till back-in-stock delete greta@example.com", does: "after a question" },
      { run: "till back-in-stock delete greta@example.com --yes", does: "in a script" },
    ]),
  ],
});
