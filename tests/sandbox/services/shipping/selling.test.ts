import { expect, test } from "vitest";
import { taxCalculators } from "../../../../src/sandbox/services/tax/tax-calculators.ts";
import { defaultTaxGroupId } from "../../../../src/sandbox/services/tax/tax-groups.ts";
import { openSellingFloor } from "../../support/demo-shop.ts";

const rules = "/ecom/v1/discount-rules";
const codeOf = ({ body }: { body: { details: { applicationError: { code: string } } } }) =>
  body.details.applicationError.code;
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
  const { ok, advance, told } = await openSellingFloor("2026-05-01T00:00:00Z");
  await told();
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
  const own = (await told()).filter((type) => type.startsWith("discount_rule"));
  expect(own).toEqual(["discount_rule_created", "discount_rule_updated", "discount_rule_deleted"]);
});

test("a change on an older revision is refused, and read-only fields are ignored", async () => {
  const { ok, ask } = await openSellingFloor();
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
    "INVALID_DISCOUNT_TYPE",
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
])("a discount rule with %j breaks the rule %s", async (wrong, rule) => {
  const { ask } = await openSellingFloor();
  const { status, body } = await ask("POST", rules, {
    discountRule: { name: "Wrong", discounts: percent(10), ...wrong },
  });
  expect(status).toBe(400);
  expect(body.details.validationError.fieldViolations[0].ruleName).toBe(rule);
});

test("lists are filtered, sorted and paged by cursor", async () => {
  const { ok, ask } = await openSellingFloor();
  const options = "/ecom/v1/shipping-options/query";
  const regions = (
    await ok("POST", "/ecom/v1/delivery-profiles/query", { query: { filter: { default: true } } })
  ).deliveryProfiles[0].deliveryRegions;
  const filter = { deliveryRegionIds: { $hasSome: [regions[0].id] } };
  const first = await ok("POST", options, { query: { filter, cursorPaging: { limit: 1 } } });
  const second = await ok("POST", options, {
    query: { cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } },
  });
  const titles = [first, second].map(({ shippingOptions }) => shippingOptions[0].title);
  expect(titles.sort()).toEqual(["Express", "Standard"]);
  expect(second.pagingMetadata.hasNext).toBe(false);
  expect((await ask("POST", options, { query: { filter: { title: "Express" } } })).status).toBe(400);
});

test("a region joins and leaves a shipping option, and lists find it by it", async () => {
  const { ok, ask } = await openSellingFloor();
  const options = "/ecom/v1/shipping-options";
  const [option] = (await ok("POST", `${options}/query`, { query: {} })).shippingOptions;
  const moon = "00000000-0000-4000-8000-000000000001";
  const move = { shippingOptionId: option.id, deliveryRegionId: moon, revision: option.revision };
  await ok("POST", `${options}/${option.id}/add-delivery-region`, move);
  const filter = { deliveryRegionIds: { $hasSome: [moon] } };
  expect((await ok("POST", `${options}/query`, { query: { filter } })).shippingOptions).toHaveLength(1);
  const stale = await ask("POST", `${options}/${option.id}/remove-delivery-region`, move);
  expect(codeOf(stale)).toBe("REVISION_MISMATCH");
  await ok("POST", `${options}/${option.id}/remove-delivery-region`, { ...move, revision: "2" });
  expect((await ok("POST", `${options}/query`, { query: { filter } })).shippingOptions).toEqual([]);
});

test("delivery regions do not share a destination or a name, and the default profile stays", async () => {
  const { ok, ask } = await openSellingFloor();
  const profiles = "/ecom/v1/delivery-profiles";
  const [general] = (await ok("POST", `${profiles}/query`, { query: { filter: { default: true } } }))
    .deliveryProfiles;
  const add = (deliveryRegion: object) =>
    ask("POST", `${profiles}/${general.id}/delivery-region`, {
      deliveryProfileId: general.id,
      deliveryRegion,
    });
  expect(codeOf(await add({ name: "More", destinations: [{ countryCode: "DE" }] }))).toBe(
    "DESTINATIONS_COLLISION",
  );
  expect((await add({ name: "Europe" })).body.details.validationError.fieldViolations[0].ruleName).toBe(
    "DELIVERY_REGION_NAME_ALREADY_EXISTS",
  );
  expect((await add({ name: "Japan", destinations: [{ countryCode: "JP" }] })).status).toBe(200);
  expect(codeOf(await ask("DELETE", `${profiles}/${general.id}`))).toBe("SINGLE_DEFAULT_DELIVERY_PROFILE");
});

