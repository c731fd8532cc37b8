import { ApplicationError, ErrorDetails } from "../../models/errors.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import {
  AddressWithContact,
  CatalogReference,
  currency,
  Image,
  ItemName,
  MultiCurrencyPrice,
  PageUrl,
  price,
  translatedText,
} from "../../models/values.ts";
import type { Schema, WireOf } from "../../schema.ts";
import { AppliedDiscount, CartDiscount } from "../discounts/discounts.ts";
import { DigitalFileType, Dimensions } from "../products/products.ts";
import { SelectedShippingOption, ShippingInformation } from "../shipping/models.ts";
import { TaxDetails, TaxSummary } from "../tax/models.ts";

const quantity = () => num({ min: 1, max: 100000 });
const itemId = () => text({ minLength: 1, maxLength: 36 });
const overriddenPrice = () => decimal({ min: 0, max: 999999999, maxScale: 3 });

/** Fields that apps store with an entity, by namespace. */
export const ExtendedFields = obj({ namespaces: map(json()) });

export const PaymentOption = enumOf(
  "FULL_PAYMENT_ONLINE",
  "FULL_PAYMENT_OFFLINE",
  "MEMBERSHIP",
  "DEPOSIT_ONLINE",
  "MEMBERSHIP_OFFLINE",
  "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER",
);
export const TaxableAddress = obj({ addressType: enumOf("BUSINESS", "BILLING", "SHIPPING") });

export const ItemType = obj(
  { preset: enumOf("UNRECOGNISED", "PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"), custom: text() },
  { oneOf: [["preset", "custom"]] },
);
const Availability = obj({
  status: enumOf("AVAILABLE", "NOT_FOUND", "NOT_AVAILABLE", "PARTIALLY_AVAILABLE"),
  quantityAvailable: num(),
});
export const DescriptionLine = obj(
  {
    name: translatedText({ maxLength: 100 }, { maxLength: 200 }),
    plainText: translatedText({ maxLength: 600 }),
    colorInfo: obj({
      original: text({ maxLength: 500 }),
      translated: text({ maxLength: 500 }),
      code: text(),
    }),
  },
  { oneOf: [["plainText", "colorInfo"]] },
);
export const PhysicalProperties = obj({
  weight: num(),
  sku: text({ maxLength: 40 }),
  shippable: bool(),
  productDimensions: Dimensions,
  packageDimensions: Dimensions,
});
export const SubscriptionFrequency = enumOf("UNDEFINED", "DAY", "WEEK", "MONTH", "YEAR");
const SubscriptionOption = obj({
  subscriptionSettings: obj({
    frequency: SubscriptionFrequency,
    interval: num({ min: 1, max: 3650 }),
    autoRenewal: bool(),
    billingCycles: num({ min: 1 }),
    enableCustomerCancellation: bool(),
    freeTrialPeriod: obj({ frequency: SubscriptionFrequency, interval: num({ min: 1, max: 999 }) }),
    startDate: date(),
    billingSettings: obj({ anchorDay: num({ min: 1, max: 28 }) }),
    productPeriodAlignment: enumOf("ALIGNED_WITH_BILLING_PERIOD", "NOT_ALIGNED_WITH_BILLING_PERIOD"),
  }),
  title: translatedText({ minLength: 1, maxLength: 150 }),
  description: translatedText({ maxLength: 500 }),
});
const DigitalFile = obj({
  id: text({ minLength: 1, maxLength: 100 }),
  fileName: text({ minLength: 1, maxLength: 1000 }),
  fileType: DigitalFileType,
});
export const ServiceProperties = obj({
  scheduledDate: date(),
  numberOfParticipants: num({ min: 1, max: 10000 }),
  endDate: date(),
});
export const PriceDescription = translatedText({ minLength: 1, maxLength: 100 });
const Policy = obj({
  title: text({ minLength: 1, maxLength: 29 }),
  content: text({ minLength: 1, maxLength: 3000 }),
});

/** The modifiers that a buyer selected for an item, in groups such as toppings. */
export const modifierGroups = <Price extends Schema>(modifierPrice: Price) =>
  list(
    obj({
      id: itemId(),
      name: ItemName,
      modifiers: list(
        obj({ id: itemId(), quantity: quantity(), label: ItemName, details: ItemName, price: modifierPrice }),
        { minSize: 1, maxSize: 25 },
      ),
    }),
    { maxSize: 25 },
  );

const CatalogOverrideFields = obj({
  productName: ItemName,
  price: overriddenPrice(),
  fullPrice: overriddenPrice(),
  descriptionLines: list(DescriptionLine, { maxSize: 20 }),
  physicalProperties: PhysicalProperties,
  image: Image,
  paymentOption: obj({ value: PaymentOption }),
  depositAmount: decimal({ gt: 0, max: 999999999, maxScale: 3 }),
  savePaymentMethod: bool(),
  inventoryAppId: guid(),
  fixedQuantity: bool(),
});

