import type { Address } from "../../api/models/values.ts";

// Wire values are types, not interfaces, so that they are assignable to open objects.

/** An item of a catalog; `appId` is the app of the catalog. */
export type ItemReference = {
  appId: string;
  catalogItemId: string;
  options?: Record<string, unknown>;
};

/** A line of a cart. Amounts are decimal text in the cart's currency. */
export interface CartLine {
  id: string;
  name: string;
  quantity: number;
  /** Unit price after discounts. */
  price: string;
  /** Price of the whole quantity. */
  total: string;
  /** Choices and texts by name: `Size: Large`. */
  options: Record<string, string>;
  sku?: string;
  slug?: string;
  catalogReference?: ItemReference;
  /** Whether it is not in a catalog and has its own name and price. */
  custom: boolean;
  /** `AVAILABLE`, `PARTIALLY_AVAILABLE`, `NOT_AVAILABLE` or `NOT_FOUND`. */
  availability: string;
  /** Quantity in stock, if it is tracked. */
  quantityAvailable?: number;
  /** The subscription: `every 2 MONTH`. */
  subscription?: string;
  /** Start of a service, as ISO text. */
  scheduledDate?: string;
  deposit?: string;
}

/** A discount. */
export interface CartDiscount {
  kind: "coupon" | "merchant" | "rule";
  name: string;
  amount: string;
  /** The platform's scope: `GLOBAL`, `SPECIFIC_ITEMS`, `SHIPPING`. */
  scope?: string;
}

/** The contact details of the buyer. */
export type Contact = {
  firstName?: string;
  lastName?: string;
  phone?: string;
  company?: string;
  vatId?: { id: string; type: "CNPJ" | "CPF" };
};

/** A cart, independent of the API version. */
export interface CartRecord {
  id: string;
  /** The API version. */
  generation: ApiVersion;
  revision?: string;
  currency: string;
  lineItems: CartLine[];
  subtotal: string;
  discount: string;
  /** Subtotal less discounts, without shipping, tax and fees. */
  subtotalAfterDiscounts: string;
  discounts: CartDiscount[];
  coupon?: { code: string; id?: string };
  note?: string;
  email?: string;
  contact?: Contact;
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  checkoutId?: string;
  createdDate?: string;
  updatedDate?: string;
}

export type ApiVersion = "v1" | "v2";

export type ShippingChoice = {
  code: string;
  carrierId?: string;
};

/** A shipping option. */
export interface ShippingOption extends ShippingChoice {
  title: string;
  price?: string;
  /** Text of the shop: `3-5 business days`. */
  deliveryTime?: string;
  /** Delivery window, as ISO text. */
  from?: string;
  to?: string;
  /** Address of the pickup location. */
  pickup?: Address;
  charges: { name: string; amount: string }[];
}

export interface TaxLine {
  jurisdiction: string;
  /** `COUNTRY`, `STATE`, `COUNTY`, `CITY` or `SPECIAL`. */
  level: string;
  name: string;
  /** Decimal rate: `0.04` is 4 %. */
  rate: string;
  taxable: string;
  amount: string;
}

/** A problem or warning that the platform reports before an order. */
export interface Violation {
  severity: string;
  description: string;
  lineItemId?: string;
  /** The platform's code for a fix: `REMOVE_LINE_ITEM`. */
  suggestedFix?: string;
}

/** An estimate of a cart with shipping, tax and fees. */
export interface CartEstimate {
  currency: string;
  lineItems: { id: string; name: string; quantity: number; price: string; tax: string; total: string }[];
  discounts: CartDiscount[];
  shippingOptions: ShippingOption[];
  /** The option in the totals: chosen by the buyer, or the cheapest. */
  selectedShipping?: ShippingOption & { chosen: boolean };
  taxes: TaxLine[];
  taxIncluded: boolean;
  fees: { code: string; name: string; amount: string; source?: string }[];
  giftCard?: { code: string; amount: string };
  memberships: {
    id: string;
    appId: string;
    name: string;
    usable: boolean;
    reason?: string;
    selected: boolean;
  }[];
  totals: Totals;
  /** Amount due now, less the gift card payment. */
  payNow: string;
  payLater: string;
  payAfterFreeTrial: string;
  /** Parts that could not be calculated. */
  problems: { about: string; code: string; description: string }[];
  violations: Violation[];
}

