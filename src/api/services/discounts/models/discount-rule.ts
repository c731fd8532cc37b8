import type * as z from "zod/mini";
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
} from "../../../models/fields.ts";
import { Tags } from "../../products/models/product-v3.ts";

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
