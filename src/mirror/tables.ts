import { valueAt } from "../api/endpoint.ts";
import type { Variant } from "../api/services/products.ts";
import { productFieldTable } from "../files/product-fields.ts";
import { currencyDigits } from "../kernel/currency.ts";
import { amountFromJson, amountText, decimal, moneyText, parseAmount, roundMoney } from "../kernel/money.ts";
import type { SqlValue } from "../kernel/sqlite.ts";
import { flatFields } from "../resources/flat-fields.ts";
import { productColumns } from "../resources/products/fields.ts";
import { salePriceOf } from "../resources/products/snapshot.ts";
import { ticketEventId } from "../resources/tickets/code.ts";

/** A list of the platform that a mirror keeps, or of the jobs of till: `priceChanges`. */
export type ListName =
  | "abandonedCheckouts"
  | "collections"
  | "coupons"
  | "discountRules"
  | "events"
  | "giftCards"
  | "guests"
  | "orders"
  | "priceChanges"
  | "products"
  | "settings"
  | "tickets";

/** An object as it is, or a part of one with its `owner`. */
type Source = Record<string, unknown>;

/** Returns what clocks in the time zone of the mirror show: `2026-11-24T09:30:00.000`. */
export type Clock = (time: Date) => string;

/** A column: its documentation, and where its value comes from. */
export interface Column {
  name: string;
  type: "INTEGER" | "REAL" | "TEXT";
  meaning: string;
  /** `ISO 4217`, `1/100 of the currency`, `UTC`. */
  unit?: string;
  /** It can identify or describe a person: in every row, or in those with this condition in SQL. */
  personal?: true | string;
  /** Where its value comes from, if that is one field: filters on the field can use the column. */
  path?: string | undefined;
  value(source: Source, clock: Clock): SqlValue | undefined;
}

/** A table of a mirror. Its schema, its documentation and what fills it are this one description. */
export interface Table {
  name: string;
  meaning: string;
  /** The list that it is filled from. */
  list: ListName;
  /** It is filled with this value of `till data sync --with` only. */
  with?: "gift-cards" | "settings";
  /** The column with the id of the object that a row belongs to. */
  owner: string;
  columns: readonly Column[];
  /** Columns that joins use. */
  indexed?: readonly string[];
  /** How `till data search` finds an object: what it is called, how commands name it, and all of its texts. */
  search?: Search;
  /** Returns the rows of an object. Default: the object itself. */
  rows?(object: Source): readonly Source[];
}

/** What of an object is searched and shown. */
export interface Search {
  title(source: Source): string;
  /** What `get` and other commands take. Default: its id. */
  reference?: Place;
  /** Paths, through lists as well, and functions. */
  texts: readonly Place[];
}

/** A view: columns by name, as documentation, and its query. */
export interface View {
  name: string;
  meaning: string;
  columns: readonly Omit<Column, "path" | "value">[];
  sql: string;
}

type More = Pick<Column, "personal" | "unit">;
/** A path, or a function. */
type Place = string | ((source: Source) => unknown);

const found = (source: Source, pick: Place): unknown =>
  typeof pick === "string" ? valueAt(source, pick) : pick(source);
const pathIn = (pick: Place): string | undefined => (typeof pick === "string" ? pick : undefined);

const scalar = (value: unknown): SqlValue | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
};

const text = (name: string, meaning: string, pick: Place = name, more: More = {}): Column => ({
  ...{ name, type: "TEXT", meaning, path: pathIn(pick), ...more },
  value(source) {
    const value = scalar(found(source, pick));
    return value === undefined ? undefined : String(value);
  },
});

const number = (name: string, meaning: string, pick: Place = name, more: More = {}): Column => ({
  ...{ name, type: "REAL", meaning, path: pathIn(pick), ...more },
  value: (source) => numberOf(found(source, pick)),
});

const whole = (name: string, meaning: string, pick: Place = name): Column => ({
  ...{ name, type: "INTEGER", meaning, path: pathIn(pick) },
  value(source) {
    const value = numberOf(found(source, pick));
    return value === undefined ? undefined : Math.trunc(value);
  },
});

function numberOf(value: unknown): number | undefined {
  const converted = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof converted === "number" && Number.isFinite(converted) ? converted : undefined;
}

const flag = (name: string, meaning: string, pick: Place = name): Column => ({
  ...{ name, type: "INTEGER", meaning, unit: "0 or 1", path: pathIn(pick) },
  value(source) {
    const value = found(source, pick);
    return typeof value === "boolean" ? Number(value) : undefined;
  },
});

