import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { Address, CatalogReference, Image, PageUrl, translatedText } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import {
  CalculationErrors,
  ChannelType,
  DescriptionLine,
  ExtendedFields,
  ItemType,
  PaymentOption,
  PhysicalProperties,
  PriceDescription,
  ServiceProperties,
  SubscriptionFrequency,
  TaxableAddress,
  WeightUnit,
} from "./models.ts";

const quantity = () => num({ min: 1, max: 100000 });
const itemId = () => text({ minLength: 1, maxLength: 36 });
const overriddenPrice = () => decimal({ min: 0, max: 999999999, maxScale: 3 });
const benefit = () => text({ maxLength: 200 });
const membershipId = () => text({ minLength: 1, maxLength: 200 });

/** A text in the language of the shop and in that of the buyer. */
const CartText = translatedText({ minLength: 1, maxLength: 200 }, { minLength: 1, maxLength: 400 });

/** An amount in the shop's currency and in the buyer's, as decimal text. */
export const ConvertedMoney = obj({
  amount: overriddenPrice(),
  convertedAmount: decimal({ readonly: true, min: 0, max: 999999999, maxScale: 3 }),
});
export interface ConvertedMoney extends WireOf<typeof ConvertedMoney> {}

const OverrideFields = obj({
  name: CartText,
  salePrice: overriddenPrice(),
  fullPrice: overriddenPrice(),
  descriptionLines: list(DescriptionLine, { maxSize: 20 }),
  physicalProperties: PhysicalProperties,
  image: Image,
  paymentOption: obj({ value: PaymentOption }),
  depositAmount: decimal({ gt: 0, max: 999999999, maxScale: 3 }),
  savePaymentMethod: bool(),
  inventoryAppId: guid(),
});
const SubscriptionInfo = obj({
  subscriptionSettings: obj({
    frequency: SubscriptionFrequency,
    interval: num({ min: 1, max: 3650 }),
    autoRenewal: bool(),
    billingCycles: num({ min: 1 }),
    enableCustomerCancellation: bool(),
    freeTrialPeriod: obj({ frequency: SubscriptionFrequency, interval: num({ min: 1, max: 999 }) }),
  }),
  title: translatedText({ minLength: 1, maxLength: 150 }),
  description: translatedText({ maxLength: 500 }),
});
const customAttributes = {
  descriptionLines: list(DescriptionLine, { maxSize: 100 }),
  image: Image,
  url: PageUrl,
  itemType: ItemType,
  physicalProperties: PhysicalProperties,
  serviceProperties: ServiceProperties,
  membersOnly: bool(),
};
const SelectedMembership = obj(
  { id: membershipId(), appId: guid(), name: readonly(CartText) },
  { required: ["id", "appId"] },
);
const membershipOneOf = { oneOf: [["existingMembership", "futureMembership"]] } as const;
const memberships = {
  existingMembership: obj({ appId: guid(), membershipId: membershipId() }),
  futureMembership: obj({ lineItemId: guid(), benefitId: benefit() }),
};
const TaxConfig = obj({ taxableAddress: TaxableAddress, taxGroupId: text({ maxLength: 50 }) });
const ModifierGroups = list(
  obj({
    id: text({ minLength: 1, maxLength: 36, readonly: true }),
    name: CartText,
    modifiers: list(
      obj({
        id: text({ minLength: 1, maxLength: 36, readonly: true }),
        quantity: quantity(),
        label: CartText,
        details: CartText,
        price: ConvertedMoney,
      }),
      { minSize: 1, maxSize: 25 },
    ),
  }),
  { maxSize: 25 },
);
/** The source of a discount. */
const DiscountSource = obj({
  sourceType: enumOf("AUTOMATIC_RULE", "COUPON"),
  couponCode: text({ maxLength: 50 }),
});

