import type { Call } from "../../api/caller.ts";
import type { GenericFields, GenericResource } from "../../cli/generic/generic-resource.ts";
import { genericGroup, listVerb } from "../../cli/generic/generic-verbs.ts";

/** Returns the id of an order by id or number. */
const orderId = async (call: Call, reference: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, reference);

const draft = "calculatedDraftOrder.draftOrder";
/** Returns the id of a draft. */
const draftId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findDraftId(call, name);
const reference = {
  name: "<draft>",
  describe: "id, the number of the order that it changes, or last",
  field: "draftOrderId",
  finds: draftId,
};
const order = { name: "<order>", describe: "id or number", field: "orderId", finds: orderId };

/** Lines of an order that a draft created or changed. */
const orderDetails: GenericFields = {
  number: {},
  id: {},
  status: {},
  paymentStatus: { label: "Payment" },
  "lineItems.productName.original": { label: "Items" },
  "lineItems.quantity": { label: "Quantities" },
  "priceSummary.total.formattedAmount": { label: "Total" },
  "balanceSummary.balance.formattedAmount": { label: "Balance due" },
};

/** `till orders drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  service: "draftOrders",
  kind: "draftOrder",
  reference: { name: "<draft>", describe: "id" },
  fields: {
    id: { heading: "DRAFT", filter: "text", sort: false },
    orderId: { label: "Order", filter: "text", sort: false },
    status: { filter: ["DRAFT", "COMMITTED"] },
    createdDate: { filter: "date" },
    updatedDate: { label: "Changed", as: "date", filter: "date" },
    buyer: { path: "buyerInfo.email", grow: true },
    items: { path: "lineItems.lineItem.productName.original" },
    quantities: { path: "lineItems.lineItem.quantity" },
    subtotal: { path: "priceSummary.subtotal.formattedAmount" },
    discount: { path: "priceSummary.discount.formattedAmount" },
    shipping: { path: "priceSummary.shipping.formattedAmount" },
    tax: { path: "priceSummary.tax.formattedAmount" },
    total: { path: "priceSummary.total.formattedAmount" },
    currency: {},
  },
  list: "id status orderId buyer total updatedDate",
  get: "id status orderId buyer items quantities subtotal discount shipping tax total currency updatedDate",
  verbs: (resource: GenericResource) => [
    listVerb(resource, [
      "till orders drafts list # all drafts",
      'till orders drafts list --filter "status = DRAFT" --json # only open drafts, as JSON',
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
        "till orders drafts check 10014 --jq .orderDraftable # true or false, for a script",
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
        'till orders drafts add 10012 --name "Gift box" --price 3 --quantity 2 # add an item to a draft by order number',
      ],
    },
    {
      name: "commit",
      summary: "Apply the changes of a draft to its order",
      call: "commit",
      args: [reference],
      prints: "orderAfterCommit",
      kind: "order",
      fields: orderDetails,
      confirms: "Apply the draft to the order",
      into: "",
      flags: [
        { flags: "--reason <text>", field: "reason", describe: "reason, recorded in the order's history" },
      ],
      examples: [
        'till orders drafts commit 10012 --reason "One more cup" # asks for confirmation',
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
      fields: orderDetails,
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