/** An amount: decimal text with at least the digits of its currency, and the same in minor units. */
function money(name: string, meaning: string, pick: Place, currency: Place = "currency"): Column[] {
  const amount = (source: Source) => {
    const value = found(source, pick);
    const code = String(found(source, currency) ?? "");
    const exact = typeof value === "number" ? amountFromJson(value) : parseAmount(String(value ?? ""));
    return exact && { exact, code };
  };
  return [
    {
      ...{ name, type: "TEXT", meaning, unit: "decimal text", path: pathIn(pick) },
      value(source) {
        const one = amount(source);
        if (one === undefined) return undefined;
        // More digits than those of the currency stay, so that a comparison is that of the platform.
        const isWhole = roundMoney(one.exact, one.code).eq(one.exact);
        return isWhole ? moneyText(one.exact, one.code) : amountText(one.exact);
      },
    },
    {
      ...{ name: `${name}_minor`, type: "INTEGER", unit: "minor units, such as cents" },
      meaning: `${name} as an integer, to calculate with`,
      value(source) {
        const one = amount(source);
        if (one === undefined) return undefined;
        const scale = decimal(`1${"0".repeat(currencyDigits(one.code))}`);
        return BigInt(amountText(roundMoney(one.exact, one.code).times(scale)));
      },
    },
  ];
}

/** A time: in UTC, and as a clock in the time zone of the mirror shows it. */
function time(name: string, meaning: string, pick: Place = name): Column[] {
  const instant = (source: Source) => {
    const value = found(source, pick);
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? undefined : date;
  };
  return [
    {
      ...{ name, type: "TEXT", meaning, unit: "ISO 8601, UTC", path: pathIn(pick) },
      value: (one) => instant(one)?.toISOString(),
    },
    {
      ...{ name: `${name}_local`, type: "TEXT", unit: "YYYY-MM-DD HH:MM:SS" },
      meaning: `${name} in the time zone of the mirror`,
      value(source, clock) {
        const date = instant(source);
        return date && clock(date).slice(0, 19).replace("T", " ");
      },
    },
  ];
}

const original: Column = {
  ...{ name: "json", type: "TEXT", meaning: "the object as `till … get --json` prints it, for json_extract" },
  unit: "JSON",
  value: (source) => JSON.stringify(source),
};

/** Returns the columns of fields of products, which are described once. */
const ofProducts = (names: string): Column[] =>
  names.split(" ").flatMap((name): Column[] => {
    const field = productFieldTable.find((one) => one.name === name);
    const { path, computed, data } = productColumns.find((column) => column.name === name) ?? {};
    if (field === undefined) throw new TypeError(`There is no field "${name}" of products.`);
    const place = (path !== undefined && !computed ? path : data) as Place;
    const about = field.about.replaceAll("`", "'");
    if (field.type === "money") return money(name, about, place, "priceData.currency");
    const column = { boolean: flag, number: field.digits === 0 ? whole : number, text };
    return [column[field.type as keyof typeof column](name, about, place)];
  });

const personal = { personal: true } as const;
const list = (value: unknown): Source[] => (Array.isArray(value) ? (value as Source[]) : []);
/** Returns texts in one, those that are absent left out. */
const joined = (...texts: readonly unknown[]): string =>
  texts.filter((text) => typeof text === "string" && text !== "").join(" ");
const named = (path: string) => (source: Source) => joined(valueAt(source, path));
/** Returns a text of each part of a list. */
const each = (path: string, of: Place) => (source: Source) =>
  list(valueAt(source, path))
    .map((part) => found(part, of))
    .filter((one) => typeof one === "string")
    .join(" ");
const withoutMarkup = (text: unknown): string => String(text ?? "").replace(/<[^>]*>|&[a-z]+;/g, " ");

/** Returns the parts of an object in a list, each with its owner and its number from 1. */
const parts = (owner: Source, path: string): Source[] =>
  list(valueAt(owner, path)).map((part, index) => ({ ...part, owner, position: index + 1 }));

const ownerId = (name: string, meaning: string): Column => text(name, meaning, "owner.id");
const id = text("id", "the id of the platform");
const position = whole("position", "1 for the first");

export const optionsText = (choices: unknown): string =>
  Object.entries((choices ?? {}) as Record<string, unknown>)
    .map(([option, choice]) => `${option}: ${String(choice)}`)
    .join(", ");

const lineOptions = ({ descriptionLines }: Source): string =>
  list(descriptionLines)
    .map((line) => {
      const value = valueAt(line, "plainText.original") ?? valueAt(line, "colorInfo.original");
      return `${String(valueAt(line, "name.original") ?? "")}: ${String(value ?? "")}`;
    })
    .join(", ");

const discountKinds = ["coupon", "merchantDiscount", "discountRule"];
const discountOf = (source: Source): [kind: string, discount: Source] | undefined => {
  const kind = discountKinds.find((kind) => source[kind] !== undefined && source[kind] !== null);
  return kind === undefined ? undefined : [kind, source[kind] as Source];
};

/** The value of a coupon: the first of its fields that is set. */
const couponValues = ["moneyOffAmount", "percentOffRate", "fixedPriceAmount"];
const couponKind = ({ specification }: Source): string | undefined =>
  [...couponValues, "freeShipping", "buyXGetY"].find((one) => {
    const value = valueAt(specification, one);
    return value !== undefined && value !== null && value !== false;
  });

