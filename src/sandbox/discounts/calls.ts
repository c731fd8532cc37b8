import type { Handlers } from "../../api/endpoint.ts";
import { boundsOf } from "../../api/schema.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import {
  coupons as couponEndpoints,
  type DiscountRule,
  type DiscountTrigger,
  discountRules as ruleEndpoints,
} from "../../api/services/discounts.ts";
import { ruleViolation } from "../kernel/entities.ts";
import { checkedQuery, parseTextQuery, scanPage } from "../kernel/lists.ts";
import { regularHandlers } from "../kernel/regular.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import type { Coupon } from "../pricing/input.ts";
import {
  couponOf,
  coupons as couponTable,
  discountRuleKind,
  discountRules as ruleTable,
} from "./discounts.ts";
import { couponFrom, opened, specificationOf } from "./specification.ts";

const { specification: specificationModel } = shapeOf(couponEndpoints.create.input);
const specificationFields = new Set(Object.keys(shapeOf(specificationModel)));
/** Groups of fields of which a specification has one. */
const alternatives = (specificationModel && boundsOf(specificationModel).oneOf) ?? [];

/** Coupons. The control calls of the sandbox read and write the same ones. */
export const coupons: Handlers<typeof couponEndpoints, Tx> = {
  create(tx, { specification }) {
    const id = tx.newId();
    const used = { used: 0, createdDate: tx.now.toISOString() };
    saveCoupon(tx, { ...couponFrom(specification), id, ...used });
    return { id };
  },
  get: (tx, { id }) => ({ coupon: showCoupon(tx, knownCoupon(tx, id)) }),
  query(tx, { query }) {
    const { filter, sort } = parseTextQuery(query);
    const checked = checkedQuery({ filter, sort }, couponEndpoints.query);
    const all = [...tx.each(couponTable)].map((one) => showCoupon(tx, one));
    const { items, metadata } = scanPage(all, { ...checked, paging: query?.paging });
    return { coupons: items, totalResults: metadata.total ?? items.length };
  },
  update(tx, { id, specification: given, fieldMask }) {
    const before = knownCoupon(tx, id);
    const paths = fieldMask?.paths?.flatMap((path) => path ?? []) ?? Object.keys(given);
    const unknown = paths.find((path) => !specificationFields.has(path));
    if (unknown !== undefined)
      throw invalid("fieldMask.paths", "FORMAT", `has "${unknown}", which is not a field of specification`);
    const specification = Object.fromEntries(
      paths.map((path) => [path, (given as Readonly<Record<string, unknown>>)?.[path] ?? null]),
    );
    const isGiven = (field: string) => (specification[field] ?? false) !== false;
    const replaced = alternatives.filter((fields) => fields.some(isGiven));
    const cleared = Object.fromEntries(replaced.flat().map((field) => [field, null]));
    const { createdDate, used, usedBy } = before;
    const merged = { ...specificationOf(before), ...cleared, ...specification };
    saveCoupon(tx, { ...couponFrom(merged), id: before.id, used, usedBy, createdDate });
    return {};
  },
  remove(tx, { id }) {
    tx.remove(couponTable, knownCoupon(tx, id).id);
    return {};
  },
};

function knownCoupon(tx: Tx, id: string): Coupon {
  const coupon = tx.get(couponTable, id);
  if (coupon) return coupon;
  throw new PlatformError(404, "COUPON_NOT_FOUND", `There is no coupon ${id}`, { id });
}

function saveCoupon(tx: Tx, coupon: Coupon): void {
  const owner = couponOf(tx, coupon.code);
  if (owner && owner.id !== coupon.id) {
    const message = `Another coupon has the code ${coupon.code}`;
    throw new PlatformError(409, "COUPON_CODE_ALREADY_EXISTS", message, { couponCode: coupon.code });
  }
  tx.put(couponTable, coupon.id, JSON.parse(JSON.stringify(coupon)) as Coupon);
}

function showCoupon(tx: Tx, coupon: Coupon) {
  return {
    id: coupon.id,
    dateCreated: coupon.createdDate ?? coupon.start ?? opened,
    specification: specificationOf(coupon),
    expired: coupon.end !== undefined && new Date(coupon.end) <= tx.now,
    numberOfUsages: coupon.used,
  };
}