/** An item of a cart v2. */
export const CartItem = obj(
  {
    id: guid(),
    name: CartText,
    quantityInfo: obj({
      confirmedQuantity: quantity(),
      requestedQuantity: quantity(),
      availableQuantity: num(),
      fixedQuantity: bool(),
    }),
    pricing: obj({
      unitPrice: ConvertedMoney,
      totalPrice: ConvertedMoney,
      priceDescription: PriceDescription,
      priceUndetermined: bool(),
      breakdown: obj({
        fullPrice: ConvertedMoney,
        salePrice: ConvertedMoney,
        totalModifiersPrice: ConvertedMoney,
      }),
    }),
    source: obj({
      catalogReference: CatalogReference,
      catalogOverrideFields: OverrideFields,
      rootCatalogItemId: itemId(),
      inventoryAppId: guid(),
    }),
    attributes: obj({
      ...customAttributes,
      policies: list(
        obj({
          title: text({ minLength: 1, maxLength: 29 }),
          content: text({ minLength: 1, maxLength: 3000 }),
        }),
        { maxSize: 5 },
      ),
      subscriptionInfo: SubscriptionInfo,
    }),
    deliveryConfig: obj({ deliveryProfileId: guid(), fulfillerId: guid() }),
    taxConfig: TaxConfig,
    paymentConfig: obj({
      savePaymentMethod: bool(),
      consentRequiredPaymentPolicy: text({ minLength: 1, maxLength: 2500 }),
      depositAmount: ConvertedMoney,
      selectedMembership: SelectedMembership,
      paymentOption: PaymentOption,
      membership: obj(
        {
          ...memberships,
          name: readonly(CartText),
          redemptionCost: readonly(num()),
          redemptionType: readonly(enumOf("CREDITS", "SESSIONS")),
        },
        membershipOneOf,
      ),
    }),
    status: enumOf("IN_STOCK", "PARTIALLY_IN_STOCK", "OUT_OF_STOCK", "REMOVED_FROM_CATALOG"),
    extendedFields: ExtendedFields,
    modifierGroups: ModifierGroups,
    discounts: list(obj({ name: CartText, amountOff: ConvertedMoney, source: DiscountSource }), {
      maxSize: 100,
    }),
    customLineItem: bool(),
  },
  { always: ["id"] },
);
export interface CartItem extends WireOf<typeof CartItem> {}

const contact = {
  firstName: text({ maxLength: 100 }),
  lastName: text({ maxLength: 100 }),
  phone: text({ format: "PHONE" }),
  company: text({ maxLength: 1000 }),
  vatId: obj({ id: text(), type: enumOf("UNSPECIFIED", "CPF", "CNPJ") }),
};
const ownId = () => text({ format: "GUID", readonly: true });
const currency = () => text({ format: "CURRENCY", readonly: true });
const language = () => text({ format: "LANGUAGE", readonly: true });

/** The delivery method of a cart. */
const DeliveryMethod = obj({
  code: text({ maxLength: 100 }),
  appId: guid(),
  title: CartText,
  pickup: bool(),
});

/** A cart v2. It is its own checkout. */
export const CartV2 = obj(
  {
    id: ownId(),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    revision: text({ readonly: true }),
    lineItems: list(CartItem, { maxSize: 300, readonly: true }),
    subtotal: readonly(ConvertedMoney),
    note: text({ maxLength: 1000 }),
    coupons: list(obj({ id: guid(), code: text({ minLength: 1, maxLength: 50 }) }), {
      maxSize: 1,
      readonly: true,
    }),
    source: obj({
      channelType: ChannelType,
      externalReferences: list(obj({ appId: guid(), resourceId: text({ minLength: 1, maxLength: 100 }) }), {
        maxSize: 10,
        readonly: true,
      }),
      createdBy: readonly(obj({ visitorId: ownId(), memberId: ownId(), userId: guid(), appId: guid() })),
      customContentReference: obj({ appId: guid(), componentId: guid() }),
    }),
    businessInfo: obj({ locationId: guid(), languageCode: language(), currencyCode: currency() }),
    customerInfo: obj({
      visitorId: ownId(),
      memberId: ownId(),
      userId: ownId(),
      openAccess: readonly(bool()),
      ...contact,
      email: text({ format: "EMAIL" }),
      contactId: ownId(),
      languageCode: language(),
      currencyCode: currency(),
    }),
    deliveryInfo: obj({
      address: Address,
      method: readonly(DeliveryMethod),
      weightUnit: readonly(WeightUnit),
    }),
    taxInfo: obj({ pricesIncludeTax: readonly(bool()), taxExemptGroupId: guid() }),
    paymentInfo: obj({
      giftCards: list(
        obj({
          id: guid(),
          obfuscatedCode: text({ maxLength: 50 }),
          appId: guid(),
          externalId: text({ minLength: 1, maxLength: 50 }),
          requestedRedeemAmount: ConvertedMoney,
        }),
        { maxSize: 1, readonly: true },
      ),
      currencyCode: currency(),
      billingAddress: Address,
      billingContact: obj(contact),
    }),
    orderPlaced: readonly(bool()),
    orderId: ownId(),
    purchaseFlowId: ownId(),
    settings: readonly(
      obj({
        lockGiftCard: bool(),
        lockCouponCode: bool(),
        policyAgreementCheckboxDisabled: bool(),
        manualPaymentDisabled: bool(),
      }),
    ),
    customCheckoutUrl: text({ maxLength: 2048 }),
    extendedFields: ExtendedFields,
    currentCart: readonly(bool()),
    demo: bool(),
  },
  { always: ["id"], holds: ["lineItems"] },
);
export interface CartV2 extends WireOf<typeof CartV2> {}