/** Returns the refunds of an order that reached the buyer, from its history. */
function refundsOf(order: Source): Source[] {
  return list(order.activities).flatMap((activity): Source[] => {
    const { id, createdDate } = activity;
    const manual = activity.orderRefunded as Source | undefined;
    if (manual)
      return [
        { id, createdDate, amount: valueAt(manual, "amount.amount"), reason: manual.reason, owner: order },
      ];
    const payment = valueAt(activity, "paymentRefunded.payment") as Source | undefined;
    if (!payment) return [];
    const amount = valueAt(payment, "regular.amount.amount") ?? valueAt(payment, "giftCard.amount.amount");
    const { paymentId } = payment;
    const refundId = valueAt(activity, "paymentRefunded.refundId");
    return amount === undefined ? [] : [{ id, createdDate, amount, paymentId, refundId, owner: order }];
  });
}

const total = (name: string, meaning: string) => money(name, meaning, `priceSummary.${name}.amount`);
const balance = (name: string, meaning: string, field = name) =>
  money(name, meaning, `balanceSummary.${field}.amount`);
const destination = "shippingInfo.logistics.shippingDestination.address";
const place = (field: string) => (source: Source) =>
  valueAt(source, `${destination}.${field}`) ?? valueAt(source, `billingInfo.address.${field}`);
const contact = (field: string) => (source: Source) =>
  valueAt(source, `billingInfo.contactDetails.${field}`) ??
  valueAt(source, `recipientInfo.contactDetails.${field}`);

