import type * as z from "zod/mini";
import { AddressWithContact } from "../../../models/address.ts";
import { CatalogReference } from "../../../models/catalog-reference.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";
import { PageUrl } from "../../../models/page-url.ts";
import { ApplicationError, ErrorDetails } from "../../../models/platform-error.ts";
import { ItemName } from "../../../models/translated-text.ts";
import { WeightUnit } from "../../cart/models/cart.ts";
import {
  DescriptionLine,
  ExtendedFields,
  ItemType,
  PhysicalProperties,
  PriceDescription,
} from "../../cart/models/line-item.ts";
import { DiscountScope } from "../../discounts/models/discount.ts";
import {
  BusinessLocation,
  LineItemDiscount,
  OrderBuyer,
  OrderDiscount,
  OrderShipping,
  PlatformFees,
} from "./order.ts";
import {
  AdditionalFee,
  DecimalQuantity,
  LocationAndQuantity,
  OrderLineItem,
  OrderModifierGroups,
} from "./order-line-item.ts";
import { BalanceSummary, OrderPrice, OrderPriceSummary, OrderTaxInfo } from "./order-price.ts";

const percentage = (min: number) => decimal({ min, max: 100, maxScale: 2 });
const source = () => enumOf("ORIGINAL_ORDER", "AUTOMATIC", "CUSTOM");
const TaxChoice = obj({ taxable: bool(), taxGroupId: guid() });
const changes = { added: bool(), removed: bool() };
const oneChange = { oneOf: [["added", "changedDetails", "removed"]] };

export const NonDraftableReason = enumOf(
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
export const CalculatedDraftOrder = obj({
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
    discountType: DiscountScope,
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
export const Applied = obj({ id: guid(), applied: bool() }, { required: ["id", "applied"] });
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
export const DepositOption = Deposit;