export interface Totals {
  subtotal: string;
  discount: string;
  shipping: string;
  fees: string;
  tax: string;
  total: string;
}

/** Items to add to a cart. */
export interface Addition {
  products: readonly { catalogReference: ItemReference; name: string; quantity: number; service?: Service }[];
  custom: readonly CustomItem[];
}

/** An item that is not in a catalog. */
export interface CustomItem {
  name: string;
  price: string;
  quantity: number;
  type: "DIGITAL" | "GIFT_CARD" | "PHYSICAL" | "SERVICE";
  deposit?: string;
  service?: Service;
}

/** The time and the participants of a service. */
export type Service = {
  scheduledDate?: string;
  endDate?: string;
  numberOfParticipants?: number;
};

/** Changes to a cart or checkout; absent fields stay unchanged. */
export interface CartChange {
  note?: string;
  email?: string;
  contact?: Contact;
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  /** Replaces all merchant discounts: amounts, or percentages from 0 to 100. */
  merchantDiscounts?: readonly ({ amount: string } | { percentage: number })[];
  language?: string;
}

/** The assumptions of an estimate. */
export interface EstimateRequest {
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  memberships?: readonly { id: string; appId: string }[];
  tax: boolean;
  shipping: boolean;
  fees: boolean;
}

/** A gift card to pay with; `amount` is the maximum to take from it. */
export interface GiftCardPayment {
  code: string;
  amount?: string;
}

/** The details of a new checkout. */
export interface CheckoutRequest {
  channelType: string;
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  email?: string;
}

/** The calls for the current cart, independent of the API version. */
export interface CartPort {
  readonly generation: ApiVersion;
  /** Returns the cart, or undefined if there is none. */
  read(): Promise<CartRecord | undefined>;
  /** Adds items, and creates the cart if there is none. Never retried. */
  add(addition: Addition, before: CartRecord | undefined): Promise<CartRecord>;
  setQuantities(items: readonly { id: string; quantity: number }[]): Promise<CartRecord>;
  remove(lineItemIds: readonly string[]): Promise<CartRecord>;
  clear(): Promise<void>;
  change(change: CartChange, cart: CartRecord): Promise<CartRecord>;
  addCoupon(code: string, cart: CartRecord): Promise<CartRecord>;
  removeCoupon(cart: CartRecord): Promise<CartRecord>;
  estimate(request: EstimateRequest, cart: CartRecord): Promise<CartEstimate>;
  /** Creates or updates the checkout of the cart and returns its id. */
  checkout(request: CheckoutRequest, cart: CartRecord): Promise<string>;
}

/** A checkout, independent of the API version. */
export interface CheckoutRecord extends CartEstimate {
  id: string;
  generation: ApiVersion;
  completed: boolean;
  orderId?: string;
  channelType?: string;
  coupon?: string;
  note?: string;
  email?: string;
  contact?: Contact;
  shippingAddress?: Address;
  billingAddress?: Address;
  cartId?: string;
}

/** The order of a completed checkout. */
export interface PlacedOrder {
  orderId: string;
  subscriptionId?: string;
}

/** The calls for checkouts, independent of the API version. A v2 checkout is a cart and has its id. */
export interface CheckoutPort {
  readonly generation: ApiVersion;
  read(id: string): Promise<CheckoutRecord>;
  /** Returns the URL of the checkout page. */
  url(id: string): Promise<string>;
  /** Changes a checkout and sets its gift card; if one fails, neither is changed. */
  change(id: string, change: CartChange, giftCard?: GiftCardPayment): Promise<CheckoutRecord>;
  setCoupon(id: string, code: string | undefined): Promise<CheckoutRecord>;
  removeGiftCard(id: string): Promise<CheckoutRecord>;
  /** Places the order. `pay` is the payment outcome in the sandbox. Never retried. */
  complete(id: string, payment: { pay?: string; delayCapture: boolean }): Promise<PlacedOrder>;
  /** Returns the order id, "" if it is complete but not readable, or undefined while it is open. */
  orderOf(id: string): Promise<string | undefined>;
}