const maxRules = 100;

/** Handlers of automatic discounts. Their status depends on the sandbox clock. */
export const discountRules: Handlers<typeof ruleEndpoints, Tx> = regularHandlers({
  kind: discountRuleKind,
  calls: ruleEndpoints,
  complete(tx, given, before) {
    if (before === undefined && tx.query(ruleTable, { limit: 1 }).total >= maxRules) {
      const message = `A site can have at most ${maxRules} discount rules`;
      throw new PlatformError(428, "MAX_DISCOUNT_RULES_REACHED", message, { limit: maxRules });
    }
    const start = given.activeTimeInfo?.start ?? tx.now.toISOString();
    const end = given.activeTimeInfo?.end;
    if (end && Date.parse(end) <= Date.parse(start))
      throw ruleViolation(
        "discountRule.activeTimeInfo",
        "INVALID_ACTIVE_TIME_RANGE",
        "must end after it starts",
      );
    checkDiscount(given.discounts);
    if (given.trigger) checkTrigger(given.trigger, "discountRule.trigger");
    return {
      ...given,
      active: given.active ?? true,
      activeTimeInfo: { start, end: end || undefined },
      usageCount: before?.usageCount ?? 0,
    };
  },
});

const amounts = {
  PERCENTAGE: "percentage",
  FIXED_AMOUNT: "fixedAmount",
  FIXED_PRICE: "fixedPrice",
  QUANTITY_BASED: "quantityBased",
} as const;

function checkDiscount({ values }: NonNullable<DiscountRule["discounts"]>): void {
  const [discount] = values ?? [];
  const field = "discountRule.discounts.values[0]";
  if (!discount)
    throw ruleViolation("discountRule.discounts.values", "INVALID_EMPTY_DISCOUNT", "must not be empty");
  const amount = amounts[discount.discountType as keyof typeof amounts];
  if (amount === undefined || discount[amount] === undefined || discount[amount] === null) {
    const specific = discount.targetType === "SPECIFIC_ITEMS";
    throw ruleViolation(
      // The platform names the field of its older API.
      specific ? "discount_rule.customer_gets.specific_items_discount" : field,
      "DISCOUNT_TYPE_AND_DISCOUNT_VALUE_MISMATCH",
      `needs ${amount ?? "a discountType"}`,
    );
  }
  if (discount.targetType === "SPECIFIC_ITEMS" && !discount.specificItemsInfo?.scopes?.length)
    throw ruleViolation(`${field}.specificItemsInfo`, "INVALID_TARGET_TYPE_FIELD", "must name the items");
}

function checkTrigger(trigger: DiscountTrigger, field: string): void {
  const { triggerType, subtotalRange, itemQuantityRange } = trigger;
  for (const { triggers } of [trigger.and, trigger.or].filter((one) => one !== undefined && one !== null)) {
    for (const [index, inner] of (triggers ?? []).entries()) {
      if (inner.triggerType === "AND" || inner.triggerType === "OR")
        throw ruleViolation(field, "OPERATOR_TOO_DEEPLY_NESTED", "must not hold another AND or OR");
      checkTrigger(inner, `${field}.triggers[${index}]`);
    }
  }
  if (triggerType === "SUBTOTAL_RANGE")
    checkRange(`${field}.subtotalRange`, "SUBTOTAL_RANGE", subtotalRange?.from, subtotalRange?.to);
  if (triggerType === "ITEM_QUANTITY_RANGE")
    checkRange(
      `${field}.itemQuantityRange`,
      "ITEM_QUANTITY_RANGE",
      itemQuantityRange?.from,
      itemQuantityRange?.to,
    );
}

type Bound = string | number | null | undefined;

function checkRange(field: string, name: string, from: Bound, to: Bound): void {
  const given = (bound: Bound) => bound !== undefined && bound !== null;
  if (!given(from) && !given(to)) throw ruleViolation(field, `MISSING_${name}`, "must have from or to");
  if (given(from) && given(to) && Number(from) > Number(to))
    throw ruleViolation(field, `INVALID_${name}`, "must not begin after its end");
}
