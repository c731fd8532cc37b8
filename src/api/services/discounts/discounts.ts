import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
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
import { Paging } from "../../models/query.ts";
import { MultiCurrencyPrice, translatedText } from "../../models/values.ts";
import { genericEndpoints } from "../generic.ts";
import { Tags } from "../products/models-v3.ts";

/** The rule of a coupon: one kind of discount, for a `scope` or from a minimum subtotal. Times are milliseconds since 1970. */
const Specification = obj(
  {
    name: text({ minLength: 1, maxLength: 100 }),
    code: text({ minLength: 1, maxLength: 20 }),
    startTime: json(),
    expirationTime: json(),
    usageLimit: num({ min: 1 }),
    active: bool(),
    limitedToOneItem: bool(),
    limitPerCustomer: num({ min: 1 }),
    appliesToSubscriptions: bool(),
    scope: obj(
      { namespace: text(), group: obj({ name: text(), entityId: text() }) },
      { required: ["namespace"] },
    ),
    minimumSubtotal: num({ min: 0 }),
    moneyOffAmount: num({ min: 0 }),
    percentOffRate: num({ min: 0, max: 100 }),
    freeShipping: bool(),
    fixedPriceAmount: num({ min: 0 }),
    buyXGetY: obj({ x: num(), y: num() }),
  },
  {
    oneOf: [
      ["moneyOffAmount", "percentOffRate", "freeShipping", "fixedPriceAmount", "buyXGetY"],
      ["scope", "minimumSubtotal"],
    ],
  },
);
const Coupon = obj({
  id: guid(),
  dateCreated: date(),
  specification: Specification,
  expired: bool(),
  numberOfUsages: num(),
});
export interface Coupon extends z.input<typeof Coupon> {}
const byId = obj({ id: guid() });

/**
 * Coupons of the shop. The platform documents them under `/v2/coupons`; this path works. `filter` and `sort` of the query are JSON
 * text, and a field mask has the names of fields of the specification, as this older service requires.
 */
export const coupons = service("coupons", {
  create: endpoint("POST /stores/v2/coupons", {
    once: true,
    input: obj({ specification: Specification }),
    result: obj({ id: guid() }),
    required: ["specification.name", "specification.code", "specification.startTime"],
    summary: "Create a coupon",
  }),
  get: endpoint("GET /stores/v2/coupons/{id}", {
    input: byId,
    result: obj({ coupon: Coupon }),
    role: "admin",
    summary: "Get a coupon by ID",
  }),
  query: endpoint("POST /stores/v2/coupons/query", {
    input: obj({ query: obj({ filter: text(), sort: text(), paging: Paging }) }),
    result: obj({ coupons: list(Coupon), totalResults: num() }),
    paging: "offset",
    items: "coupons",
    limitMax: 100,
    role: "admin",
    summary: "List coupons",
  }),
  update: endpoint("PATCH /stores/v2/coupons/{id}", {
    input: obj({ id: guid(), specification: Specification, fieldMask: obj({ paths: list(text()) }) }),
    result: obj({}),
    required: ["id", "specification"],
    summary: "Update fields of a coupon",
  }),
  remove: endpoint("DELETE /stores/v2/coupons/{id}", {
    input: byId,
    result: obj({}),
    summary: "Delete a coupon",
  }),
});

export const CouponScope = enumOf("GLOBAL", "SPECIFIC_ITEMS", "SHIPPING");
const CouponRule = obj({
  id: guid(),
  name: translatedText({ minLength: 1, maxLength: 256 }, { minLength: 1, maxLength: 500 }),
  amount: MultiCurrencyPrice,
});
const source = { oneOf: [["coupon", "merchantDiscount", "discountRule"]] };

/** A discount by the merchant, as an amount or a percentage. */
export const MerchantDiscount = obj({ amount: MultiCurrencyPrice, percentage: num({ min: 0.01, max: 100 }) });

/** A discount of a cart. */
export const CartDiscount = obj(
  {
    coupon: obj({ id: text(), code: text(), amount: MultiCurrencyPrice }),
    merchantDiscount: MerchantDiscount,
    discountRule: CouponRule,
    lineItemIds: list(guid(), { maxSize: 300 }),
    discountType: CouponScope,
  },
  source,
);