/** The tables of a mirror. Names are those of `--filter` and of the platform. */
export const tables: readonly Table[] = [
  {
    name: "products",
    meaning: "One row per product, hidden ones included.",
    list: "products",
    owner: "id",
    search: {
      title: named("name"),
      reference: "slug",
      texts: [
        "slug",
        "sku",
        "brand",
        "ribbon",
        each("variants", "variant.sku"),
        each("variants", ({ choices }) => optionsText(choices)),
        ({ description }) => withoutMarkup(description),
      ],
    },
    columns: [
      id,
      ...ofProducts("name handle sku type price discount salePrice cost"),
      text("currency", "the currency of the shop", "priceData.currency", { unit: "ISO 4217" }),
      ...ofProducts("brand ribbon visible weight stock inStock"),
      flag("tracked", "whether its stock is counted", "stock.trackInventory"),
      text("inventoryStatus", "IN_STOCK, OUT_OF_STOCK or PARTIALLY_OUT_OF_STOCK", "stock.inventoryStatus"),
      flag("manageVariants", "whether its variants have prices and SKUs of their own"),
      text("numericId", "the number of the product, in the order of creation"),
      ...ofProducts("description"),
      ...time("createdDate", "when it was created"),
      ...time("lastUpdated", "when it was changed last"),
      original,
    ],
    indexed: ["handle", "sku", "brand"],
  },
  {
    name: "variants",
    meaning: "One row per variant; a product without options has one.",
    list: "products",
    owner: "productId",
    columns: [
      ownerId("productId", "products.id"),
      text("id", "the id of the variant; not unique across products on catalog v1"),
      position,
      text("choices", "the choices that make it: `Size: M, Color: Ink`", ({ choices }) =>
        optionsText(choices),
      ),
      text(
        "sku",
        "the SKU, or that of its product",
        (one) => valueAt(one, "variant.sku") || valueAt(one, "owner.sku"),
      ),
      text("barcode", "the barcode, on catalog v3", "variant.barcode"),
      ...money(
        "price",
        "the price before discounts",
        "variant.priceData.price",
        "variant.priceData.currency",
      ),
      ...money(
        "salePrice",
        "the price after discount; null without one",
        ({ variant }) => salePriceOf((variant as Variant["variant"])?.priceData),
        "variant.priceData.currency",
      ),
      ...money(
        "cost",
        "the cost of one, or that of its product",
        (one) =>
          valueAt(one, "variant.costAndProfitData.itemCost") ??
          valueAt(one, "owner.costAndProfitData.itemCost"),
        "variant.priceData.currency",
      ),
      number("weight", "the weight in the unit of the shop", "variant.weight"),
      flag("visible", "whether buyers see it", "variant.visible"),
      whole("stock", "units in stock; null if they are not counted", "stock.quantity"),
      flag("tracked", "whether its stock is counted", "stock.trackQuantity"),
      flag("inStock", "whether it can be bought", "stock.inStock"),
    ],
    indexed: ["sku"],
    rows: (product) => parts(product, "variants"),
  },
  {
    name: "product_collections",
    meaning: "Which products are in which collections.",
    list: "products",
    owner: "productId",
    columns: [ownerId("productId", "products.id"), text("collectionId", "collections.id")],
    indexed: ["collectionId"],
    rows: (product) =>
      (Array.isArray(product.collectionIds) ? product.collectionIds : []).map((collectionId: unknown) => ({
        collectionId,
        owner: product,
      })),
  },
  {
    name: "collections",
    meaning: "One row per collection; on catalog v3, per category.",
    list: "collections",
    owner: "id",
    search: { title: named("name"), reference: "slug", texts: ["slug", "description"] },
    columns: [
      id,
      text("name", "the name in the shop"),
      text("slug", "the last part of its address"),
      text("description", "the description"),
      flag("visible", "whether buyers see it"),
      whole("numberOfProducts", "products in it"),
      original,
    ],
  },
  {
    name: "orders",
    meaning:
      "One row per order, of all states. Most questions about money leave two out: status not in ('CANCELED', 'REJECTED').",
    list: "orders",
    owner: "id",
    search: {
      title: (one) =>
        joined(`Order ${String(one.number ?? "")}`, contact("firstName")(one), contact("lastName")(one)),
      reference: "number",
      texts: [
        "number",
        "buyerInfo.email",
        contact("phone"),
        contact("company"),
        place("city"),
        place("postalCode"),
        "buyerNote",
        each("lineItems", "productName.original"),
        each("lineItems", "physicalProperties.sku"),
        each("appliedDiscounts", "coupon.code"),
        each("lineItems", lineOptions),
      ],
    },
    columns: [
      id,
      text("number", "the number that buyers know"),
      text("status", "APPROVED, CANCELED, PENDING, REJECTED or INITIALIZED"),
      text("paymentStatus", "PAID, NOT_PAID, PARTIALLY_REFUNDED, FULLY_REFUNDED …"),
      text("fulfillmentStatus", "FULFILLED, NOT_FULFILLED or PARTIALLY_FULFILLED"),
      ...time("createdDate", "when it was placed"),
      ...time("updatedDate", "when it was changed last"),
      ...time("purchasedDate", "when it was bought; earlier than createdDate if it was imported"),
      text("email", "the email address of the buyer", "buyerInfo.email", personal),
      text("contactId", "the contact of the buyer", "buyerInfo.contactId", personal),
      text("memberId", "the member, if the buyer is one", "buyerInfo.memberId", personal),
      text("firstName", "the first name of the buyer", contact("firstName"), personal),
      text("lastName", "the last name of the buyer", contact("lastName"), personal),
      text("phone", "the phone number of the buyer", contact("phone"), personal),
      text("country", "the country of the delivery, else of the bill", place("country"), {
        unit: "ISO 3166-1",
      }),
      text("subdivision", "the state or region of that address", place("subdivision"), {
        unit: "ISO 3166-2",
      }),
      text("city", "the city of that address", place("city"), personal),
      text("postalCode", "the postal code of that address", place("postalCode"), personal),
      text("currency", "the currency of all its amounts", "currency", { unit: "ISO 4217" }),
      ...total("subtotal", "the price of its items"),
      ...total("discount", "the discounts on it"),
      ...total("shipping", "the price of the delivery"),
      ...money("fees", "additional fees", "priceSummary.totalAdditionalFees.amount"),
      ...total("tax", "the tax in the total"),
      ...total("total", "what the buyer pays"),
      ...balance("paid", "what the buyer has paid, refunded amounts included"),
      ...balance("refunded", "what was paid back"),
      ...balance("authorized", "authorized payments that are not captured yet"),
      ...balance("pendingRefund", "refunds under way"),
      ...balance("balanceDue", "what is left to pay", "balance"),
      text("channel", "where it was placed: WEB, POS …", "channelInfo.type"),
      text("delivery", "the delivery option", "shippingInfo.title"),
      text("location", "the business location", "businessLocation.name"),
      text("note", "the note of the buyer", "buyerNote", personal),
      flag("archived", "whether it is in the archive"),
      flag("imported", "whether it was imported from another shop"),
      whole("units", "units of all items", ({ lineItems }) =>
        list(lineItems).reduce((units, { quantity }) => units + (numberOf(quantity) ?? 0), 0),
      ),
      original,
    ],
    indexed: ["number", "createdDate", "email"],
  },
  {
    name: "order_items",
    meaning: "One row per item of an order. Joined with its order and product: the view order_lines.",
    list: "orders",
    owner: "orderId",
    columns: [
      ownerId("orderId", "orders.id"),
      text("id", "the id of the item in its order"),
      position,
      text(
        "productId",
        "products.id; other catalogs have ids of their own",
        "catalogReference.catalogItemId",
      ),
      text("variantId", "variants.id", "catalogReference.options.variantId"),
      text("name", "the name when it was ordered", "productName.original", {
        personal: '"productId" IS NULL',
      }),
      text("options", "the choices, and texts of the buyer", lineOptions, personal),
      text("sku", "the SKU when it was ordered", "physicalProperties.sku"),
      text("type", "PHYSICAL, DIGITAL, GIFT_CARD or SERVICE", "itemType.preset"),
      whole("quantity", "units"),
      whole("refundQuantity", "units that were refunded"),
      ...money("price", "the price of one, after discounts of the product", "price.amount", "owner.currency"),
      ...money(
        "discount",
        "the discount of coupons and rules on the item",
        "totalDiscount.amount",
        "owner.currency",
      ),
      ...money("tax", "the tax on the item", "taxInfo.taxAmount.amount", "owner.currency"),
      number("taxRate", "the tax rate", "taxInfo.taxRate", { unit: "0.19 is 19%" }),
      ...money(
        "total",
        "what the buyer pays for the item, tax included",
        "totalPriceAfterTax.amount",
        "owner.currency",
      ),
    ],
    indexed: ["productId", "sku"],
    rows: (order) => parts(order, "lineItems"),
  },
  {
    name: "order_discounts",
    meaning: "One row per discount of an order.",
    list: "orders",
    owner: "orderId",
    columns: [
      ownerId("orderId", "orders.id"),
      position,
      text("kind", "coupon, discountRule or merchantDiscount", (one) => discountOf(one)?.[0]),
      text("discountId", "coupons.id or discount_rules.id", (one) => discountOf(one)?.[1].id),
      text("code", "the code of the coupon", "coupon.code"),
      text(
        "name",
        "its name",
        (one) => {
          const name = discountOf(one)?.[1].name;
          return typeof name === "object" ? valueAt(name, "original") : name;
        },
        { personal: "\"kind\" = 'merchantDiscount'" },
      ),
      ...money(
        "amount",
        "the amount of the discount",
        (one) => valueAt(discountOf(one)?.[1], "amount.amount"),
        "owner.currency",
      ),
    ],
    indexed: ["discountId"],
    rows: (order) => parts(order, "appliedDiscounts"),
  },
  {
    name: "order_taxes",
    meaning: "One row per tax of an order.",
    list: "orders",
    owner: "orderId",
    columns: [
      ownerId("orderId", "orders.id"),
      position,
      text("name", "the name of the tax", "taxName"),
      text("type", "the kind of tax", "taxType"),
      text("jurisdiction", "who levies it"),
      number("rate", "the tax rate", "rate", { unit: "0.19 is 19%" }),
      ...money("taxable", "what it is calculated from", "aggregatedTaxableAmount.amount", "owner.currency"),
      ...money("amount", "the amount of the tax", "aggregatedTaxAmount.amount", "owner.currency"),
    ],
    rows: (order) => parts(order, "taxInfo.taxBreakdown"),
  },
  {
    name: "refunds",
    meaning: "One row per refund that reached the buyer, from the history of its order.",
    list: "orders",
    owner: "orderId",
    columns: [
      ownerId("orderId", "orders.id"),
      text("id", "the id in the history of the order"),
      ...time("createdDate", "when the money was returned"),
      ...money("amount", "the amount", "amount", "owner.currency"),
      text("paymentId", "the payment that it was returned to"),
      text("refundId", "the refund; one can be returned to several payments"),
    ],
    indexed: ["createdDate"],
    rows: refundsOf,
  },
  {
    name: "payments",
    meaning:
      "One row per payment of an order. Empty without --with payments, which takes a request per 100 orders.",
    list: "orders",
    owner: "orderId",
    columns: [
      ownerId("orderId", "orders.id"),
      id,
      ...time("createdDate", "when it was made"),
      ...money("amount", "the amount", "amount.amount", "owner.currency"),
      text(
        "status",
        "APPROVED, AUTHORIZED, DECLINED, REFUNDED …",
        (one) => one.status ?? valueAt(one, "regularPaymentDetails.status"),
      ),
      text("method", "the payment method", (one) =>
        one.giftcardPaymentDetails ? "giftCard" : valueAt(one, "regularPaymentDetails.paymentMethod"),
      ),
      text("provider", "the payment provider", "regularPaymentDetails.paymentProvider"),
      text(
        "scheduledAction",
        "what happens to an authorization by itself: VOID or CAPTURE",
        "regularPaymentDetails.authorizationDetails.scheduledAction.actionType",
      ),
      ...time(
        "scheduledDate",
        "when that happens",
        "regularPaymentDetails.authorizationDetails.scheduledAction.executionDate",
      ),
    ],
    rows: (order) => parts(order, "transactions.payments"),
  },
  {
    name: "abandoned_checkouts",
    meaning: "One row per checkout that a buyer left.",
    list: "abandonedCheckouts",
    owner: "id",
    search: {
      title: (one) => joined("Checkout of", valueAt(one, "buyerInfo.email") || "a visitor"),
      texts: ["buyerInfo.email", each("lineItems", "productName.original")],
    },
    columns: [
      id,
      text("status", "ABANDONED or RECOVERED"),
      ...time("createdDate", "when it was abandoned"),
      ...time("updatedDate", "when it was changed last"),
      ...time("recoveredDate", "when the buyer came back", "checkoutRecoveredDate"),
      text("email", "the email address of the buyer", "buyerInfo.email", personal),
      text("currency", "the currency of its amounts", "currency", { unit: "ISO 4217" }),
      ...money("subtotal", "the price of its items", "subtotalPrice.amount"),
      ...money("total", "what the buyer would have paid", "totalPrice.amount"),
      text("checkoutUrl", "where the buyer can go on", "checkoutUrl", personal),
      original,
    ],
  },
  {
    name: "coupons",
    meaning: "One row per coupon.",
    list: "coupons",
    owner: "id",
    search: {
      title: named("specification.name"),
      reference: "specification.code",
      texts: ["specification.code"],
    },
    columns: [
      id,
      text("code", "what buyers enter", "specification.code"),
      text("name", "its name", "specification.name"),
      text("kind", `${couponValues.join(", ")}, freeShipping or buyXGetY`, couponKind),
      number("value", "the amount or the percentage", (one) =>
        couponValues
          .map((field) => valueAt(one, `specification.${field}`))
          .find((value) => typeof value === "number"),
      ),
      flag("active", "whether it can be used", "specification.active"),
      flag("expired", "whether its time is over"),
      ...time("startTime", "from when on it can be used", (one) =>
        millis(valueAt(one, "specification.startTime")),
      ),
      ...time("expirationTime", "until when it can be used", (one) =>
        millis(valueAt(one, "specification.expirationTime")),
      ),
      whole("usageLimit", "how often it can be used", "specification.usageLimit"),
      whole("numberOfUsages", "how often it was used"),
      original,
    ],
  },
  {
    name: "discount_rules",
    meaning: "One row per automatic discount.",
    list: "discountRules",
    owner: "id",
    search: { title: named("name"), texts: ["status"] },
    columns: [
      id,
      text("name", "its name"),
      flag("active", "whether it is switched on"),
      text("status", "LIVE, EXPIRED or PENDING"),
      whole("usageCount", "how often it was used"),
      ...time("start", "from when on it applies", "activeTimeInfo.start"),
      ...time("end", "until when it applies", "activeTimeInfo.end"),
      ...time("createdDate", "when it was created"),
      ...time("updatedDate", "when it was changed last"),
      original,
    ],
  },
  {
    name: "events",
    meaning: "One row per event, drafts included.",
    list: "events",
    owner: "id",
    search: {
      title: named("title"),
      reference: "slug",
      texts: [
        "slug",
        "shortDescription",
        "location.name",
        "location.address.formattedAddress",
        ({ detailedDescription }) => withoutMarkup(detailedDescription),
      ],
    },
    columns: [
      id,
      text("title", "the title"),
      text("slug", "the last part of its address"),
      text("status", "UPCOMING, STARTED, ENDED, CANCELED or DRAFT"),
      ...time("startDate", "when it begins", "dateAndTimeSettings.startDate"),
      ...time("endDate", "when it ends", "dateAndTimeSettings.endDate"),
      text("timeZone", "the time zone of the event", "dateAndTimeSettings.timeZoneId"),
      text("location", "the name of the place", "location.name"),
      text(
        "registrationType",
        "RSVP, TICKETING …",
        (one) => valueAt(one, "registration.type") ?? valueAt(one, "registration.initialType"),
      ),
      ...time("createdDate", "when it was created"),
      ...time("updatedDate", "when it was changed last"),
      original,
    ],
  },
  {
    name: "tickets",
    meaning: "One row per sold ticket.",
    list: "tickets",
    owner: "ticketNumber",
    search: {
      title: (one) =>
        joined(
          `Ticket ${String(one.ticketNumber)}`,
          valueAt(one, "guestDetails.firstName"),
          valueAt(one, "guestDetails.lastName"),
        ),
      reference: "ticketNumber",
      texts: ["ticketNumber", "orderNumber", "name", "guestDetails.email", "orderFullName"],
    },
    columns: [
      text("ticketNumber", "the number of the ticket"),
      text("eventId", "events.id", (one) => ticketEventId(one as never)),
      text("orderNumber", "the number of the ticket order"),
      text("ticketDefinitionId", "the id of its ticket type"),
      text("name", "the name of its ticket type"),
      ...money(
        "price",
        "the price",
        (one) => valueAt(one, "price.amount") ?? valueAt(one, "price.value"),
        "price.currency",
      ),
      text("currency", "the currency of the price", "price.currency", { unit: "ISO 4217" }),
      flag("free", "whether it costs nothing"),
      text("orderStatus", "PAID, FREE, OFFLINE_PENDING …"),
      flag("canceled", "whether it was canceled"),
      flag("archived", "whether it is in the archive"),
      ...time("checkedIn", "when the guest was checked in; null before", "checkIn.created"),
      text("firstName", "the first name of the guest", "guestDetails.firstName", personal),
      text("lastName", "the last name of the guest", "guestDetails.lastName", personal),
      text("email", "the email address of the guest", "guestDetails.email", personal),
      original,
    ],
    indexed: ["eventId"],
  },
  {
    name: "guests",
    meaning: "One row per guest of an event: who answered an invitation, bought tickets, or holds one.",
    list: "guests",
    owner: "id",
    search: {
      title: (one) => joined(valueAt(one, "guestDetails.firstName"), valueAt(one, "guestDetails.lastName")),
      texts: ["guestDetails.email", "guestDetails.phone", "orderNumber", "ticketNumber"],
    },
    columns: [
      id,
      text("eventId", "events.id"),
      text("guestType", "RSVP, BUYER or TICKET_HOLDER"),
      text("attendanceStatus", "ATTENDING, NOT_ATTENDING or IN_WAITLIST"),
      whole("totalGuests", "people, with those that the guest brings"),
      text("orderNumber", "the number of the ticket order"),
      text("ticketNumber", "tickets.ticketNumber, of a ticket holder"),
      flag("checkedIn", "whether the guest was checked in", "guestDetails.checkedIn"),
      text("firstName", "the first name", "guestDetails.firstName", personal),
      text("lastName", "the last name", "guestDetails.lastName", personal),
      text("email", "the email address", "guestDetails.email", personal),
      text("phone", "the phone number", "guestDetails.phone", personal),
      ...time("createdDate", "when the guest signed up"),
      ...time("updatedDate", "when it was changed last"),
      original,
    ],
    indexed: ["eventId"],
  },
  {
    name: "gift_cards",
    meaning: "One row per gift card of the platform's own app. Empty without --with gift-cards.",
    list: "giftCards",
    with: "gift-cards",
    owner: "id",
    columns: [
      id,
      text("code", "the end of its code", "code", personal),
      text("currency", "the currency of its amounts", "currency", { unit: "ISO 4217" }),
      ...money("initialValue", "what it was worth at first", "initialValue.amount"),
      ...money("balance", "what is left on it", "balance.amount"),
      text("source", "ORDER or MANUAL"),
      text("orderId", "orders.id of the order that it was sold with", "orderInfo.orderId"),
      ...time("createdDate", "when it was created"),
      ...time("updatedDate", "when it was changed last"),
      ...time("expirationDate", "until when it can be used"),
      ...time("disabledDate", "when it was disabled"),
      text("email", "the email address of its recipient", "notificationInfo.recipient.email", personal),
      original,
    ],
    indexed: ["orderId"],
  },
  {
    name: "settings",
    meaning: "One row per setting of the checkout and of orders. Empty without --with settings.",
    list: "settings",
    with: "settings",
    owner: "area",
    columns: [
      text("area", "checkout, orders or commerce", "owner.id"),
      text("name", "the name of the setting, as a path"),
      text("value", "its value; lists as JSON"),
    ],
    rows: (source) =>
      Object.entries(flatFields(source)).flatMap(([name, value]) =>
        name === "id"
          ? []
          : [{ owner: source, name, value: typeof value === "object" ? JSON.stringify(value) : value }],
      ),
  },
  {
    name: "price_changes",
    meaning:
      "One row per price of a product or variant that a job of till changed, from the records of jobs.",
    list: "priceChanges",
    owner: "id",
    columns: [
      text("id", "the id of the job and the number of its change"),
      text("job", "the id of the job, for till jobs show"),
      text("productId", "products.id"),
      text("product", "the name of the product"),
      text("choices", "the choices of the variant, as in variants; empty for the price of the product"),
      ...money("before", "the price before", "before"),
      ...money("after", "the price after", "after"),
      text("currency", "the currency of the prices", "currency", { unit: "ISO 4217" }),
      ...time("changedDate", "when it was changed"),
      ...time("undoneDate", "when it was undone; null if it was not"),
    ],
    indexed: ["productId", "changedDate"],
  },
];

