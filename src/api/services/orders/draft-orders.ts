import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { AddressWithContact } from "../../models/address.ts";
import { CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, enumOf, guid, json, list, obj, text } from "../../models/fields.ts";
import {
  AdditionalFeeOption,
  Applied,
  CalculatedDraftOrder,
  CommitSettings,
  DepositOption,
  DiscountOption,
  DraftCatalogItem,
  DraftCustomItem,
  DraftOrder,
  DraftOrderInput,
  LineItemChange,
  NonDraftableReason,
} from "./models/draft-order.ts";
import {
  BusinessLocation,
  ChannelInfo,
  Order,
  OrderBuyer,
  OrderShipping,
  OwnerApps,
} from "./models/order.ts";

const CreateSettings = obj(
  {
    editableByEveryone: bool(),
    editableByOwnerApps: OwnerApps,
    notifications: obj({ sendNotificationToBuyer: bool(), sendNotificationsToBusiness: bool() }),
    createInvoice: bool(),
    orderStatus: enumOf("UNKNOWN_ORDER_STATUS", "INITIALIZED", "APPROVED"),
  },
  { oneOf: [["editableByEveryone", "editableByOwnerApps"]] },
);

/** Draft orders: new orders and changes to existing orders. */
export const draftOrders = service("draftOrders", {
  create: endpoint("POST /ecom/v1/draft-orders", {
    input: obj({ sourceOrderId: guid(), draftOrder: DraftOrderInput, orderId: guid() }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder, preexistingDraftOrder: bool() }),
    summary: "Create a draft order for a new order or an existing one",
  }),
  createEmpty: endpoint("POST /ecom/v1/draft-orders/create-empty-draft-order", {
    input: obj({}),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    summary: "Create an empty draft order",
  }),
  addLineItems: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items", {
    input: obj({
      draftOrderId: guid(),
      catalogLineItems: list(DraftCatalogItem, { maxSize: 300 }),
      customLineItems: list(DraftCustomItem, { maxSize: 300 }),
      currency: text({ format: "CURRENCY" }),
    }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    summary: "Add items to a draft order",
  }),
  updateLineItems: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/line-items", {
    input: obj({
      draftOrderId: guid(),
      lineItemChanges: list(LineItemChange, { minSize: 1, maxSize: 300 }),
      currency: text({ format: "CURRENCY" }),
    }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "lineItemChanges"],
    effect: "set",
    summary: "Update quantities, prices and names of items; quantity 0 removes an item",
  }),
  setDeposit: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit", {
    input: obj({ draftOrderId: guid(), depositDetails: DepositOption }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    effect: "set",
    summary: "Set the deposit of a draft order",
  }),
  setDiscounts: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts", {
    input: obj({ draftOrderId: guid(), discounts: list(Applied, { minSize: 1, maxSize: 320 }) }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "discounts"],
    effect: "set",
    summary: "Apply or ignore the discounts of a draft order",
  }),
  createDiscounts: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts", {
    input: obj({
      draftOrderId: guid(),
      discounts: list(DiscountOption, { minSize: 1, maxSize: 100 }),
      currency: text({ format: "CURRENCY" }),
    }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    summary: "Add custom discounts to a draft order",
  }),
  removeDiscounts: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts", {
    input: obj({ draftOrderId: guid(), discountIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "discountIds"],
    effect: "delete",
    summary: "Remove custom discounts from a draft order",
  }),
  setFees: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees", {
    input: obj({ draftOrderId: guid(), additionalFees: list(Applied, { minSize: 1, maxSize: 100 }) }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "additionalFees"],
    effect: "set",
    summary: "Apply or ignore the fees of a draft order",
  }),
  createFees: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees", {
    input: obj({
      draftOrderId: guid(),
      customAdditionalFees: list(AdditionalFeeOption, { minSize: 1, maxSize: 100 }),
      currency: text({ format: "CURRENCY" }),
    }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    summary: "Add custom fees to a draft order",
  }),
  removeFees: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees", {
    input: obj({ draftOrderId: guid(), customAdditionalFees: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "customAdditionalFees"],
    effect: "delete",
    summary: "Remove custom fees from a draft order",
  }),
  setShipping: endpoint("PUT /ecom/v1/draft-orders/set-shipping-info", {
    input: obj({ draftOrderId: guid(), shippingInfo: OrderShipping, currency: text({ format: "CURRENCY" }) }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId"],
    summary: "Set or remove the delivery of a draft order",
  }),
  setBuyer: endpoint("PUT /ecom/v1/draft-orders/set-buyer-info", {
    input: obj({ draftOrderId: guid(), buyerInfo: OrderBuyer }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId"],
    summary: "Set the buyer of a draft order",
  }),
  setRecipient: endpoint("PUT /ecom/v1/draft-orders/set-recipient-info", {
    input: obj({ draftOrderId: guid(), recipientInfo: AddressWithContact }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId"],
    summary: "Set the recipient of a draft order",
  }),
  setBilling: endpoint("PUT /ecom/v1/draft-orders/set-billing-info", {
    input: obj({ draftOrderId: guid(), billingInfo: AddressWithContact }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId"],
    summary: "Set the billing details of a draft order",
  }),
  get: endpoint("GET /ecom/v1/draft-orders/{draftOrderId}", {
    input: obj({ draftOrderId: guid() }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    role: "admin",
    summary: "Get a draft order by ID",
  }),
  draftability: endpoint("GET /ecom/v1/draft-orders/{orderId}/draftability", {
    input: obj({ orderId: guid() }),
    result: obj({
      orderId: guid(),
      orderDraftable: bool(),
      nonDraftableReasons: list(NonDraftableReason, { maxSize: 5 }),
    }),
    role: "admin",
    summary: "Check whether an order can be edited",
  }),
  commit: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/commit", {
    input: obj({
      draftOrderId: guid(),
      commitSettings: CommitSettings,
      reason: text({ maxLength: 200 }),
      calculationBehavior: enumOf("RECALCULATE", "REUSE_LAST"),
    }),
    result: obj({ committedDraftOrder: DraftOrder, orderAfterCommit: Order }),
    summary: "Commit a draft order to its order",
  }),
  createOrder: endpoint("POST /ecom/v1/draft-orders/{draftOrderId}/create-order", {
    input: obj({
      draftOrderId: guid(),
      createSettings: CreateSettings,
      reason: text({ maxLength: 200 }),
      channelInfo: ChannelInfo,
      calculationBehavior: enumOf("RECALCULATE", "REUSE_LAST"),
    }),
    result: obj({ committedDraftOrder: DraftOrder, createdOrder: Order }),
    summary: "Create an order from a draft order",
  }),
  remove: endpoint("DELETE /ecom/v1/draft-orders/{draftOrderId}", {
    input: obj({ draftOrderId: guid() }),
    result: obj({}),
    summary: "Delete a draft order",
  }),
  query: endpoint("POST /ecom/v1/draft-orders/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({ draftOrders: list(DraftOrder), pagingMetadata: CursorMetadata }),
    ...pagedBy("cursor", "draftOrders", "pagingMetadata", 100),
    effect: "read",
    role: "admin",
    summary: "List draft orders that match a query",
  }),
  updateExtendedFields: endpoint("POST /ecom/v1/draft-orders/{id}/update-extended-fields", {
    input: obj({ id: text(), namespace: text(), namespaceData: json() }),
    result: obj({ draftOrder: DraftOrder }, { always: ["draftOrder"] }),
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a draft order",
  }),
  setTaxExemption: endpoint("PUT /ecom/v1/draft-orders/set-tax-exemption", {
    input: obj({ draftOrderId: guid(), taxExempt: bool() }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "taxExempt"],
    summary: "Set the tax exemption of a draft order",
  }),
  setBusinessLocation: endpoint("PUT /ecom/v1/draft-orders/set-business-location", {
    input: obj({ draftOrderId: guid(), businessLocation: BusinessLocation }),
    result: obj({ calculatedDraftOrder: CalculatedDraftOrder }),
    required: ["draftOrderId", "businessLocation?.id"],
    summary: "Set the business location of a draft order",
  }),
});