test("five levels of jurisdiction add up to the tax, and tax within a price comes out of it", async () => {
  const { ok } = await openSellingFloor();
  const tax = async (address: object, price: string) =>
    await ok("POST", "/billing/v1/calculate-tax", {
      addresses: [address],
      lineItems: [{ id: "1", price, addressIndex: { singleAddress: 0 } }],
    });
  const newYork = await tax({ country: "US", subdivision: "US-NY", city: "New York" }, "100.00");
  expect(newYork.taxSummary).toMatchObject({
    totalAmount: "109.48",
    totalTax: "9.48",
    totalTaxIncludedInPrice: "0",
  });
  const levels = newYork.lineItemTaxDetails[0].taxBreakdown.map(
    ({ jurisdictionType }: { jurisdictionType: string }) => jurisdictionType,
  );
  expect(levels.sort()).toEqual(["CITY", "COUNTRY", "COUNTY", "SPECIAL", "STATE"]);
  const germany = await tax({ country: "DE" }, "119.00");
  expect(germany.taxSummary).toMatchObject({ totalAmount: "119", totalTax: "19", totalTaxableAmount: "100" });
});

test("tax regions and rates refuse what cannot be", async () => {
  const { ok, ask } = await openSellingFloor();
  const region = (given: object) => ask("POST", "/billing/v1/tax-regions", { taxRegion: given });
  const appId = taxCalculators.manual;
  expect(codeOf(await region({ country: "DE", appId }))).toBe("ALREADY_EXISTS");
  expect(codeOf(await region({ country: "FR", subdivision: "DE-BE", appId }))).toBe(
    "INVALID_SUBDIVISION_FORMAT",
  );
  expect(codeOf(await region({ country: "FR", appId: defaultTaxGroupId }))).toBe("CALCULATOR_ID_NOT_FOUND");
  const { taxRegion } = (await region({ country: "FR", appId })).body;
  const rate = (given: object) =>
    ask("POST", "/billing/v1/manual-tax-mappings", {
      manualTaxMapping: {
        taxRegionId: taxRegion.id,
        taxGroupId: defaultTaxGroupId,
        taxRate: "0.2",
        ...given,
      },
    });
  expect(codeOf(await rate({ taxGroupId: taxRegion.id }))).toBe("TAX_GROUP_ID_NOT_FOUND");
  expect((await rate({})).status).toBe(200);
  expect(codeOf(await rate({}))).toBe("MANUAL_TAX_MAPPING_ALREADY_EXISTS");
  await ok("DELETE", `/billing/v1/tax-regions/${taxRegion.id}`);
  const query = { filter: { taxRegionId: taxRegion.id } };
  expect((await ok("POST", "/billing/v1/manual-tax-mappings/query", { query })).manualTaxMappings).toEqual(
    [],
  );
  const group = { taxGroup: { id: defaultTaxGroupId, revision: "1", name: "Mine" } };
  const refused = await ask("PATCH", `/billing/v1/tax-groups/${defaultTaxGroupId}`, group);
  expect(codeOf(refused)).toBe("ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP");
});

test("a gift card pays what is on it, once, and gets back what is voided", async () => {
  const { ok, ask } = await openSellingFloor();
  const cards = "/ecom/v1/gift-cards";
  const balance = async () => (await ok("POST", `${cards}/TILLGIFT50`, {})).giftCard.balance.value;
  const redeem = (value: string, more = {}) =>
    ask("POST", `${cards}/redeem`, {
      code: "tillgift50",
      appId: defaultTaxGroupId,
      amount: { value },
      ...more,
    });
  expect(codeOf(await redeem("50.01"))).toBe("INSUFFICIENT_FUNDS");
  expect(codeOf(await redeem("1", { amount: { value: "1", currency: "EUR" } }))).toBe(
    "CURRENCY_NOT_SUPPORTED",
  );
  const { transactionId } = (await redeem("50")).body;
  expect(await balance()).toBe("0.00");
  expect(codeOf(await redeem("1"))).toBe("ALREADY_REDEEMED");
  const undo = { transactionId, appId: defaultTaxGroupId };
  await ok("POST", `${cards}/void`, undo);
  expect(await balance()).toBe("50.00");
  expect(codeOf(await ask("POST", `${cards}/void`, undo))).toBe("ALREADY_VOIDED");
  expect(codeOf(await redeem("1", { code: "TILLGIFTOLD" }))).toBe("GIFT_CARD_EXPIRED");
  const { giftCard } = await ok("POST", `${cards}/TILLGIFT50`, {});
  expect(giftCard.obfuscatedCode).toBe("******FT50");
});

