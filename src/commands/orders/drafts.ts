import type { Call } from "../../api/caller.ts";
import {
  type GenericColumn,
  type GenericResource,
  genericGroup,
  listVerb,
} from "../../cli/generic/generic-resource.ts";

/** The id of the order that a reference names; the orders are opened when it is asked. */
const orderId = async (call: Call, reference: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, reference);

const draft = "calculatedDraftOrder.draftOrder";
/** The id of the draft that a reference names. */
const draftId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find-draft.ts")).findDraftId(call, name);
const reference = {
  name: "<draft>",
  describe: "id, the number of the order that it changes, or: last",
  field: "draftOrderId",
  finds: draftId,
};
const order = { name: "<order>", describe: "id or number", field: "orderId", finds: orderId };

/** An order that was made of a draft, or changed by one. */
const made: readonly GenericColumn[] = [
  { header: "Number", path: "number" },
  { header: "Id", path: "id" },
  { header: "Status", path: "status" },
  { header: "Payment", path: "paymentStatus" },
  { header: "Items", path: "lineItems.productName.original" },
  { header: "Quantities", path: "lineItems.quantity" },
  { header: "Total", path: "priceSummary.total.formattedAmount" },
  { header: "Left to pay", path: "balanceSummary.balance.formattedAmount" },
];

/** `till orders drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  summary: "orders in the making, and changes to orders that were placed",
  service: "draftOrders",
  singular: "draft order",
  kind: "draftOrder",
  reference: { name: "<draft>", describe: "id" },
  columns: [
    { header: "DRAFT", path: "id" },
    { header: "STATUS", path: "status" },
    { header: "ORDER", path: "orderId" },
    { header: "BUYER", path: "buyerInfo.email", grow: true },
    { header: "TOTAL", path: "priceSummary.total.formattedAmount" },
    { header: "CHANGED", path: "updatedDate", as: "ago" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "Status", path: "status" },
    { header: "Order", path: "orderId" },
    { header: "Buyer", path: "buyerInfo.email" },
    { header: "Items", path: "lineItems.lineItem.productName.original" },
    { header: "Quantities", path: "lineItems.lineItem.quantity" },
    { header: "Subtotal", path: "priceSummary.subtotal.formattedAmount" },
    { header: "Discount", path: "priceSummary.discount.formattedAmount" },
    { header: "Delivery", path: "priceSummary.shipping.formattedAmount" },
    { header: "Tax", path: "priceSummary.tax.formattedAmount" },
    { header: "Total", path: "priceSummary.total.formattedAmount" },
    { header: "Currency", path: "currency" },
    { header: "Changed", path: "updatedDate", as: "time" },
  ],
  filters: {
    id: "text",
    orderId: "text",
    status: ["DRAFT", "COMMITTED"],
    createdDate: "date",
    updatedDate: "date",
  },
  verbs: (resource: GenericResource) => [
    listVerb(resource, [
      { run: "till orders drafts list", does: "all of them" },
      { run: "till orders drafts list --filter 'status = DRAFT' --json", does: "those that are not done" },
    ]),
    {
      name: "get",
      summary: "show one draft order",
      call: "get",
      args: [reference],
      prints: draft,
      examples: [
        { run: "till orders drafts get last", does: "the newest" },
        { run: "till orders drafts get 10012 --json", does: "the changes to an order" },
      ],
    },
    {
      name: "create",
      summary: "begin a draft with nothing in it",
      call: "createEmpty",
      prints: draft,
      examples: [
        { run: "till orders drafts create", does: "an empty one" },
        {
          run: "till orders drafts create --json --jq .id",
          does: "and its id, for the commands that fill it",
        },
      ],
    },
    {
      name: "edit",
      summary: "begin changes to an order that was placed",
      call: "create",
      prints: draft,
      args: [order],
      examples: [
        { run: "till orders drafts edit 10014", does: "a draft with what is in the order" },
        { run: "till orders drafts edit 10014 --json --jq .id", does: "and its id" },
      ],
    },
    {
      name: "check",
      summary: "whether an order can be edited, and why not",
      args: [{ name: "<order>", describe: "id or number" }],
      examples: [
        { run: "till orders drafts check 10012", does: "yes, or no and the reasons; no is exit 6" },
        { run: "till orders drafts check 10014 --json", does: "for a script" },
      ],
      load: () => import("./draftable.ts"),
    },
    {
      name: "add",
      summary: "put an item into a draft",
      call: "addLineItems",
      args: [reference],
      prints: draft,
      into: "customLineItems[0]",
      flags: [
        { flags: "--name <text>", field: "productName.original", describe: "what it is called" },
        { flags: "--price <amount>", field: "price.amount", describe: "the price of one" },
        {
          flags: "--quantity <n>",
          field: "quantity",
          describe: "how many",
        },
      ],
      defaults: { customLineItems: [{ quantity: 1, itemType: { preset: "PHYSICAL" } }] },
      examples: [
        {
          run: "till orders drafts add last --name Engraving --price 5.00",
          does: "what is not in the catalog",
        },
        { run: "till orders drafts add 10012 --name 'Gift box' --price 3 --quantity 2", does: "to an order" },
      ],
    },
    {
      name: "commit",
      summary: "put a draft's changes into its order",
      call: "commit",
      args: [reference],
      prints: "orderAfterCommit",
      kind: "order",
      columns: made,
      confirms: "Change the order as the draft says",
      into: "",
      flags: [{ flags: "--reason <text>", field: "reason", describe: "why, for the order's history" }],
      examples: [
        { run: "till orders drafts commit 10012 --reason 'One more cup'", does: "after a question" },
        { run: "till orders drafts commit 10012 --yes --json", does: "in a script" },
      ],
    },
    {
      name: "order",
      summary: "make an order of a draft",
      call: "createOrder",
      args: [reference],
      into: "",
      prints: "createdOrder",
      kind: "order",
      columns: made,
      confirms: "Make an order of the draft",
      flags: [{ flags: "--channel <type>", field: "channelInfo.type", describe: "where it was sold" }],
      defaults: { channelInfo: { type: "BACKOFFICE_MERCHANT" } },
      examples: [
        { run: "till orders drafts order last", does: "after a question" },
        { run: "till orders drafts order last --channel POS --yes", does: "in a script" },
      ],
    },
    {
      name: "delete",
      summary: "delete a draft order",
      call: "remove",
      args: [reference],
      confirms: "Delete the draft order",
      done: "Deleted the draft order",
      examples: [
        { run: "till orders drafts delete last", does: "after a question" },
        { run: "till orders drafts delete 10012 --yes", does: "in a script" },
      ],
    },
  ],
});
