import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Decimal, decimal, sum } from "../../../src/kernel/money.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { splitTip } from "../../../src/sandbox/tips/tips.ts";
import { runs } from "../../support/runs.ts";
import { minor } from "../support/carts.ts";
import { newYork, openVisitorShop, type VisitorShop } from "../support/visitor-shop.ts";

type Json = ReturnType<JSON["parse"]>;

/** The parts of a generated cart, all from the demo shop. */
const goods = [
  ["stoneware-mug", { Colour: "Oat" }],
  ["stoneware-mug", { Colour: "Ink" }],
  ["serving-bowl", undefined],
  ["kitchen-towel-strich", undefined],
  ["espresso-cup-set", undefined],
] as const;
const addresses = [
  undefined,
  newYork,
  { country: "DE", postalCode: "10115", city: "Berlin" },
  { country: "US", subdivision: "US-CA", postalCode: "94107", city: "San Francisco" },
  { country: "US", subdivision: "US-NY", postalCode: "11201", city: "Brooklyn" },
  { country: "BR", postalCode: "01310-100", city: "Sao Paulo" },
  { country: "AU", postalCode: "2000", city: "Sydney" },
];
const cents = fc.integer({ min: 1, max: 99_999 }).map((units) => minor(units, "USD").toFixed(2));
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const carts = fc.record({
  // Each item at most once, because of the stock.
  goods: fc.uniqueArray(
    fc.record({ which: fc.nat(goods.length - 1), quantity: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 4, selector: ({ which }) => which },
  ),
  custom: fc.array(
    fc.record({
      price: cents,
      quantity: fc.integer({ min: 1, max: 9 }),
      preset: fc.constantFrom("PHYSICAL", "DIGITAL", "SERVICE", "GIFT_CARD"),
      pays: fc.constantFrom("FULL_PAYMENT_ONLINE", "FULL_PAYMENT_OFFLINE", "DEPOSIT_ONLINE"),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  address: fc.constantFrom(...addresses),
  coupon: optional(fc.constantFrom("WELCOME10", "FIVEOFF", "FREESHIP")),
  tip: optional(
    fc.record({
      tipType: fc.constantFrom("PERCENTAGE", "AMOUNT", "CUSTOM"),
      value: fc.integer({ max: 30, min: 0 }).map(String),
    }),
  ),
  giftCard: fc.boolean(),
  membership: fc.boolean(),
});
type GeneratedCart = typeof carts extends fc.Arbitrary<infer T> ? T : never;

let shop: VisitorShop;
/** A member, whose membership pays for one cup set. */
let headers: { authorization: string };
let membership: Json;
let items: object[];
beforeAll(async () => {
  shop = await openVisitorShop();
  const { authorization: visitor } = await shop.newVisitor();
  const { members } = await shop.control("GET", "members");
  const { id: memberId } = members[0];
  const grant = { grant_type: "authorized_client", scope: "offline_access", member_id: memberId };
  const vouched = { authorization: `${visitor},${defaults.apiKey}` };
  const { body } = await shop.ask("POST", "/oauth2/token", grant, vouched);
  headers = { authorization: body.access_token };
  const { id: cups } = await shop.productOf("espresso-cup-set");
  const plan = { name: "Club", memberId, productIds: [cups], credits: { total: 99, remaining: 99 } };
  membership = (await shop.control("POST", "memberships", { membership: plan })).membership;
  await shop.control("POST", "fees", { fee: { name: "Small order", price: "1.99" } });
  items = await Promise.all(goods.map(([slug, options]) => shop.item(slug, options)));
});
afterAll(() => shop.close());

async function ask(method: "DELETE" | "GET" | "PATCH" | "POST", path: string, body?: object): Promise<Json> {
  const { status, body: answer } = await shop.ask(method, path, body, headers);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Fills the member's cart with calls of both API versions. */
async function fill({
  goods: chosen,
  custom,
  address,
  coupon,
  tip,
  giftCard,
  membership: pays,
}: GeneratedCart) {
  await shop.ask("DELETE", v1, undefined, headers);
  const { cart } = await ask("POST", `${v1}/add-to-cart`, {
    lineItems: chosen.map(({ which, quantity }) => ({ catalogReference: items[which], quantity })),
    customLineItems: custom.map(({ price, quantity, preset, pays: paymentOption }, place) => ({
      productName: { original: `Item ${place}` },
      itemType: { preset },
      price,
      quantity,
      paymentOption,
      ...(paymentOption === "DEPOSIT_ONLINE" && { depositAmount: "0.01" }),
    })),
  });
  if (address) await ask("PATCH", v1, { cartInfo: { contactInfo: { address } } });
  // A coupon that does not apply to this cart is rejected, and the cart has none.
  if (coupon) await shop.ask("PATCH", v1, { couponCode: coupon }, headers);
  if (giftCard) await ask("POST", `${v2}/add-gift-card`, { giftCard: { code: "TILLGIFT50" } });
  if (tip) {
    const choice = { purchaseFlowId: cart.purchaseFlowId, tipChoice: tip };
    await shop.ask("PATCH", "/tips/v1/tips/choice", choice);
  }
  const cups = cart.lineItems.find((line: Json) => line.productName.original.startsWith("Espresso"));
  if (pays && cups) {
    const existingMembership = { membershipId: membership.id, appId: membership.appId };
    const lineItems = [{ lineItemId: cups.id, membershipPayment: { existingMembership } }];
    await ask("POST", `${v2}/update-line-items`, { lineItems });
  }
}

const v1 = "/ecom/v1/carts/current";
const v2 = "/ecom/v2/carts/current";
const zero = decimal("0");
const of = (money: { amount: string } | undefined): Decimal => decimal(money?.amount ?? "0");
const all = (values: readonly Json[], amount: (one: Json) => Decimal) => sum(values.map(amount));
const same = (one: Decimal, other: Decimal, what: string) =>
  expect(one.toFixed(), what).toBe(other.toFixed());

test("the sums of any cart add up, and v1 and v2 agree", async () => {
  await fc.assert(
    fc.asyncProperty(carts, async (drawn) => {
      await fill(drawn);
      const first = await ask("POST", `${v1}/estimate-totals`, {});
      const { cart, summary } = await ask("POST", `${v2}/estimate`, {});
      const { priceSummary: sums, calculatedLineItems: lines, additionalFees: fees } = first;
      const added = first.cart.taxIncludedInPrices ? zero : of(sums.tax);

      const byLines = all(lines, ({ pricesBreakdown: { price, quantity: _ }, lineItemId }) => {
        const { quantity } = first.cart.lineItems.find(({ id }: Json) => id === lineItemId);
        return of(price).times(decimal(String(quantity)));
      });
      const full = all(summary.lineItems, ({ totalPrice }) => of(totalPrice));
      same(full, of(sums.subtotal), "lines by quantity are the subtotal");
      expect(byLines.lte(full), "prices after discounts").toBe(true);
      same(
        all(summary.discounts, ({ total }) => of(total)),
        of(sums.discount),
        "discounts",
      );
      same(
        all(fees ?? [], ({ price }) => of(price)),
        of(sums.additionalFees),
        "fees, a tip among them",
      );
      same(
        of(sums.subtotal)
          .minus(of(sums.discount))
          .plus(of(sums.shipping))
          .plus(of(sums.additionalFees))
          .plus(added),
        of(sums.total),
        "lines x quantity - discounts + shipping + fees + tax = total",
      );
      same(
        all(first.taxSummary?.aggregatedTaxBreakdown ?? [], (one) => of(one.aggregatedTaxAmount)),
        of(sums.tax),
        "tax by jurisdiction",
      );
      const { payNow, payLater, payAfterFreeTrial, giftCard } = first;
      same(
        sum([payNow, payLater, payAfterFreeTrial].map((one) => of(one?.total))),
        of(sums.total),
        "now, later and after the trial",
      );

      const { priceSummary: other, paymentSummary: due, taxSummary } = summary;
      for (const [one, two] of [
        ["subtotal", "subtotal"],
        ["discount", "discount"],
        ["shipping", "delivery"],
        ["additionalFees", "additionalFees"],
        ["tax", "tax"],
        ["total", "total"],
      ] as const)
        same(of(sums[one]), of(other[two]), `${one} of both generations`);
      same(
        all(taxSummary.taxes, ({ amount }) => of(amount)),
        of(other.tax),
        "tax by name",
      );
      const redeemed = all(due.giftCards, ({ redeemAmount }) => of(redeemAmount));
      same(redeemed, of(giftCard?.amount), "the gift card");
      same(of(other.total).minus(redeemed), of(due.totalAfterGiftCards), "what is left after it");
      same(of(payNow.total).minus(redeemed), of(due.payNow), "what is due now");

      // The cart contains everything that was generated.
      const { tip, giftCard: card, membership: pays, goods: chosen } = drawn;
      if (tip) expect((fees ?? []).map(({ code }: Json) => code)).toContain("tip");
      if (card) expect(redeemed.gt(zero) || of(payNow.total).eq(zero)).toBe(true);
      if (pays && chosen.some(({ which }) => which === goods.length - 1))
        expect(due.memberships).toHaveLength(1);

      // The calculator, which completes v2 estimates, gives the same result.
      const looked = await ask("POST", "/ecom/v1/calculate-totals", request(cart));
      for (const key of ["subtotal", "discount", "shipping", "additionalFees", "tax", "total"] as const)
        same(of(looked.priceSummary[key]), of(sums[key]), `${key} of the calculator`);
    }),
    { numRuns: runs(60) },
  );
});

/** Converts a v2 cart to the input of the calculator. */
function request({ lineItems, deliveryInfo, coupons, purchaseFlowId, customerInfo }: Json): object {
  const memberships = lineItems.flatMap(({ id, paymentConfig }: Json) =>
    paymentConfig.selectedMembership ? [{ ...paymentConfig.selectedMembership, lineItemIds: [id] }] : [],
  );
  return {
    selectedMemberships: { memberships },
    lineItems: lineItems.map((item: Json) => ({
      id: item.id,
      quantity: item.quantityInfo.requestedQuantity,
      price: item.pricing.unitPrice.amount,
      productName: item.name.original,
      catalogReference: item.source.catalogReference,
      itemType: item.attributes.itemType,
      physicalProperties: item.attributes.physicalProperties,
      taxGroupId: item.taxConfig.taxGroupId,
      taxableAddress: item.taxConfig.taxableAddress,
    })),
    couponCode: coupons[0]?.code,
    shippingAddress: deliveryInfo.address,
    purchaseFlowId,
    memberId: customerInfo.memberId,
  };
}

test("a tip is distributed completely, whatever the method", () => {
  const tips = fc.record({
    currency: fc.constantFrom("JPY", "USD", "KWD"),
    units: fc.nat(1_000_000),
    earned: fc.array(fc.nat(100_000), { minLength: 1, maxLength: 9 }),
    method: fc.constantFrom("EQUAL", "PROPORTIONAL"),
  });
  fc.assert(
    fc.property(tips, ({ currency, units, earned, method }) => {
      const tip = minor(units, currency);
      const parts = splitTip(
        tip,
        method,
        earned.map((one) => minor(one, currency)),
        currency,
      );
      same(sum(parts), tip, "the shares are the tip");
      const [least, most] = [...parts]
        .sort((one, other) => (one.lt(other) ? -1 : 1))
        .filter((_, index, { length }) => index === 0 || index === length - 1);
      if (method === "EQUAL" && least && most) expect(most.minus(least).lte(minor(1, currency))).toBe(true);
    }),
  );
});
