import fc from "fast-check";
import type { DiscountRule } from "../../../src/api/services/discounts.ts";
import { currencyDigits } from "../../../src/kernel/currency.ts";
import { type Decimal, decimal } from "../../../src/kernel/money.ts";
import type {
  AddressType,
  Coupon,
  Delivery,
  Fee,
  MerchantReduction,
  PricingInput,
  PricingItem,
} from "../../../src/sandbox/pricing/input.ts";
import type { AddressTaxes } from "../../../src/sandbox/pricing/tax.ts";

/** The app of generated items. */
export const shopApp = "1380b703-ce81-ff05-f115-39571d94dfcd";
export const now = new Date("2026-03-01T08:00:00.000Z");

/** Converts a number of minor units to an amount. */
export function minor(units: number, currency: string): Decimal {
  const digits = currencyDigits(currency);
  const text = String(units).padStart(digits + 1, "0");
  return decimal(digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Mostly small amounts, sometimes huge ones, in the currency's digits. */
const amounts = (currency: string) =>
  fc
    .oneof(fc.nat(500), fc.nat(99_999), fc.constant(1), fc.nat(2_000_000_000))
    .map((units) => minor(units, currency));
const addressTypes = fc.constantFrom<AddressType>("BUSINESS", "BILLING", "SHIPPING");
const percents = fc.integer({ min: 1, max: 1000 }).map((tenths) => tenths / 10);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `line-${index}`);

const items = (currency: string) =>
  fc
    .array(
      fc.record<Omit<PricingItem, "id">>({
        quantity: fc.integer({ min: 1, max: 30 }),
        price: amounts(currency),
        kind: fc.constantFrom("PHYSICAL", "PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"),
        appId: fc.constant(shopApp),
        catalogItemId: fc.constantFrom("p1", "p2", "p3"),
        collectionIds: fc.subarray(["c1", "c2"]),
        weight: fc.nat(5000).map((grams) => decimal(String(grams / 1000))),
        paymentOption: fc.constantFrom(
          "FULL_PAYMENT_ONLINE",
          "FULL_PAYMENT_ONLINE",
          "FULL_PAYMENT_OFFLINE",
          "DEPOSIT_ONLINE",
          "MEMBERSHIP",
          "MEMBERSHIP_OFFLINE",
        ),
        deposit: maybe(amounts(currency)),
        freeTrial: fc.boolean(),
        taxedAt: addressTypes,
        taxGroupId: fc.constantFrom(undefined, "books"),
        covered: fc.boolean(),
      }),
      { minLength: 1, maxLength: 7 },
    )
    .map((given) => given.map((item, index): PricingItem => ({ ...item, id: `line-${index}` })));

const scopes = fc.constantFrom<NonNullable<NonNullable<DiscountRule["trigger"]>["subtotalRange"]>["scopes"]>(
  [{ id: "all", type: "CATALOG_ITEM", catalogItemFilter: { catalogAppId: shopApp } }],
  [
    {
      id: "p",
      type: "CATALOG_ITEM",
      catalogItemFilter: { catalogAppId: shopApp, catalogItemIds: ["p1", "p3"] },
    },
  ],
  [{ id: "c", type: "CUSTOM_FILTER", customFilter: { params: { collectionIds: ["c2"] } } }],
  [{ id: "s", type: "CUSTOM_FILTER", customFilter: { params: { target: "SHIPPING" } } }],
);

const rules = (currency: string): fc.Arbitrary<DiscountRule> =>
  fc
    .record({
      scopes,
      value: fc.oneof(
        percents.map((percentage) => ({ discountType: "PERCENTAGE" as const, percentage })),
        amounts(currency).map((amount) => ({
          discountType: "FIXED_AMOUNT" as const,
          fixedAmount: amount.toFixed(),
        })),
        amounts(currency).map((amount) => ({
          discountType: "FIXED_PRICE" as const,
          fixedPrice: amount.toFixed(),
        })),
        fc
          .record({ quantity: fc.integer({ min: 2, max: 6 }), price: amounts(currency) })
          .map(({ quantity, price }) => ({
            discountType: "QUANTITY_BASED" as const,
            quantityBased: { configurations: [{ quantity, price: price.toFixed() }] },
          })),
      ),
      from: maybe(amounts(currency)),
      pieces: maybe(fc.integer({ min: 1, max: 10 })),
      id: fc.uuid(),
    })
    .map(({ value, from, pieces, id, ...one }) => ({
      id,
      name: "A rule",
      active: true,
      discounts: {
        values: [{ ...value, targetType: "SPECIFIC_ITEMS", specificItemsInfo: { scopes: one.scopes ?? [] } }],
      },
      ...(from && {
        trigger: { triggerType: "SUBTOTAL_RANGE" as const, subtotalRange: { from: from.toFixed() } },
      }),
      ...(pieces && {
        trigger: { triggerType: "ITEM_QUANTITY_RANGE" as const, itemQuantityRange: { from: pieces } },
      }),
    }));

const coupons = (currency: string): fc.Arbitrary<Coupon> =>
  fc
    .record({
      kind: fc.oneof(
        percents.map((percent) => ({ percent: String(percent) })),
        amounts(currency).map((amount) => ({ amount: amount.toFixed() })),
        amounts(currency).map((price) => ({ price: price.toFixed() })),
        fc.constant({ freeShipping: true }),
      ),
      minimumSubtotal: maybe(amounts(currency).map((amount) => amount.toFixed())),
      productIds: fc.subarray(["p1", "p2"]),
      oneItem: fc.boolean(),
    })
    .map(({ kind, ...rest }) => ({ id: "coupon", code: "SAVE", name: "Save", used: 0, ...kind, ...rest }));

const merchants = (currency: string, lines: number): fc.Arbitrary<MerchantReduction> =>
  fc
    .record({
      reduction: fc.oneof(
        percents.map((percent) => ({ percentage: decimal(String(percent)) })),
        amounts(currency).map((amount) => ({ amount })),
      ),
      lineItemIds: fc.subarray(ids(lines)),
    })
    .map(({ reduction, lineItemIds }) => ({ ...reduction, lineItemIds }));

/** Fees of every kind. An untaxed fee is a tip. */
const fees = (currency: string, lines: number): fc.Arbitrary<Fee> =>
  fc.record(
    {
      code: fc.constant("fee"),
      name: fc.constant("Fee"),
      price: amounts(currency),
      source: fc.constantFrom("SERVICE_PLUGIN", "ITEM", "MANUAL"),
      lineItemIds: fc.subarray(ids(lines)),
      taxedAt: addressTypes,
    },
    { requiredKeys: ["code", "name", "price", "source"] },
  );

const deliveries = (currency: string): fc.Arbitrary<Delivery> =>
  fc.record({
    price: amounts(currency),
    taxedAt: addressTypes,
    charges: fc.array(
      fees(currency, 0).map((fee): Fee => ({ ...fee, source: "SHIPPING", charge: "INSURANCE" })),
      { maxLength: 2 },
    ),
  });

const addressTaxes: fc.Arbitrary<AddressTaxes> = fc
  .record({ included: fc.boolean(), rates: fc.array(fc.nat(250_000), { maxLength: 5 }) })
  .map(({ included, rates }) => ({
    rateType: "MANUAL_RATE",
    included,
    ratesFor: (group) =>
      rates.map((millionths, index) => ({
        name: `Tax ${index}`,
        type: "sales",
        jurisdiction: "Somewhere",
        level: "STATE" as const,
        rate: decimal(String((group === "books" ? millionths % 1000 : millionths) / 1_000_000)),
      })),
  }));

/** Any valid cart, in a currency with zero, two or three digits. */
export const carts: fc.Arbitrary<PricingInput> = fc
  .constantFrom("JPY", "USD", "KWD")
  .chain((currency) => items(currency).map((lines) => ({ currency, lines })))
  .chain(({ currency, lines }) =>
    fc.record<PricingInput>({
      currency: fc.constant(currency),
      now: fc.constant(now),
      items: fc.constant(lines),
      rules: fc.array(rules(currency), { maxLength: 3 }),
      coupon: maybe(coupons(currency)),
      merchant: fc.array(merchants(currency, lines.length), { maxLength: 2 }),
      delivery: maybe(deliveries(currency)),
      fees: fc.array(fees(currency, lines.length), { maxLength: 3 }),
      taxes: fc.record(
        { BUSINESS: addressTaxes, BILLING: addressTaxes, SHIPPING: addressTaxes },
        { requiredKeys: [] },
      ),
      giftCard: maybe(fc.record({ balance: amounts(currency), requested: maybe(amounts(currency)) })),
    }),
  );
