import type { Address } from "../../api/models/address.ts";

// What travels as it stands is a type, not an interface: only those fit into the open objects of the wire.

/** An item of some catalog, by the app whose catalog it is. */
export type ItemReference = {
  appId: string;
  catalogItemId: string;
  options?: Record<string, unknown>;
};

/** A line of a cart, whichever generation of calls it came by. Amounts are decimal text of the cart's currency. */
export interface CartLine {
  id: string;
  name: string;
  quantity: number;
  /** Of one piece, after its discounts. */
  price: string;
  /** Of all pieces. */
  total: string;
  /** Choices and texts by their names: `Size: Large`. */
  options: Record<string, string>;
  sku?: string;
  slug?: string;
  catalogReference?: ItemReference;
  /** No catalog knows it: name and price came with it. */
  custom: boolean;
  /** `AVAILABLE`, `PARTIALLY_AVAILABLE`, `NOT_AVAILABLE` or `NOT_FOUND`. */
  availability: string;
  /** How many there are, where they are counted. */
  quantityAvailable?: number;
  /** How it is bought again and again: `every 2 MONTH`. */
  subscription?: string;
  /** When a service takes place, as ISO text. */
  scheduledDate?: string;
  deposit?: string;
}

/** Something taken off. */
export interface CartDiscount {
  kind: "coupon" | "merchant" | "rule";
  name: string;
  amount: string;
  /** The platform's word for what it is taken off: `GLOBAL`, `SPECIFIC_ITEMS`, `SHIPPING`. */
  scope?: string;
}

/** Who buys, and where to reach them. */
export type Contact = {
  firstName?: string;
  lastName?: string;
  phone?: string;
  company?: string;
  vatId?: { id: string; type: "CNPJ" | "CPF" };
};

/** A cart as people look at it. */
export interface CartRecord {
  id: string;
  /** The generation of calls behind it. */
  generation: Generation;
  revision?: string;
  currency: string;
  lineItems: CartLine[];
  subtotal: string;
  discount: string;
  /** What is left of the subtotal; delivery, tax and fees are in an estimate. */
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

export type Generation = "v1" | "v2";

export type ShippingChoice = {
  code: string;
  carrierId?: string;
};

/** A way of delivery that is offered. */
export interface ShippingOption extends ShippingChoice {
  title: string;
  price?: string;
  /** In the shop's words: `3-5 business days`. */
  deliveryTime?: string;
  /** When it arrives, as ISO text. */
  from?: string;
  to?: string;
  /** Where the buyer fetches it. */
  pickup?: Address;
  charges: { name: string; amount: string }[];
}

export interface TaxLine {
  jurisdiction: string;
  /** `COUNTRY`, `STATE`, `COUNTY`, `CITY` or `SPECIAL`. */
  level: string;
  name: string;
  /** A share: `0.04` is 4 %. */
  rate: string;
  taxable: string;
  amount: string;
}

/** What stands in the way of an order, or should be known before it. */
export interface Violation {
  severity: string;
  description: string;
  lineItemId?: string;
  /** The platform's word for what would help: `REMOVE_LINE_ITEM`. */
  suggestedFix?: string;
}

/** What things would cost, delivered and taxed. */
export interface CartEstimate {
  currency: string;
  lineItems: { id: string; name: string; quantity: number; price: string; tax: string; total: string }[];
  discounts: CartDiscount[];
  shippingOptions: ShippingOption[];
  /** What was reckoned with: chosen by the buyer, or the cheapest. */
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
  /** What is due at once, less what the gift card pays. */
  payNow: string;
  payLater: string;
  payAfterFreeTrial: string;
  /** Parts that could not be reckoned. */
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

/** What is put into a cart. */
export interface Addition {
  products: readonly { catalogReference: ItemReference; name: string; quantity: number; service?: Service }[];
  custom: readonly CustomItem[];
}

/** An item that no catalog knows. */
export interface CustomItem {
  name: string;
  price: string;
  quantity: number;
  type: "DIGITAL" | "GIFT_CARD" | "PHYSICAL" | "SERVICE";
  deposit?: string;
  service?: Service;
}

/** When and for how many a service takes place. */
export type Service = {
  scheduledDate?: string;
  endDate?: string;
  numberOfParticipants?: number;
};

/** What can be said of a cart or a checkout beside its lines; what is absent stays as it is. */
export interface CartChange {
  note?: string;
  email?: string;
  contact?: Contact;
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  /** Replaces those that a merchant gave before: amounts, or percentages of 0 to 100. */
  merchantDiscounts?: readonly ({ amount: string } | { percentage: number })[];
  language?: string;
}

/** What an estimate supposes. */
export interface EstimateWish {
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  memberships?: readonly { id: string; appId: string }[];
  tax: boolean;
  shipping: boolean;
  fees: boolean;
}

/** A gift card that shall pay; `amount` is the most that is taken from it. */
export interface GiftCardWish {
  code: string;
  amount?: string;
}

/** What is known of a checkout when it is made. */
export interface CheckoutWish {
  channelType: string;
  shippingAddress?: Address;
  billingAddress?: Address;
  shippingOption?: ShippingChoice;
  email?: string;
}

/** The current cart of whoever asks: what all generations of calls can do, in one language. */
export interface CartPort {
  readonly generation: Generation;
  /** The cart; undefined where there is none. */
  read(): Promise<CartRecord | undefined>;
  /** Puts items in; the cart is made where there was none before. Never sent twice. */
  add(addition: Addition, before: CartRecord | undefined): Promise<CartRecord>;
  setQuantities(items: readonly { id: string; quantity: number }[]): Promise<CartRecord>;
  remove(lineItemIds: readonly string[]): Promise<CartRecord>;
  clear(): Promise<void>;
  change(change: CartChange, cart: CartRecord): Promise<CartRecord>;
  addCoupon(code: string, cart: CartRecord): Promise<CartRecord>;
  removeCoupon(cart: CartRecord): Promise<CartRecord>;
  estimate(wish: EstimateWish, cart: CartRecord): Promise<CartEstimate>;
  /** Makes the checkout of the cart, or brings it up to date; its id. */
  checkout(wish: CheckoutWish, cart: CartRecord): Promise<string>;
}

/** A cart on its way to become an order. */
export interface CheckoutRecord extends CartEstimate {
  id: string;
  generation: Generation;
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

/** What an order was made of a checkout. */
export interface Placed {
  orderId: string;
  subscriptionId?: string;
}

/** Checkouts by their ids. With the second generation a checkout is its cart, and has its id. */
export interface CheckoutPort {
  readonly generation: Generation;
  read(id: string): Promise<CheckoutRecord>;
  /** The address of the page where it is paid. */
  url(id: string): Promise<string>;
  /** Changes it, and puts a gift card on it: both, or (where it is refused) nothing. */
  change(id: string, change: CartChange, giftCard?: GiftCardWish): Promise<CheckoutRecord>;
  setCoupon(id: string, code: string | undefined): Promise<CheckoutRecord>;
  removeGiftCard(id: string): Promise<CheckoutRecord>;
  /** Makes the order. `pay` is how the sandbox lets the payment turn out. Never sent twice. */
  complete(id: string, how: { pay?: string; delayCapture: boolean }): Promise<Placed>;
  /** The order that it became: an id, or "" where it is complete and does not say; undefined while it is open. */
  orderOf(id: string): Promise<string | undefined>;
}
