import type { Call } from "../../api/caller.ts";
import type { GenericColumn, GenericResource } from "../../cli/generic/generic-resource.ts";
import { genericGroup, listVerb } from "../../cli/generic/generic-verbs.ts";

/** Returns the id of an order by id or number. */
const orderId = async (call: Call, reference: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, reference);

const draft = "calculatedDraftOrder.draftOrder";
/** Returns the id of a draft. */
const draftId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find-draft.ts")).findDraftId(call, name);
const reference = {
  name: "<draft>",
  describe: "id, the number of the order that it changes, or last",
  field: "draftOrderId",
  finds: draftId,
};
const order = { name: "<order>", describe: "id or number", field: "orderId", finds: orderId };

/** Lines of an order that a draft created or changed. */
const orderDetails: readonly GenericColumn[] = [
  { header: "Number", path: "number" },
  { header: "Id", path: "id" },
  { header: "Status", path: "status" },
  { header: "Payment", path: "paymentStatus" },
  { header: "Items", path: "lineItems.productName.original" },
  { header: "Quantities", path: "lineItems.quantity" },
  { header: "Total", path: "priceSummary.total.formattedAmount" },
  { header: "Balance due", path: "balanceSummary.balance.formattedAmount" },
];

/** `till orders drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  summary: "Draft new orders and changes to existing orders",
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
    { header: "Shipping", path: "priceSummary.shipping.formattedAmount" },
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
      "till orders drafts list # all drafts",
      "till orders drafts list --filter 'status = DRAFT' --json # only open drafts, as JSON",
    ]),
    {
      name: "get",
      summary: "Show a draft order",
      call: "get",
      readOnly: true,
      args: [reference],
      prints: draft,
      examples: [
        "till orders drafts get last # the newest draft",
        "till orders drafts get 10012 --json # the draft that changes an order",
      ],
    },
    {
      name: "create",
      summary: "Create an empty draft order",
      call: "createEmpty",
      prints: draft,
      examples: [
        "till orders drafts create # create an empty draft",
        "till orders drafts create --json --jq .id # print the draft id, for use in scripts",
      ],
    },
    {
      name: "edit",
      summary: "Create a draft from an existing order",
      call: "create",
      prints: draft,
      args: [order],
      examples: [
        "till orders drafts edit 10014 # create a draft from an existing order",
        "till orders drafts edit 10014 --json --jq .id # print the draft id",
      ],
    },
    {
      name: "check",
      summary: "Check whether an order can be edited",
      args: [{ name: "<order>", describe: "id or number" }],
      examples: [
        "till orders drafts check 10012 # exits with 6 if the order cannot be edited",
        "till orders drafts check 10014 --json # as JSON",
      ],
      load: () => import("./check-draft.ts"),
    },
    {
      name: "add",
      summary: "Add an item to a draft order",
      call: "addLineItems",
      args: [reference],
      prints: draft,
      into: "customLineItems[0]",
      flags: [
        { flags: "--name <text>", field: "productName.original", describe: "name of the item" },
        { flags: "--price <amount>", field: "price.amount", describe: "unit price" },
        {
          flags: "--quantity <n>",
          field: "quantity",
          describe: "quantity",
        },
      ],
      defaults: { customLineItems: [{ quantity: 1, itemType: { preset: "PHYSICAL" } }] },
      examples: [
        "till orders drafts add last --name Engraving --price 5.00 # add a custom item",
        "till orders drafts add 10012 --name 'Gift box' --price 3 --quantity 2 # add an item to a draft by order number",
      ],
    },
    {
      name: "commit",
      summary: "Apply the changes of a draft to its order",
      call: "commit",
      args: [reference],
      prints: "orderAfterCommit",
      kind: "order",
      columns: orderDetails,
      confirms: "Apply the draft to the order",
      into: "",
      flags: [
        { flags: "--reason <text>", field: "reason", describe: "reason, recorded in the order's history" },
      ],
      examples: [
        "till orders drafts commit 10012 --reason 'One more cup' # asks for confirmation",
        "till orders drafts commit 10012 --yes --json # without confirmation",
      ],
    },
    {
      name: "order",
      summary: "Create an order from a draft",
      call: "createOrder",
      args: [reference],
      into: "",
      prints: "createdOrder",
      kind: "order",
      columns: orderDetails,
      confirms: "Create an order from the draft",
      flags: [{ flags: "--channel <type>", field: "channelInfo.type", describe: "sales channel" }],
      defaults: { channelInfo: { type: "BACKOFFICE_MERCHANT" } },
      examples: [
        "till orders drafts order last # asks for confirmation",
        "till orders drafts order last --channel POS --yes # without confirmation",
      ],
    },
    {
      name: "delete",
      summary: "Delete a draft order",
      call: "remove",
      args: [reference],
      confirms: "Delete the draft order",
      done: "Deleted the draft order",
      examples: [
        "till orders drafts delete last # asks for confirmation",
        "till orders drafts delete 10012 --yes # without confirmation",
      ],
    },
  ],
});