const ItemCombination = obj({
  count: num({ min: 1, max: 100000 }),
  lineItems: list(
    obj({ lineItemId: guid(), discountAmount: MultiCurrencyPrice, quantity: num({ min: 1, max: 100000 }) }),
    { minSize: 1, maxSize: 100 },
  ),
});
/** A discount as applied by a calculation. */
export const AppliedDiscount = obj(
  {
    id: guid(),
    coupon: obj({ id: text(), code: text(), amount: MultiCurrencyPrice, name: text() }),
    merchantDiscount: MerchantDiscount,
    discountRule: CouponRule,
    discountType: CouponScope,
    lineItemIds: list(guid()),
    lineItemDiscounts: list(obj({ id: guid(), totalDiscountAmount: MultiCurrencyPrice }), { maxSize: 300 }),
    subscriptionCycles: num({ min: 1, max: 999 }),
    itemCombinations: list(ItemCombination, { maxSize: 1000 }),
  },
  source,
);

const amount = (limits: { gt?: number; min?: number }) => decimal({ ...limits, max: 1e15, maxScale: 4 });

/** The items that a rule applies to: items of a catalog, or a custom filter of an app. */
export const DiscountScope = obj(
  {
    id: text({ minLength: 1, maxLength: 100 }),
    type: enumOf("CATALOG_ITEM", "CUSTOM_FILTER"),
    catalogItemFilter: obj({
      catalogAppId: guid(),
      catalogItemIds: list(text({ minLength: 1, maxLength: 36 }), { maxSize: 50 }),
    }),
    customFilter: obj({ appId: guid(), params: json() }),
  },
  { oneOf: [["catalogItemFilter", "customFilter"]] },
);
export interface DiscountScope extends z.input<typeof DiscountScope> {}

const scopes = () => list(DiscountScope, { maxSize: 50 });
const trigger = {
  triggerType: enumOf("AND", "SUBTOTAL_RANGE", "ITEM_QUANTITY_RANGE", "CUSTOM", "OR", "CUSTOMER_ELIGIBILITY"),
  customTrigger: obj({ id: text({ minLength: 1, maxLength: 100 }), appId: guid() }),
  subtotalRange: obj({ scopes: scopes(), from: amount({ min: 0 }), to: amount({ min: 0 }) }),
  itemQuantityRange: obj({ scopes: scopes(), from: num({ min: 1 }), to: num({ min: 1 }) }),
  customerEligibility: obj({
    eligibilityType: enumOf("CONTACT_SEGMENTS", "CONTACT_TAGS", "INDIVIDUAL_MEMBERS"),
    individualMembersInfo: obj({ memberIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
  }),
};
const single = ["customTrigger", "subtotalRange", "itemQuantityRange", "customerEligibility"];
const inner = obj({ triggers: list(obj(trigger, { oneOf: [single] }), { minSize: 2, maxSize: 5 }) });
/** The condition of a rule; conditions can be joined one level deep. */
export const DiscountTrigger = obj(
  { ...trigger, and: inner, or: inner },
  { oneOf: [["and", "or", ...single]] },
);
export interface DiscountTrigger extends z.input<typeof DiscountTrigger> {}

const Discount = obj(
  {
    targetType: enumOf("SPECIFIC_ITEMS", "BUY_X_GET_Y"),
    specificItemsInfo: obj({ scopes: list(DiscountScope, { minSize: 1, maxSize: 50 }) }),
    discountType: enumOf("PERCENTAGE", "FIXED_AMOUNT", "FIXED_PRICE", "QUANTITY_BASED"),
    percentage: num({ min: 0.1, max: 100 }),
    fixedAmount: amount({ gt: 0 }),
    fixedPrice: amount({ min: 0 }),
    quantityBased: obj({
      configurations: list(
        obj({
          id: readonly(guid()),
          quantity: num({ min: 2 }),
          price: decimal({ min: 0, max: 1e6, maxScale: 4 }),
        }),
        { minSize: 1, maxSize: 1 },
      ),
    }),
  },
  { oneOf: [["percentage", "fixedAmount", "fixedPrice", "quantityBased"]] },
);

/** A discount that applies automatically, with its condition and scope. */
export const DiscountRule = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  active: bool(),
  name: text({ minLength: 1, maxLength: 50 }),
  trigger: DiscountTrigger,
  activeTimeInfo: obj({ start: date(), end: date() }),
  discounts: obj({ values: list(Discount, { minSize: 1, maxSize: 1 }) }),
  status: readonly(enumOf("LIVE", "EXPIRED", "PENDING")),
  usageCount: readonly(num()),
  tags: Tags,
});
export interface DiscountRule extends z.input<typeof DiscountRule> {}

/** Discount rules, which apply automatically during a period. */
export const discountRules = service(
  "discountRules",
  genericEndpoints({
    name: ["discount rule", "discount rules"],
    entityKey: "discountRule",
    listKey: "discountRules",
    model: DiscountRule,
    path: "/ecom/v1/discount-rules",
    required: ["discounts", "name"],
  }),
);
