import type { Address } from "../../api/services/models.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { decimal, moneyText, parseAmount } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";

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
  /** Decimal rate: `0.04` is 4%. */
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

/**
 * Returns the lines of a cart by position (`1` is the first), id, SKU, handle or name. Throws TillError 5 if a reference
 * matches no line, 6 if it matches several.
 */
export function findLines({ lineItems }: CartRecord, references: readonly string[]): CartLine[] {
  return references.map((reference) => findLine(lineItems, reference));
}

function findLine(lines: readonly CartLine[], reference: string): CartLine {
  const lowerCase = reference.toLowerCase();
  const found = lines.filter((line, index) =>
    [line.id, line.sku, line.slug, line.name, String(index + 1)].some(
      (name) => name?.toLowerCase() === lowerCase,
    ),
  );
  const [line] = found;
  if (line && found.length === 1) return line;
  if (found.length > 1) {
    const matches = found.map((one) => `${lines.indexOf(one) + 1} (${lineTitle(one)})`).join(", ");
    throw new TillError(
      exitCodes.conflict,
      `"${reference}" is in the cart ${found.length} times: ${matches}.`,
      {
        code: "SEVERAL_MATCH",
        hint: "Give the position of one of them.",
      },
    );
  }
  const suggestion = nearest(
    reference,
    lines.flatMap(({ sku, slug, name }) => [sku, slug, name].filter((one) => one !== undefined)),
  );
  const question = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(exitCodes.notFound, `The cart has no item "${reference}".${question}`, {
    code: "LINE_ITEM_NOT_FOUND",
    hint: "Give a position, id, SKU, handle or name. List the items: till cart get",
  });
}

/** Returns the name and choices of a line: `Stoneware Mug, Ink`. */
export function lineTitle({ name, options }: Pick<CartLine, "name" | "options">): string {
  return [name, ...Object.values(options)].join(", ");
}

const zero = decimal("0");

/** A typed amount: decimal text, and the currency if one was given. */
export interface TypedAmount {
  amount: string;
  currency?: string;
}

/** Parses `5`, `5.00`, `5.00 EUR` or `EUR 5.00`. Throws UsageError that names the flag. */
export function parseTypedAmount(flag: string, text: string): TypedAmount {
  const [, before, amount = "", after] =
    /^\s*(?:([A-Za-z]{3})\s*)?([^A-Za-z\s]+)(?:\s*([A-Za-z]{3}))?\s*$/.exec(text) ?? [];
  const value = before && after ? undefined : parseAmount(amount);
  if (value === undefined || value.lt(zero)) {
    throw new UsageError(`${flag} takes an amount such as 5.00 or 5.00EUR, not "${text}".`, {
      field: flag,
      hint: /,/.test(text) ? "Use a decimal point and no thousands separators." : undefined,
    });
  }
  const currency = (before ?? after)?.toUpperCase();
  return { amount, currency: currency || undefined };
}

/** Returns the amount in the shop's currency. Throws UsageError for another currency or too many decimals. */
export function amountIn(currency: string, flag: string, typed: TypedAmount): string {
  if (typed.currency !== undefined && typed.currency !== currency) {
    throw new UsageError(`${flag} is in ${typed.currency}, but the shop sells in ${currency}.`, {
      code: "WRONG_CURRENCY",
      field: flag,
      hint: "Nothing was changed.",
    });
  }
  const decimals = /\.(\d*?)0*$/.exec(typed.amount)?.[1]?.length ?? 0;
  const digits = currencyDigits(currency);
  if (decimals > digits) {
    const limit = digits === 0 ? "no decimals" : `at most ${digits} decimals`;
    throw new UsageError(`${flag}: ${typed.amount} has too many decimals; ${currency} has ${limit}.`, {
      field: flag,
    });
  }
  const value = parseAmount(typed.amount);
  return value ? moneyText(value, currency) : typed.amount;
}
