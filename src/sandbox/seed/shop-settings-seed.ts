import { storesAppId } from "../../api/models/app-ids.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { discountRules } from "../discounts/discounts.ts";
import { giftCards } from "../gift-cards/gift-cards.ts";
import { type Entity, newEntity } from "../kernel/entities.ts";
import type { StoreTx, Table, Tx } from "../kernel/tx.ts";
import { carriers } from "../shipping/delivery-options.ts";
import { deliveryProfiles, type StoredRegion, shippingOptions } from "../shipping/tables.ts";
import { defaultTaxGroupId, taxCalculators, taxMappings, taxRegions } from "../tax/taxes.ts";
import { seedTx } from "./seed-tx.ts";
import type { Entry } from "./shop-data.ts";

/** Stores a document with an id, by default the next one, and returns it. */
export function putEntity<T extends Entity>(
  tx: Tx,
  table: Table<T>,
  doc: Omit<T, keyof Entity>,
  id?: string,
): string {
  const entity = newEntity(tx, id);
  tx.put(table, entity.id, { ...doc, ...entity } as T);
  return entity.id;
}

/** Returns an active delivery region; without countries, it covers all others. */
export const regionOf = (
  tx: Tx,
  id: string,
  name: string,
  countries: readonly string[],
  additionalCharges: { description: string; amount: string }[] = [],
): StoredRegion => ({
  name,
  destinations: countries.map((countryCode) => ({ countryCode, subdivisions: [] })),
  deliveryCarriers: [{ appId: carriers.rules, additionalCharges }],
  id,
  active: true,
  createdDate: tx.now.toISOString(),
});

/** Returns a scope with products of the shop, by default all of them. */
export const productScope = (id: string, catalogItemIds?: string[]) => ({
  id,
  type: "CATALOG_ITEM",
  catalogItemFilter: { catalogAppId: storesAppId, ...(catalogItemIds && { catalogItemIds }) },
});

/**
 * Adds shipping options, and a delivery region for each list of countries; the one without countries covers all others.
 * From then on the shop refuses orders of physical products without an address or a delivery.
 */
export function seedShipping(tx: StoreTx, options: readonly Entry<"shipping">[]): void {
  if (options.length === 0) return;
  const own = seedTx(tx, "shipping");
  const known = [...tx.each(deliveryProfiles)].find((one) => one.default);
  const regions = new Map<string, StoredRegion>();
  for (const { countries = [] } of options) {
    const key = [...countries].sort().join();
    if (regions.has(key)) continue;
    const name = countries.join(", ") || "Everywhere else";
    regions.set(key, regionOf(tx, seedTx(tx, `region ${key}`).newId(), name, countries));
  }
  const deliveryRegions = [...(known?.deliveryRegions ?? []), ...regions.values()];
  if (known) tx.put(deliveryProfiles, known.id, { ...known, deliveryRegions });
  else putEntity(own, deliveryProfiles, { name: "General profile", default: true, deliveryRegions });
  for (const { title, price, freeFrom, deliveryTime, countries = [] } of options) {
    const deliveryRegionIds = [regions.get([...countries].sort().join())?.id ?? ""];
    const limit = freeFrom?.toString() ?? "";
    const rateOf = (amount: string, operator?: "LT" | "GTE") => ({
      amount,
      conditions: operator ? [{ type: "BY_TOTAL_PRICE", value: limit, operator }] : [],
      multiplyByQuantity: false,
    });
    putEntity(seedTx(tx, `shipping ${title}`), shippingOptions, {
      title,
      estimatedDeliveryTime: deliveryTime,
      rates: limit ? [rateOf(price.toString(), "LT"), rateOf("0", "GTE")] : [rateOf(price.toString())],
      deliveryRegionId: deliveryRegionIds[0],
      deliveryRegionIds,
    });
  }
}

/** Adds tax regions with one rate for everything each. */
export function seedTax(tx: StoreTx, regions: readonly Entry<"tax">[]): void {
  for (const { country, subdivision, percent, name = "Tax", included = false } of regions) {
    const place = subdivision ?? country;
    const taxRegionId = putEntity(seedTx(tx, `tax region ${place}`), taxRegions, {
      country,
      subdivision,
      appId: taxCalculators.manual,
      taxIncludedInPrice: included,
    });
    putEntity(seedTx(tx, `tax ${place}`), taxMappings, {
      taxRegionId,
      taxGroupId: defaultTaxGroupId,
      jurisdictionType: subdivision ? "STATE" : "COUNTRY",
      jurisdiction: place,
      taxName: name,
      taxType: "Sales",
      taxRate: decimal(percent.toString()).div(decimal("100")).toString(),
    });
  }
}

/** Adds gift cards, by their codes. */
export function seedGiftCards(tx: StoreTx, cards: readonly Entry<"giftCards">[]): void {
  const currency = tx.setting("currency");
  for (const { code, value, expires } of cards) {
    const key = code.toUpperCase();
    const amount = moneyText(decimal(value.toString()), currency);
    tx.put(giftCards, key, {
      id: seedTx(tx, `gift card ${key}`).newId(),
      code: key,
      balance: { value: amount, currency },
      initialValue: amount,
      status: "VALID",
      transactions: [],
      createdDate: tx.now.toISOString(),
      ...(expires !== undefined && { expirationDate: `${expires}T00:00:00.000Z` }),
    });
  }
}

/** A discount rule: a percentage or an amount, from a subtotal on. */
interface Rule {
  name: string;
  percent?: number | undefined;
  amount?: number | undefined;
  minimumSubtotal?: number | string | undefined;
  activeTimeInfo: { start?: string | undefined; end?: string | undefined };
  /** What it reduces. */
  scope: object;
  /** What the subtotal is of. */
  subtotalScope: object;
}

/** Stores an active discount rule, which applies without a code. */
export function putDiscountRule(tx: Tx, id: string | undefined, rule: Rule): void {
  const { name, percent, amount, minimumSubtotal, activeTimeInfo, scope, subtotalScope } = rule;
  const reduction =
    percent === undefined
      ? { discountType: "FIXED_AMOUNT", fixedAmount: amount?.toString() }
      : { discountType: "PERCENTAGE", percentage: percent };
  const specificItemsInfo = { scopes: [scope] };
  const doc = {
    name,
    discounts: { values: [{ targetType: "SPECIFIC_ITEMS", specificItemsInfo, ...reduction }] },
    ...(minimumSubtotal !== undefined && {
      trigger: {
        triggerType: "SUBTOTAL_RANGE",
        subtotalRange: { scopes: [subtotalScope], from: minimumSubtotal.toString() },
      },
    }),
    active: true,
    activeTimeInfo,
    usageCount: 0,
  };
  putEntity(tx, discountRules, doc, id);
}

/** Adds discount rules, which apply without a code. */
export function seedDiscounts(
  tx: StoreTx,
  rules: readonly Entry<"discounts">[],
  idsOf: (kind: "products" | "collections", names: readonly string[]) => string[],
): void {
  for (const { products, collections, ...rule } of rules) {
    const params = { collectionIds: idsOf("collections", collections ?? []) };
    putDiscountRule(seedTx(tx, `discount ${rule.name}`), undefined, {
      ...rule,
      activeTimeInfo: { start: tx.now.toISOString() },
      scope: collections
        ? { id: "collections", type: "CUSTOM_FILTER", customFilter: { appId: storesAppId, params } }
        : productScope("products", products && idsOf("products", products)),
      subtotalScope: productScope("all"),
    });
  }
}