/** A catalog item to add to a cart. */
export const CatalogItemInput = obj(
  {
    catalogReference: CatalogReference,
    quantity: quantity(),
    selectedMembership: SelectedMembership,
    catalogOverrideFields: OverrideFields,
    extendedFields: ExtendedFields,
    inventoryAppId: guid(),
    membershipPayment: obj(memberships, membershipOneOf),
  },
  { required: ["catalogReference", "quantity"] },
);
export interface CatalogItemInput extends WireOf<typeof CatalogItemInput> {}

/** A custom item to add to a cart. */
export const CustomItemInput = obj(
  {
    name: CartText,
    quantityInfo: obj(
      { requestedQuantity: quantity(), availableQuantity: num(), fixedQuantity: bool() },
      { required: ["requestedQuantity"] },
    ),
    pricing: obj({
      price: ConvertedMoney,
      fullPrice: ConvertedMoney,
      priceDescription: PriceDescription,
      priceUndetermined: bool(),
    }),
    source: obj({ catalogReference: CatalogReference, rootCatalogItemId: itemId(), inventoryAppId: guid() }),
    attributes: obj(customAttributes),
    deliveryConfig: obj({ deliveryProfileId: guid() }),
    taxConfig: TaxConfig,
    paymentConfig: obj({ depositAmount: ConvertedMoney, paymentOption: PaymentOption }),
    modifierGroups: ModifierGroups,
  },
  { required: ["attributes", "name", "pricing", "quantityInfo"] },
);
export interface CustomItemInput extends WireOf<typeof CustomItemInput> {}

export const CouponInput = obj({ code: text({ minLength: 1, maxLength: 50 }) }, { required: ["code"] });
export const DeliveryMethodInput = obj(
  { code: text({ maxLength: 100 }), appId: guid() },
  { required: ["code"] },
);
export const GiftCardInput = obj(
  { code: text({ minLength: 8, maxLength: 20 }), redeemAmount: ConvertedMoney },
  { required: ["code"] },
);

/** A change to an item of a cart. */
export const CartItemUpdate = obj(
  {
    lineItemId: guid(),
    quantity: obj({ newQuantity: quantity() }, { required: ["newQuantity"] }),
    selectedMembership: obj({ newMembership: SelectedMembership }),
    membershipPayment: obj(memberships, membershipOneOf),
  },
  { required: ["lineItemId"] },
);

