import type * as z from "zod/mini";
import { AddressWithContact } from "../../../models/address.ts";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";
import { MultiCurrencyPrice } from "../../../models/money.ts";
import { CartDiscount } from "../../discounts/models/discount.ts";
import { SelectedShippingOption } from "../../shipping/models/shipping.ts";
import { ExtendedFields, LineItem } from "./line-item.ts";

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
  { always: ["id"] },
);
export interface Cart extends z.input<typeof Cart> {}
