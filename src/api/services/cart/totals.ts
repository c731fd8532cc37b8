import { endpoint, service } from "../../endpoint.ts";
import { bool, decimal, guid, list, num, obj, text } from "../../models/fields.ts";
import { Address, CatalogReference, currency, MultiCurrencyPrice } from "../../models/values.ts";
import { AppliedDiscount } from "../discounts/discounts.ts";
import { SelectedShippingOption, ShippingInformation } from "../shipping/models.ts";
import { TaxSummary } from "../tax/models.ts";
import {
  AdditionalFee,
  CalculatedLineItem,
  CalculationErrors,
  ExtendedFields,
  GiftCard,
  lineItemShape,
  MembershipOptions,
  PaymentOption,
  PriceSummary,
  SelectedMemberships,
  TaxableAddress,
  WeightUnit,
} from "./models.ts";

const amount = () => decimal({ min: 0, max: 1e15, maxScale: 3 });
const { itemType, physicalProperties, serviceProperties } = lineItemShape;
const CalculatedItem = obj(
  {
    id: text({ minLength: 1, maxLength: 100 }),
    quantity: num({ min: 1, max: 100000 }),
    catalogReference: CatalogReference,
    productName: text({ maxLength: 200 }),
    price: decimal({ min: 0, max: 1e15 }),
    fullPrice: decimal({ min: 0, max: 1e15 }),
    physicalProperties,
    serviceProperties,
    itemType,
    taxGroupId: guid(),
    paymentOption: PaymentOption,
    depositAmount: decimal({ min: 0, max: 1e15 }),
    rootCatalogItemId: text({ minLength: 1, maxLength: 36 }),
    deliveryProfileId: guid(),
    taxableAddress: TaxableAddress,
  },
  { required: ["id", "quantity", "price"] },
);
const ManualFee = obj({
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  translatedName: text({ minLength: 1, maxLength: 50 }),
  price: amount(),
  lineItemIds: list(guid()),
});

/** The totals calculator, for any items. */
export const totals = service("totals", {
  calculate: endpoint("POST /ecom/v1/calculate-totals", {
    input: obj(
      {
        calculationId: text({ minLength: 1, maxLength: 100 }),
        lineItems: list(CalculatedItem, { maxSize: 300 }),
        couponId: text(),
        couponCode: text(),
        giftCardCode: text(),
        giftCardRedeemAmount: amount(),
        shippingAddress: Address,
        billingAddress: Address,
        selectedShippingOption: SelectedShippingOption,
        buyerEmail: text({ format: "EMAIL" }),
        buyerPhone: text(),
        memberId: text(),
        contactId: guid(),
        selectedMemberships: SelectedMemberships,
        calculateTax: bool(),
        calculateShipping: bool(),
        additionalFees: list(ManualFee, { maxSize: 100 }),
        purchaseFlowId: guid(),
        externalReferences: list(obj({ appId: guid(), resourceId: text() }), { maxSize: 20 }),
        businessLocationId: guid(),
        taxExemptGroupId: guid(),
        extendedFields: ExtendedFields,
      },
      { oneOf: [["couponId", "couponCode"]] },
    ),
    result: obj({
      calculatedLineItems: list(CalculatedLineItem),
      priceSummary: PriceSummary,
      giftCard: GiftCard,
      taxSummary: TaxSummary,
      shippingInfo: ShippingInformation,
      appliedDiscounts: list(AppliedDiscount),
      calculationErrors: CalculationErrors,
      weightUnit: WeightUnit,
      currency: currency(),
      conversionCurrency: currency(),
      taxIncludedInPrice: bool(),
      payNow: PriceSummary,
      payLater: PriceSummary,
      payAfterFreeTrial: PriceSummary,
      membershipOptions: MembershipOptions,
      additionalFees: list(AdditionalFee),
      checkoutConversionRate: decimal(),
      payNowTotalAfterGiftCard: MultiCurrencyPrice,
      totalAfterGiftCard: MultiCurrencyPrice,
    }),
    effect: "read",
    summary: "Calculate totals with discounts, delivery, tax, fees and gift card",
  }),
});
