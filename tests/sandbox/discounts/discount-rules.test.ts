import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const rules = "/ecom/v1/discount-rules";
const percent = (percentage: number) => ({
  values: [
    {
      targetType: "SPECIFIC_ITEMS",
      specificItemsInfo: { scopes: [{ id: "all", type: "CATALOG_ITEM", catalogItemFilter: {} }] },
      discountType: "PERCENTAGE",
      percentage,
    },
  ],
});

test("a discount rule is pending, live and expired as the clock moves", async () => {
  const { ok, advance, newEventTypes } = openTestShop({ now: "2026-05-01T00:00:00Z" });
  await newEventTypes();
  const { discountRule } = await ok("POST", rules, {
    discountRule: {
      name: "May",
      discounts: percent(10),
      activeTimeInfo: { start: "2026-05-02T00:00:00.000Z", end: "2026-05-04T00:00:00.000Z" },
    },
  });
  const status = async () => (await ok("GET", `${rules}/${discountRule.id}`)).discountRule.status;
  expect(discountRule).toMatchObject({ status: "PENDING", revision: "1", usageCount: 0, active: true });
  await advance("1d");
  expect(await status()).toBe("LIVE");
  const { id } = discountRule;
  const off = await ok("PATCH", `${rules}/${id}`, { discountRule: { id, revision: "1", active: false } });
  expect(off.discountRule).toMatchObject({ status: "PENDING", revision: "2" });
  await advance("2d");
  expect(await status()).toBe("EXPIRED");
  await ok("DELETE", `${rules}/${id}`);
  const own = (await newEventTypes()).filter((type) => type.startsWith("discount_rule"));
  expect(own).toEqual(["discount_rule_created", "discount_rule_updated", "discount_rule_deleted"]);
});

test("a stale revision is rejected, and read-only fields are ignored", async () => {
  const { ok, ask } = openTestShop();
  const [rule] = (await ok("POST", `${rules}/query`, { query: {} })).discountRules;
  const change = (revision: string, more = {}) =>
    ask("PATCH", `${rules}/${rule.id}`, {
      discountRule: {
        id: rule.id,
        revision,
        usageCount: 99,
        createdDate: "2000-01-01T00:00:00.000Z",
        ...more,
      },
    });
  const after = await change("1", { name: "Other" });
  expect(after.body.discountRule).toMatchObject({
    name: "Other",
    usageCount: 0,
    createdDate: rule.createdDate,
  });
  const late = await change("1");
  expect([late.status, codeOf(late)]).toEqual([409, "REVISION_MISMATCH"]);
});

test.each([
  [
    { discounts: { values: [{ targetType: "SPECIFIC_ITEMS", discountType: "FIXED_AMOUNT" }] } },
    "DISCOUNT_TYPE_AND_DISCOUNT_VALUE_MISMATCH",
  ],
  [
    { activeTimeInfo: { start: "2026-05-02T00:00:00.000Z", end: "2026-05-01T00:00:00.000Z" } },
    "INVALID_ACTIVE_TIME_RANGE",
  ],
  [{ trigger: { triggerType: "SUBTOTAL_RANGE" } }, "MISSING_SUBTOTAL_RANGE"],
  [
    { trigger: { triggerType: "ITEM_QUANTITY_RANGE", itemQuantityRange: { from: 3, to: 2 } } },
    "INVALID_ITEM_QUANTITY_RANGE",
  ],
  [
    { trigger: { triggerType: "AND", and: { triggers: [{ triggerType: "OR" }, { triggerType: "OR" }] } } },
    "OPERATOR_TOO_DEEPLY_NESTED",
  ],
  [
    {
      trigger: {
        triggerType: "AND",
        and: {
          triggers: [
            { triggerType: "SUBTOTAL_RANGE", subtotalRange: { from: "5" } },
            { triggerType: "ITEM_QUANTITY_RANGE", itemQuantityRange: { from: 3, to: 2 } },
          ],
        },
      },
    },
    "INVALID_ITEM_QUANTITY_RANGE",
  ],
  [
    { discounts: { values: [{ targetType: "SPECIFIC_ITEMS", discountType: "PERCENTAGE", percentage: 10 }] } },
    "INVALID_TARGET_TYPE_FIELD",
  ],
  [{ discounts: {} }, "INVALID_EMPTY_DISCOUNT"],
])("a discount rule with %j breaks the rule %s", async (wrong, rule) => {
  const { ask } = openTestShop();
  const { status, body } = await ask("POST", rules, {
    discountRule: { name: "Wrong", discounts: percent(10), ...wrong },
  });
  expect(status).toBe(400);
  expect(body.details.validationError.fieldViolations[0].ruleName).toBe(rule);
});