/** Coupons have times in milliseconds since 1970, as numbers or text. */
function millis(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

const columnsOf = (name: string): readonly Column[] =>
  tables.find((table) => table.name === name)?.columns ?? [];
/** Returns the documentation of columns of a table. */
const from = (name: string, names: string, rename: Record<string, string> = {}) =>
  names.split(" ").map((wanted) => {
    const column = columnsOf(name).find((one) => one.name === wanted);
    if (column === undefined) throw new TypeError(`${name} has no column ${wanted}`);
    const { value: _, path: __, ...rest } = column;
    return { ...rest, name: rename[wanted] ?? wanted };
  });

/** Queries that are asked often, as views. */
export const views: readonly View[] = [
  {
    name: "order_lines",
    meaning: "The items of orders with their order and product. Canceled and rejected orders are included.",
    columns: [
      ...from("order_items", "orderId"),
      ...from(
        "orders",
        "number createdDate createdDate_local status paymentStatus fulfillmentStatus channel country email currency",
      ),
      ...from(
        "order_items",
        "position productId variantId name options sku quantity refundQuantity price price_minor discount discount_minor tax tax_minor total total_minor",
      ),
      ...from("products", "handle brand"),
      ...from("variants", "cost_minor"),
    ],
    sql: `SELECT i.orderId, o.number, o.createdDate, o.createdDate_local, o.status, o.paymentStatus, o.fulfillmentStatus, o.channel,
      o.country, o.email, o.currency, i.position, i.productId, i.variantId, i.name, i.options, i.sku, i.quantity, i.refundQuantity,
      i.price, i.price_minor, i.discount, i.discount_minor, i.tax, i.tax_minor, i.total, i.total_minor, p.handle, p.brand,
      coalesce((SELECT v.cost_minor FROM variants v WHERE v.productId = i.productId AND v.id = i.variantId), p.cost_minor) AS cost_minor
      FROM order_items i JOIN orders o ON o.id = i.orderId LEFT JOIN products p ON p.id = i.productId`,
  },
  {
    name: "variants_full",
    meaning: "Variants with their product.",
    columns: [
      ...from("variants", "productId id"),
      ...from("products", "name handle brand type"),
      ...from("variants", "choices sku price price_minor salePrice salePrice_minor cost cost_minor"),
      ...from("products", "currency visible", { visible: "productVisible" }),
      ...from("variants", "visible stock tracked inStock"),
    ],
    sql: `SELECT v.productId, v.id, p.name, p.handle, p.brand, p.type, v.choices, v.sku, v.price, v.price_minor, v.salePrice,
      v.salePrice_minor, v.cost, v.cost_minor, p.currency, p.visible AS productVisible, v.visible, v.stock, v.tracked,
      v.inStock FROM variants v JOIN products p ON p.id = v.productId`,
  },
  {
    name: "customers",
    meaning:
      "One row per buyer and currency, by email address, as far as orders tell. Canceled and rejected orders do not count.",
    columns: [
      ...from("orders", "email firstName lastName country currency"),
      { name: "orders", type: "INTEGER", meaning: "orders" },
      { name: "firstOrder", type: "TEXT", meaning: "when the first one was placed", unit: "ISO 8601, UTC" },
      { name: "lastOrder", type: "TEXT", meaning: "when the last one was placed", unit: "ISO 8601, UTC" },
      {
        name: "spent_minor",
        type: "INTEGER",
        meaning: "the total of the orders",
        unit: "minor units, such as cents",
      },
      {
        name: "refunded_minor",
        type: "INTEGER",
        meaning: "what was paid back",
        unit: "minor units, such as cents",
      },
    ],
    // In SQL that PostgreSQL has, too.
    sql: `SELECT email, firstName, lastName, country, currency, orders, firstOrder, lastOrder, spent_minor, refunded_minor
      FROM (SELECT lower(email) AS email, firstName, lastName, country, currency, count(*) OVER buyer AS orders,
        min(createdDate) OVER buyer AS firstOrder, max(createdDate) OVER buyer AS lastOrder, sum(total_minor) OVER buyer AS spent_minor,
        sum(coalesce(refunded_minor, 0)) OVER buyer AS refunded_minor,
        row_number() OVER (PARTITION BY lower(email), currency ORDER BY createdDate DESC, id) AS place
        FROM orders WHERE email <> '' AND status NOT IN ('CANCELED', 'REJECTED') WINDOW buyer AS (PARTITION BY lower(email), currency)) AS placed
      WHERE place = 1`,
  },
];

/** Returns what `till data search` finds of an object: its title, what commands call it, and its texts. */
export function searchedText(
  { search, owner }: Table,
  source: object,
): { title: string; reference: string; text: string } | undefined {
  if (search === undefined) return undefined;
  const object = source as Source;
  const { title, reference = owner, texts } = search;
  const all = texts.map((pick) => found(object, pick)).filter((one) => typeof one === "string" && one !== "");
  return {
    title: title(object),
    reference: String(found(object, reference) ?? ""),
    text: [...new Set(all)].join("\n"),
  };
}

/** Returns the statements that create the tables and views. */
export function schema(): string {
  const created = tables.flatMap(({ name, columns, owner, rows, indexed = [] }) => {
    // One row per object, or several.
    const isMain = rows === undefined;
    const types = columns.map(
      (column) => `"${column.name}" ${column.type}${isMain && column.name === owner ? " PRIMARY KEY" : ""}`,
    );
    return [
      `CREATE TABLE "${name}" (${types.join(", ")}) STRICT;`,
      ...[...(isMain ? [] : [owner]), ...indexed].map(
        (column) => `CREATE INDEX "_${name}_${column}" ON "${name}" ("${column}");`,
      ),
    ];
  });
  return [...created, ...views.map(({ name, sql }) => `CREATE VIEW "${name}" AS ${sql};`)].join("\n");
}