/** The fields of an item of a cart. */
export const lineItemShape = {
  id: text({ format: "GUID", readonly: true }),
  quantity: quantity(),
  catalogReference: CatalogReference,
  productName: readonly(ItemName),
  url: readonly(PageUrl),
  price: readonly(MultiCurrencyPrice),
  fullPrice: readonly(MultiCurrencyPrice),
  priceBeforeDiscounts: readonly(MultiCurrencyPrice),
  lineItemPrice: readonly(MultiCurrencyPrice),
  descriptionLines: list(DescriptionLine, { readonly: true }),
  image: readonly(Image),
  availability: readonly(Availability),
  physicalProperties: readonly(PhysicalProperties),
  itemType: readonly(ItemType),
  subscriptionOptionInfo: readonly(SubscriptionOption),
  digitalFile: readonly(DigitalFile),
  paymentOption: readonly(PaymentOption),
  serviceProperties: readonly(ServiceProperties),
  rootCatalogItemId: text({ minLength: 1, maxLength: 36, readonly: true }),
  priceDescription: readonly(PriceDescription),
  depositAmount: readonly(MultiCurrencyPrice),
  selectedMembership: obj(
    { id: text({ minLength: 1, maxLength: 100 }), appId: guid() },
    { required: ["id", "appId"] },
  ),
  deliveryProfileId: text({ format: "GUID", readonly: true }),
  taxGroupId: text({ format: "GUID", readonly: true }),
  customLineItem: readonly(bool()),
  consentRequiredPaymentPolicy: text({ minLength: 1, maxLength: 2500, readonly: true }),
  priceUndetermined: readonly(bool()),
  fixedQuantity: readonly(bool()),
  catalogOverrideFields: CatalogOverrideFields,
  savePaymentMethod: readonly(bool()),
  taxableAddress: TaxableAddress,
  extendedFields: ExtendedFields,
  policies: list(Policy, { maxSize: 5, readonly: true }),
  inventoryAppId: guid(),
  membersOnly: readonly(bool()),
  modifierGroups: readonly(modifierGroups(MultiCurrencyPrice)),
  modifiersTotalPrice: readonly(MultiCurrencyPrice),
};

/** An item of a cart or a checkout that comes from a catalog. */
export const LineItem = obj(lineItemShape, { required: ["catalogReference"], always: ["id"] });
export interface LineItem extends WireOf<typeof LineItem> {}

/** An item to add to a cart. */
export const AddedLineItem = obj(lineItemShape, { required: ["catalogReference", "quantity"] });

/** An item of a cart that is not in a catalog, with its own name, price and type. */
export const CustomLineItem = obj(
  {
    id: text({ format: "GUID", readonly: true }),
    quantity: quantity(),
    price: price(),
    priceDescription: PriceDescription,
    descriptionLines: list(DescriptionLine, { maxSize: 10 }),
    media: Image,
    taxGroupId: guid(),
    productName: ItemName,
    url: PageUrl,
    itemType: ItemType,
    fullPrice: decimal(),
    quantityAvailable: num({ max: 100000 }),
    physicalProperties: PhysicalProperties,
    subscriptionOptionInfo: SubscriptionOption,
    digitalFile: DigitalFile,
    paymentOption: PaymentOption,
    serviceProperties: ServiceProperties,
    rootCatalogItemId: itemId(),
    depositAmount: decimal(),
    deliveryProfileId: guid(),
    catalogReference: CatalogReference,
    priceUndetermined: bool(),
    fixedQuantity: bool(),
    consentRequiredPaymentPolicy: text({ minLength: 1, maxLength: 1000, readonly: true }),
    savePaymentMethod: readonly(bool()),
    policies: list(Policy, { maxSize: 5 }),
    inventoryAppId: guid(),
    membersOnly: bool(),
    taxableAddress: TaxableAddress,
    modifierGroups: modifierGroups(decimal({ min: 0, max: 1e15, maxScale: 3 })),
  },
  { required: ["itemType", "price"] },
);

export const WeightUnit = enumOf("UNSPECIFIED_WEIGHT_UNIT", "KG", "LB");

/** The sales channel. */
export const ChannelType = enumOf(
  "UNSPECIFIED",
  "WEB",
  "POS",
  "EBAY",
  "AMAZON",
  "OTHER_PLATFORM",
  "WIX_APP_STORE",
  "WIX_INVOICES",
  "BACKOFFICE_MERCHANT",
  "WISH",
  "CLASS_PASS",
  "GLOBAL_E",
  "FACEBOOK",
  "ETSY",
  "TIKTOK",
  "FAIRE_COM",
  "PAYPAL_AGENTIC_CHECKOUT",
  "STRIPE_AGENTIC_CHECKOUT",
  "WIX_INVOICES_PLATFORM",
  "UCP_AGENTIC_CHECKOUT",
);