const InvalidCoupon = obj(
  {
    minLineItemQuantityNotReachedDetails: obj({ requiredMinimumQuantity: num() }),
    minSubtotalNotReachedDetails: obj({
      requiredMinimumSubtotal: ConvertedMoney,
      originalDescription: text({ maxLength: 100 }),
    }),
    couponCode: text({ maxLength: 100 }),
    reason: enumOf(
      "UNKNOWN_INVALID_COUPON_REASON",
      "EXPIRED",
      "DISABLED",
      "INACTIVE",
      "MAX_USAGE_EXCEEDED",
      "MAX_USAGE_PER_CUSTOMER_EXCEEDED",
      "NOT_APPLICABLE_TO_SUBSCRIPTIONS",
      "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS",
      "MIN_LINE_ITEM_QUANTITY_NOT_REACHED",
      "MIN_SUBTOTAL_NOT_REACHED",
    ),
  },
  { oneOf: [["minLineItemQuantityNotReachedDetails", "minSubtotalNotReachedDetails"]] },
);
const violationData = {
  customValidationData: obj({
    target: obj(
      {
        other: obj({ name: enumOf("OTHER_DEFAULT") }),
        lineItem: obj({ name: enumOf("LINE_ITEM_DEFAULT"), id: text() }),
      },
      { oneOf: [["other", "lineItem"]] },
    ),
  }),
  invalidCouponStatusData: InvalidCoupon,
  invalidCouponCodeData: obj({ couponCode: text({ maxLength: 100 }) }),
  invalidGiftCardCodeData: obj({ giftCardCode: text({ maxLength: 100 }), giftCardId: guid() }),
  invalidGiftCardStatusData: obj({
    giftCardCode: text({ maxLength: 100 }),
    reason: enumOf("UNKNOWN_INVALID_GIFT_CARD_REASON", "EXPIRED", "DISABLED", "EMPTY_BALANCE"),
    giftCardId: guid(),
  }),
  lineItemsOutOfStockData: obj({
    lineItemIds: list(guid(), { maxSize: 300 }),
    allLineItemsOutOfStock: bool(),
  }),
  membersOnlyItemData: obj({ lineItemIds: list(guid(), { maxSize: 300 }) }),
  subtotalBelowOrderMinimumData: obj({
    minimumOrderSubtotal: ConvertedMoney,
    remainingAmount: ConvertedMoney,
  }),
  invalidMembershipStatusData: obj({
    membershipId: text({ maxLength: 200 }),
    reason: enumOf(
      "UNKNOWN_INVALID_MEMBERSHIP_REASON",
      "INSUFFICIENT_FUNDS",
      "MEMBERSHIP_NOT_FOUND",
      "NOT_APPLICABLE_TO_LINE_ITEMS",
      "LINE_ITEM_NOT_FOUND",
    ),
  }),
};
/** A problem that prevents an order, with data for its type. */
export const CartV2Violation = obj(
  {
    ...violationData,
    scope: enumOf("GLOBAL", "LINE_ITEM", "DISCOUNT", "DELIVERY", "TAX", "MEMBERSHIP", "GIFT_CARD", "PAYMENT"),
    code: enumOf(
      "GENERAL_CODE",
      "CUSTOM_VALIDATION",
      "EMPTY_CART",
      "LINE_ITEMS_OUT_OF_STOCK",
      "MEMBERS_ONLY_ITEM",
      "INVALID_COUPON_CODE",
      "INVALID_COUPON_STATUS",
      "CANNOT_APPLY_COUPON_DISCOUNT_WHEN_PURCHASING_GIFT_CARD",
      "MISSING_DELIVERY_ADDRESS",
      "MISSING_DELIVERY_METHOD",
      "DELIVERY_METHOD_NO_LONGER_AVAILABLE",
      "DELIVERY_METHOD_NOT_APPLIED_TO_ALL_LINE_ITEMS",
      "INVALID_GIFT_CARD_CODE",
      "INVALID_GIFT_CARD_STATUS",
      "CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD",
      "SUBTOTAL_BELOW_ORDER_MINIMUM",
      "INVALID_MEMBERSHIP_STATUS",
      "INVALID_POSTAL_CODE",
      "INVALID_SUBDIVISION",
      "SUBSCRIPTION_ITEM_NOT_SUPPORTED_ON_DEMO_CART",
      "GIFT_CARD_ITEM_NOT_SUPPORTED_ON_DEMO_CART",
      "GIFT_CARD_PAYMENT_NOT_SUPPORTED_ON_DEMO_CART",
      "MEMBERSHIP_PAYMENT_NOT_SUPPORTED_ON_DEMO_CART",
      "MISSING_SITE_PAYMENT_METHOD_TYPE_ID",
    ),
    description: text({ maxLength: 1000 }),
    severity: enumOf("WARNING", "ERROR"),
  },
  { oneOf: [Object.keys(violationData)] },
);

