import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { ApplicationError, ErrorDetails } from "../../models/errors.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { CursorMetadata, catalogQuery } from "../../models/query.ts";
import { AddressWithContact, CatalogReference, Image, ItemName, PageUrl } from "../../models/values.ts";
import {
  DescriptionLine,
  ExtendedFields,
  ItemType,
  PhysicalProperties,
  PriceDescription,
  WeightUnit,
} from "../cart/models.ts";
import { CouponScope } from "../discounts/discounts.ts";
import {
  AdditionalFee,
  BalanceSummary,
  BusinessLocation,
  ChannelInfo,
  DecimalQuantity,
  LineItemDiscount,
  LocationAndQuantity,
  Order,
  OrderBuyer,
  OrderDiscount,
  OrderLineItem,
  OrderModifierGroups,
  OrderPrice,
  OrderPriceSummary,
  OrderShipping,
  OrderTaxInfo,
  OwnerApps,
  PlatformFees,
} from "./models.ts";

const percentage = (min: number) => decimal({ min, max: 100, maxScale: 2 });
const source = () => enumOf("ORIGINAL_ORDER", "AUTOMATIC", "CUSTOM");
const TaxChoice = obj({ taxable: bool(), taxGroupId: guid() });
const changes = { added: bool(), removed: bool() };
const oneChange = { oneOf: [["added", "changedDetails", "removed"]] };

const NonDraftableReason = enumOf(
  "PARTIALLY_OR_FULLY_REFUNDED",
  "UNSUPPORTED_CHANNEL_TYPE",
  "ORDER_STATUS_IS_NOT_SUPPORTED",
  "ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT",
  "ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT",
  "ORDER_NOT_FOUND",
  "SUBSCRIPTION_LINE_ITEM_EXISTS",
  "AMOUNTS_DO_NOT_ADD_UP",
  "UNSUPPORTED_CATALOG_ITEM",
  "TAXABLE_EXISTING_ADDITIONAL_FEE",
  "ORDER_HAS_CHARGEBACKS",
  "EDITING_IS_NOT_ALLOWED_FOR_APP",
  "COUPON_BEHAVIOR_IS_UNDEFINED",
);
/** The side effects of committing a draft. */
export const CommitSettings = obj({
  sendNotificationsToBuyer: bool(),
  sendNotificationsToBusiness: bool(),
  addActivitiesToOrder: bool(),
  sendNotificationsToCustomFulfillers: bool(),
  updateInventory: list(obj({ lineItemId: guid() }), { maxSize: 300 }),
});
const Deposit = obj(
  { amount: OrderPrice, percentage: percentage(0), priceSummary: readonly(OrderPriceSummary) },
  { oneOf: [["amount", "percentage"]] },
);