/** The buyer: a visitor, a member or a user of the site, with an email address. */
const BuyerInfo = obj(
  {
    visitorId: text({ format: "GUID", readonly: true }),
    memberId: text({ format: "GUID", readonly: true }),
    userId: text({ format: "GUID", readonly: true }),
    contactId: guid(),
    email: text({ format: "EMAIL" }),
  },
  { oneOf: [["visitorId", "memberId", "userId"]] },
);

/** A cart; prices are exact decimal text. */
export const Cart = obj(
  {
    id: text({ format: "GUID", readonly: true }),
    revision: text({ readonly: true }),
    lineItems: list(LineItem, { minSize: 1, maxSize: 300, readonly: true }),
    buyerNote: text({ maxLength: 1000 }),
    buyerInfo: BuyerInfo,
    currency: text({ format: "CURRENCY", readonly: true }),
    conversionCurrency: text({ format: "CURRENCY", readonly: true }),
    paymentCurrency: text({ format: "CURRENCY", readonly: true }),
    buyerLanguage: text({ readonly: true }),
    siteLanguage: text({ readonly: true }),
    taxIncludedInPrices: readonly(bool()),
    weightUnit: readonly(WeightUnit),
    subtotal: readonly(MultiCurrencyPrice),
    subtotalAfterDiscounts: readonly(MultiCurrencyPrice),
    discount: readonly(MultiCurrencyPrice),
    checkoutId: text({ format: "GUID", readonly: true }),
    appliedDiscounts: list(CartDiscount, { readonly: true }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    contactInfo: AddressWithContact,
    overrideCheckoutUrl: text({ maxLength: 1000 }),
    purchaseFlowId: text({ format: "GUID", readonly: true }),
    selectedShippingOption: SelectedShippingOption,
    extendedFields: ExtendedFields,
    businessLocationId: guid(),
  },
  { always: ["id"], holds: ["lineItems"] },
);
export interface Cart extends WireOf<typeof Cart> {}

const membershipId = () => text({ minLength: 1, maxLength: 200 });
const lineItemId = () => text({ minLength: 1, maxLength: 100 });
const CreditKind = enumOf("PUNCH_CARD", "CREDIT");
const MembershipName = translatedText({ maxLength: 100 });

const membership = {
  id: membershipId(),
  name: MembershipName,
  lineItemIds: list(lineItemId(), { maxSize: 300 }),
  credits: obj({ total: num({ min: 1 }), remaining: num(), redemptionCost: num(), balanceType: CreditKind }),
  expirationDate: date(),
  additionalData: json(),
  offeringDescription: text({ maxLength: 500 }),
};
const Membership = obj({ ...membership, appId: guid() });

const SelectedMembership = obj({
  id: membershipId(),
  appId: guid(),
  lineItemIds: list(lineItemId(), { minSize: 1, maxSize: 300 }),
});
/** The memberships that a buyer wants to pay with. */
export const SelectedMemberships = obj({ memberships: list(SelectedMembership, { maxSize: 300 }) });

const PurchasablePlan = obj({
  catalogReference: CatalogReference,
  name: MembershipName,
  benefits: list(
    obj({
      benefitId: membershipId(),
      label: text({ maxLength: 200 }),
      quotaType: enumOf("LIMITED", "UNLIMITED"),
      limitedQuota: obj({ total: num({ min: 1 }), remaining: num(), limitedQuotaType: CreditKind }),
    }),
    { minSize: 1, maxSize: 50 },
  ),
  offeringDescription: text({ maxLength: 500 }),
  infoCollectionUrl: text({ format: "WEB_URL" }),
  price: decimal({ min: 0, maxScale: 3 }),
  priceDescription: text({ maxLength: 500 }),
});

/** The memberships of a buyer, eligible or not. */
export const offeredMemberships = {
  eligibleMemberships: list(Membership, { maxSize: 300 }),
  invalidMemberships: list(obj({ membership: Membership, reason: text({ minLength: 1, maxLength: 100 }) }), {
    maxSize: 300,
  }),
};

/** The memberships that can, cannot or could be used to pay for items of a cart. */
export const MembershipOptions = obj({
  ...offeredMemberships,
  selectedMemberships: list(SelectedMembership, { maxSize: 300 }),
  validatedExistingMemberships: obj({
    memberships: list(
      obj({
        membership: obj(membership),
        coveredLineItems: list(obj({ lineItemId: lineItemId(), redemptionCost: num() }), { maxSize: 300 }),
      }),
      { maxSize: 300 },
    ),
  }),
  validatedPurchasablePlans: obj({
    purchasablePlans: list(PurchasablePlan, { maxSize: 300 }),
    coverages: list(obj({ benefitId: membershipId(), lineItemId: lineItemId(), redemptionCost: num() }), {
      maxSize: 300,
    }),
  }),
});

export const PriceSummary = obj({
  subtotal: MultiCurrencyPrice,
  shipping: MultiCurrencyPrice,
  tax: MultiCurrencyPrice,
  discount: MultiCurrencyPrice,
  total: MultiCurrencyPrice,
  additionalFees: MultiCurrencyPrice,
});
export const CalculatedLineItem = obj({
  lineItemId: text(),
  pricesBreakdown: obj({
    totalPriceAfterTax: MultiCurrencyPrice,
    totalPriceBeforeTax: MultiCurrencyPrice,
    taxDetails: TaxDetails,
    totalDiscount: MultiCurrencyPrice,
    price: MultiCurrencyPrice,
    priceBeforeDiscounts: MultiCurrencyPrice,
    priceBeforeDiscountsAndTax: MultiCurrencyPrice,
    lineItemPrice: MultiCurrencyPrice,
    fullPrice: MultiCurrencyPrice,
    modifiers: MultiCurrencyPrice,
    depositAmount: MultiCurrencyPrice,
  }),
  paymentOption: PaymentOption,
  taxableAddress: TaxableAddress,
  modifiers: list(obj({ id: text(), groupId: text(), price: MultiCurrencyPrice }), { maxSize: 625 }),
});
export const GiftCard = obj({
  obfuscatedCode: text(),
  amount: MultiCurrencyPrice,
  requestedAmount: MultiCurrencyPrice,
  appId: guid(),
  externalId: text({ minLength: 1, maxLength: 50 }),
});
export const AdditionalFee = obj({
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  translatedName: text({ minLength: 1, maxLength: 50 }),
  price: MultiCurrencyPrice,
  priceBeforeTax: MultiCurrencyPrice,
  priceAfterTax: MultiCurrencyPrice,
  taxDetails: TaxDetails,
  taxableAddress: TaxableAddress,
  providerAppId: text({ minLength: 1, maxLength: 100 }),
  lineItemIds: list(guid()),
  subscriptionCycles: num({ min: 1, max: 999 }),
  source: enumOf("UNKNOWN_ADDITIONAL_FEE_SOURCE", "SERVICE_PLUGIN", "ITEM", "MANUAL", "SHIPPING", "PLATFORM"),
});
export const CalculationErrors = obj(
  {
    generalShippingCalculationError: ErrorDetails,
    carrierErrors: obj({ errors: list(obj({ carrierId: text(), error: ErrorDetails })) }),
    selectedShippingOptionError: ErrorDetails,
    taxCalculationError: ErrorDetails,
    couponCalculationError: ErrorDetails,
    giftCardCalculationError: ErrorDetails,
    giftCardCalculationErrors: list(obj({ obfuscatedCode: text(), error: ErrorDetails })),
    orderValidationErrors: list(ApplicationError),
    membershipError: ErrorDetails,
    discountsCalculationError: ErrorDetails,
  },
  { oneOf: [["generalShippingCalculationError", "carrierErrors", "selectedShippingOptionError"]] },
);
/** A problem that prevents a checkout, or a warning. */
export const CartViolation = obj({
  severity: enumOf("WARNING", "ERROR"),
  target: obj(
    {
      other: obj({ name: enumOf("OTHER_DEFAULT") }),
      lineItem: obj({
        name: enumOf("LINE_ITEM_DEFAULT"),
        id: text(),
        suggestedFix: enumOf("UNKNOWN_SUGGESTED_FIX", "REMOVE_LINE_ITEM"),
      }),
    },
    { oneOf: [["other", "lineItem"]] },
  ),
  description: text({ minLength: 1, maxLength: 1000 }),
});

/** The totals of a cart with tax, delivery, discounts and fees. */
export const CartEstimate = obj({
  cart: Cart,
  calculatedLineItems: list(CalculatedLineItem),
  priceSummary: PriceSummary,
  giftCard: GiftCard,
  taxSummary: TaxSummary,
  shippingInfo: ShippingInformation,
  appliedDiscounts: list(AppliedDiscount),
  calculationErrors: CalculationErrors,
  weightUnit: WeightUnit,
  currency: currency(),
  payNow: PriceSummary,
  payLater: PriceSummary,
  payAfterFreeTrial: PriceSummary,
  membershipOptions: MembershipOptions,
  additionalFees: list(AdditionalFee, { maxSize: 100 }),
  violations: list(CartViolation),
});
export interface CartEstimate extends WireOf<typeof CartEstimate> {}