/** The totals of a cart, by part. */
export const CartSummary = obj({
  cartId: guid(),
  cartRevision: text(),
  calculationId: guid(),
  lineItems: list(
    obj({
      lineItemId: guid(),
      quantity: num({ min: 1, max: 100000 }),
      unitPrice: ConvertedMoney,
      totalPrice: ConvertedMoney,
    }),
    { maxSize: 300 },
  ),
  discounts: list(
    obj({
      name: CartText,
      source: DiscountSource,
      scope: enumOf("UNKNOWN_DISCOUNT_SCOPE", "CART_SUBTOTAL", "LINE_ITEM", "DELIVERY"),
      subscriptionCycles: num({ min: 1, max: 1000 }),
      total: ConvertedMoney,
      lineItemDiscounts: list(obj({ lineItemId: guid(), amountOff: ConvertedMoney }), { maxSize: 100 }),
    }),
    { maxSize: 100 },
  ),
  deliverySummary: obj({ method: DeliveryMethod, price: ConvertedMoney }),
  additionalFees: list(
    obj({
      code: text({ minLength: 1, maxLength: 100 }),
      name: CartText,
      providerAppId: text({ minLength: 1, maxLength: 100 }),
      lineItemIds: list(guid(), { maxSize: 100 }),
      price: ConvertedMoney,
      subscriptionCycles: num({ min: 1, max: 999 }),
      source: enumOf("UNKNOWN_ADDITIONAL_FEE_SOURCE", "SERVICE_PLUGIN", "LINE_ITEM", "DELIVERY", "PLATFORM"),
    }),
    { maxSize: 100 },
  ),
  taxSummary: obj({
    taxes: list(
      obj({
        name: CartText,
        taxableAmount: ConvertedMoney,
        exemptAmount: ConvertedMoney,
        amount: ConvertedMoney,
      }),
      { maxSize: 100 },
    ),
    totalExempt: ConvertedMoney,
    pricesIncludeTax: bool(),
    lineItemTaxes: list(
      obj({ lineItemId: guid(), tax: ConvertedMoney, rate: decimal({ min: 0, max: 1, maxScale: 6 }) }),
      { maxSize: 300 },
    ),
    deliveryTax: ConvertedMoney,
    additionalFeeTaxes: list(
      obj({ additionalFeeCode: text({ minLength: 1, maxLength: 100 }), tax: ConvertedMoney }),
      { maxSize: 100 },
    ),
  }),
  priceSummary: obj({
    subtotal: ConvertedMoney,
    discount: ConvertedMoney,
    delivery: ConvertedMoney,
    additionalFees: ConvertedMoney,
    tax: ConvertedMoney,
    total: ConvertedMoney,
  }),
  paymentSummary: obj({
    giftCards: list(obj({ giftCardId: guid(), redeemAmount: ConvertedMoney }), { maxSize: 1 }),
    memberships: list(
      obj({
        id: text({ maxLength: 200 }),
        appId: guid(),
        lineItemIds: list(text({ minLength: 1, maxLength: 100 }), { minSize: 1, maxSize: 300 }),
      }),
      { maxSize: 300 },
    ),
    subscriptionCharges: list(
      obj({
        lineItemIds: list(guid(), { minSize: 1, maxSize: 300 }),
        description: text({ maxLength: 1000 }),
        charges: list(obj({ cycleFrom: num(), cycleCount: num(), cycleBillingDate: date() }), {
          maxSize: 50,
        }),
      }),
      { maxSize: 100 },
    ),
    requiresPaymentAfterGiftCard: bool(),
    totalAfterGiftCards: ConvertedMoney,
    payNow: ConvertedMoney,
    payLater: ConvertedMoney,
    payAfterFreeTrial: ConvertedMoney,
  }),
  priceVerificationToken: text({ maxLength: 1024 }),
  calculationErrors: CalculationErrors,
  violations: list(CartV2Violation, { maxSize: 100 }),
});
export interface CartSummary extends WireOf<typeof CartSummary> {}