/** A draft of a new order, or of changes to an existing one; it has no effect until it is committed. */
export const DraftOrder = obj(
  {
    id: guid(),
    orderId: guid(),
    lineItems: list(
      obj({
        ...changes,
        changedDetails: obj({
          quantityBeforeChange: num({ min: 1, max: 1000000 }),
          priceBeforeChange: OrderPrice,
          priceDescriptionBeforeChange: PriceDescription,
          productNameBeforeChange: ItemName,
          descriptionLinesBeforeChange: list(DescriptionLine, { maxSize: 20 }),
          modifierGroupsBeforeChange: OrderModifierGroups,
        }),
        lineItem: OrderLineItem,
      }),
      { maxSize: 300 },
    ),
    shippingInfo: obj(
      {
        ...changes,
        changedDetails: obj({ shippingInfoBeforeChange: OrderShipping }),
        shippingInfo: OrderShipping,
      },
      oneChange,
    ),
    buyerInfo: OrderBuyer,
    billingInfo: AddressWithContact,
    additionalFees: list(
      obj({ additionalFee: AdditionalFee, taxDetails: TaxChoice, source: source(), applied: bool() }),
      { maxSize: 100 },
    ),
    discounts: list(obj({ discount: OrderDiscount, source: source(), applied: bool() }), { maxSize: 320 }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    createdBy: obj({ userId: guid(), appId: guid() }, { readonly: true }),
    status: readonly(enumOf("DRAFT", "COMMITTED")),
    weightUnit: WeightUnit,
    currency: text({ format: "CURRENCY" }),
    priceSummary: readonly(OrderPriceSummary),
    taxSummary: readonly(obj({ totalTax: OrderPrice, manualTaxRate: decimal() })),
    balanceSummary: readonly(BalanceSummary),
    commitSettings: CommitSettings,
    memberId: guid(),
    purchaseFlowId: guid(),
    recipientInfo: obj(
      {
        ...changes,
        changedDetails: obj({ recipientInfoBeforeChange: AddressWithContact }),
        recipientInfo: AddressWithContact,
      },
      oneChange,
    ),
    taxInfo: OrderTaxInfo,
    extendedFields: ExtendedFields,
    buyerDetails: obj(
      { ...changes, changedDetails: obj({ buyerInfoBeforeChange: OrderBuyer }), buyerInfo: OrderBuyer },
      oneChange,
    ),
    billingDetails: obj(
      {
        ...changes,
        changedDetails: obj({ billingInfoBeforeChange: AddressWithContact }),
        billingInfo: AddressWithContact,
      },
      oneChange,
    ),
    businessLocationDetails: obj(
      {
        ...changes,
        changedDetails: obj({ businessLocationBeforeChange: BusinessLocation }),
        businessLocation: BusinessLocation,
      },
      oneChange,
    ),
    depositDetails: Deposit,
    platformFeeSummary: PlatformFees,
  },
  { always: ["id"] },
);
export interface DraftOrder extends z.input<typeof DraftOrder> {}

/** A draft order with its totals and calculation errors. */
const CalculatedDraftOrder = obj({
  draftOrder: DraftOrder,
  shippingOptions: list(obj({ carrierId: guid(), code: text(), title: text() })),
  calculationErrors: obj({
    generalShippingCalculationError: ErrorDetails,
    taxCalculationError: ErrorDetails,
    orderValidationErrors: list(ApplicationError),
  }),
});

const units = () => num({ min: 1, max: 100000 });
const locations = () => list(LocationAndQuantity, { maxSize: 5 });
export const DraftCatalogItem = obj(
  {
    catalogReference: CatalogReference,
    quantity: units(),
    price: OrderPrice,
    priceUndetermined: bool(),
    locations: locations(),
    productName: ItemName,
    externalLineItemId: text({ minLength: 1, maxLength: 100 }),
    taxGroupId: guid(),
    id: guid(),
    decimalQuantity: DecimalQuantity,
  },
  { required: ["catalogReference"] },
);
export interface DraftCatalogItem extends z.input<typeof DraftCatalogItem> {}
export const DraftCustomItem = obj({
  id: guid(),
  quantity: units(),
  catalogReference: CatalogReference,
  productName: ItemName,
  url: PageUrl,
  price: OrderPrice,
  lineItemPrice: OrderPrice,
  fullPrice: OrderPrice,
  priceBeforeDiscounts: OrderPrice,
  descriptionLines: list(DescriptionLine),
  media: Image,
  physicalProperties: PhysicalProperties,
  itemType: ItemType,
  priceDescription: PriceDescription,
  deliveryProfileId: guid(),
  locations: locations(),
  externalLineItemId: text({ minLength: 1, maxLength: 100 }),
  taxGroupId: guid(),
});
export interface DraftCustomItem extends z.input<typeof DraftCustomItem> {}
/** A change to an item of a draft; quantity 0 removes it. */
export const LineItemChange = obj(
  {
    lineItemId: guid(),
    newQuantity: num({ min: 0, max: 1000000 }),
    newPrice: decimal({ min: 0, max: 1e15 }),
    newPriceDescription: PriceDescription,
    newProductName: ItemName,
    newDescriptionLines: obj({ descriptionLines: list(DescriptionLine, { maxSize: 20 }) }),
    newModifierGroups: obj({ modifierGroups: OrderModifierGroups }),
  },
  { required: ["lineItemId"] },
);
export interface LineItemChange extends z.input<typeof LineItemChange> {}
export const DiscountOption = obj(
  {
    priceAmount: OrderPrice,
    percentage: percentage(0.01),
    discountType: CouponScope,
    lineItemId: guid(),
    amount: OrderPrice,
    description: text({ maxLength: 200 }),
    applyToDraftOrder: bool(),
    lineItemDiscounts: list(LineItemDiscount, { maxSize: 1 }),
  },
  { oneOf: [["priceAmount", "percentage"]], required: ["discountType"] },
);
export interface DiscountOption extends z.input<typeof DiscountOption> {}
export const AdditionalFeeOption = obj(
  {
    name: text({ minLength: 1, maxLength: 50 }),
    price: OrderPrice,
    taxDetails: TaxChoice,
    applyToDraftOrder: bool(),
    code: text({ minLength: 1, maxLength: 100 }),
    lineItemIds: list(guid(), { maxSize: 300 }),
  },
  { required: ["name", "price", "price.amount"] },
);
export interface AdditionalFeeOption extends z.input<typeof AdditionalFeeOption> {}
const Applied = obj({ id: guid(), applied: bool() }, { required: ["id", "applied"] });
/** The input of a new draft order. */
export const DraftOrderInput = obj({
  catalogLineItems: list(DraftCatalogItem, { maxSize: 300 }),
  customLineItems: list(DraftCustomItem, { maxSize: 300 }),
  discounts: list(DiscountOption, { maxSize: 100 }),
  buyerInfo: OrderBuyer,
  additionalFees: list(AdditionalFeeOption, { maxSize: 100 }),
  recipientInfo: AddressWithContact,
  shippingInfo: OrderShipping,
  billingInfo: AddressWithContact,
  taxExempt: bool(),
  businessLocation: BusinessLocation,
  extendedFields: ExtendedFields,
});
export interface DraftOrderInput extends z.input<typeof DraftOrderInput> {}
const DepositOption = Deposit;

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
    once: true,
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
    once: true,
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
    once: true,
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