test("a tip is shared out to the cent, and nobody gets more than there is", async () => {
  const { ok, ask } = await openSellingFloor();
  const { tip } = await ok("POST", "/tips/v1/tips/preview", {
    lineItemInfo: [{ price: "33.35", quantity: 1 }],
    tipChoice: { tipType: "PERCENTAGE", value: "10" },
  });
  expect(tip).toMatchObject({ lineItemSubtotal: "33.35", amount: "3.34" });
  const cents = tip.distributions.map(({ amount }: { amount: string }) => Math.round(Number(amount) * 100));
  expect(cents.reduce((sum: number, one: number) => sum + one)).toBe(334);
  const draftOrderId = "00000000-0000-4000-8000-00000000d001";
  const set = { draftOrderId, tip: { amount: "2.00", distributions: [{ amount: "2.01" }] } };
  expect(codeOf(await ask("POST", "/tips/v1/tips/set", set))).toBe("INVALID_TIP");
  const unknown = { orderId: draftOrderId, tip: { amount: "2.00" } };
  expect(codeOf(await ask("POST", "/tips/v1/tips/set", unknown))).toBe("ORDER_NOT_FOUND");
});

test("tip settings have one default, of which presets cannot exceed the price", async () => {
  const { ask, ok } = await openSellingFloor();
  const path = "/tip-settings/v1/tip-settings";
  const post = (presets: object[]) => ask("POST", path, { tipSettings: { presets } });
  expect(codeOf(await post([{ value: 101 }]))).toBe("PRESET_PERCENTAGE_TOO_HIGH");
  expect(
    codeOf(
      await post([
        { value: 1, default: true },
        { value: 2, default: true },
      ]),
    ),
  ).toBe("CANNOT_HAVE_MORE_THAN_ONE_DEFAULT_PRESET");
  expect(codeOf(await ask("POST", `${path}/create-default`, { tipSettings: {} }))).toBe(
    "DEFAULT_SETTINGS_ALREADY_EXISTS",
  );
  const [standard] = (await ok("POST", `${path}/query`, { query: { filter: { default: true } } }))
    .tipSettings;
  expect(codeOf(await ask("DELETE", `${path}/${standard.id}`))).toBe("CANNOT_DELETE_DEFAULT_SETTINGS");
});

test("amounts are converted at rates that never change, with the digits of the currency", async () => {
  const { ok } = await openSellingFloor();
  const convert = "/currency_converter/v1/currencies/amounts/USD/convert";
  const amounts = [{ value: "1999", decimalPlaces: 2 }];
  expect((await ok("POST", `${convert}/JPY`, { amounts })).amounts).toEqual([
    { value: "2999", decimalPlaces: 0 },
  ]);
  expect((await ok("POST", `${convert}/KWD`, { amounts })).amounts).toEqual([
    { value: "6197", decimalPlaces: 3 },
  ]);
});

test("a template starts a checkout with its items while it is switched on", async () => {
  const { ok, ask } = await openSellingFloor();
  const path = "/ecom/v1/checkout-templates";
  const [template] = (await ok("POST", `${path}/query`, { query: {} })).checkoutTemplates;
  expect(template).not.toHaveProperty("revision");
  const use = { checkoutTemplateId: template.id, siteId: template.id };
  const started = await ok("POST", `${path}/${template.id}/create-checkout-from-template`, use);
  const { checkout } = await ok("GET", `/ecom/v1/checkouts/${started.checkoutId}`);
  expect(checkout.lineItems[0].productName.original).toBe("Tea ceremony for two");
  expect(started.checkoutUrl).toContain(started.checkoutId);
  await ok("PATCH", `${path}/${template.id}`, { checkoutTemplate: { id: template.id, status: "INACTIVE" } });
  const refused = await ask("POST", `${path}/${template.id}/create-checkout-from-template`, use);
  expect(codeOf(refused)).toBe("CANNOT_CREATE_CHECKOUT_FROM_INACTIVE_TEMPLATE");
});

test("settings of the checkout keep what a change does not name", async () => {
  const { ok } = await openSellingFloor();
  const path = "/ecom/v1/checkout-settings";
  const before = (await ok("GET", path)).checkoutSettings;
  const change = {
    checkoutFields: { giftCardRedeemEnabled: false },
    createdDate: "2000-01-01T00:00:00.000Z",
  };
  const after = (await ok("PATCH", path, { checkoutSettings: change })).checkoutSettings;
  expect(after.checkoutFields).toEqual({ ...before.checkoutFields, giftCardRedeemEnabled: false });
  expect(after.checkoutPolicies).toEqual(before.checkoutPolicies);
  expect(after.createdDate).toBe("2026-01-31T12:00:00.000Z");
});
