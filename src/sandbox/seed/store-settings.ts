import { day } from "../../kernel/durations.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { coupons } from "../discounts/discounts.ts";
import { giftCards } from "../gift-cards/gift-cards.ts";
import type { Entity } from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import type { StoreTx, Table, Tx } from "../kernel/tx.ts";
import type { Coupon } from "../pricing/input.ts";
import { businessAddress, carriers } from "../shipping/delivery-options.ts";
import {
  deliveryProfiles,
  localDeliveryOptions,
  pickupLocations,
  shippingOptions,
  shippoConfigurations,
} from "../shipping/tables.ts";
import { defaultTaxGroupId, taxCalculators, taxGroups, taxMappings, taxRegions } from "../tax/taxes.ts";
import { tippableStaff, tipSettings } from "../tips/tips.ts";
import demoShop from "./demo-shop.json" with { type: "json" };
import { seedPastActivity } from "./past-activity.ts";
import { productScope, putDiscountRule, putEntity, regionOf } from "./shop-settings-seed.ts";

/**
 * Adds the demo shop's delivery, tax, discounts, tips, gift cards and past activity. Ids derive from names, so that they
 * are the same in every demo shop with the same seed. Emits no events.
 */
export function seedStoreSettings(tx: StoreTx): void {
  seedDelivery(tx);
  seedTaxes(tx);
  for (const [index, { name, days, percent, from }] of demoShop.discountRules.entries()) {
    const [start, end] = days.map((days) => dayText(tx, days));
    putDiscountRule(tx, idOf(tx, "discountRules", index), {
      name,
      percent,
      minimumSubtotal: from,
      activeTimeInfo: { start, end },
      scope: productScope("everything"),
      subtotalScope: productScope("everything"),
    });
  }
  for (const [index, given] of demoShop.tipSettings.entries()) put(tx, tipSettings, index, given);
  for (const [index, name] of demoShop.tippableStaff.entries()) {
    const id = idOf(tx, "staff", index);
    tx.put(tippableStaff, id, { id, name, staffMemberId: id });
  }
  const currency = tx.setting("currency");
  for (const { code, value, initialValue, ...rest } of demoShop.giftCards)
    tx.put(giftCards, code, {
      code,
      balance: { value: moneyText(decimal(value), currency), currency },
      ...(rest as { status: "VALID" | "EXPIRED"; transactions: (typeof rest)["transactions"] }),
      id: idOf(tx, `gift card ${code}`, 0),
      initialValue: moneyText(decimal(initialValue), currency),
      createdDate: dayText(tx, -200),
    });
  seedPastActivity(tx, (name) => idOf(tx, name, 0));
}

function seedDelivery(tx: StoreTx): void {
  const regions = demoShop.deliveryRegions.map(({ name, countries, charges }, index) =>
    regionOf(tx, idOf(tx, "region", index), name, countries, charges),
  );
  const regionIds = (names: readonly string[]) =>
    regions.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  put(tx, deliveryProfiles, 0, { name: "General profile", default: true, deliveryRegions: regions });
  put(tx, deliveryProfiles, 1, { name: "Bulky goods", default: false, deliveryRegions: [] });
  for (const [index, { regions: names, ...option }] of demoShop.shippingOptions.entries()) {
    const deliveryRegionIds = regionIds(names);
    const [only, ...others] = deliveryRegionIds;
    const single = only !== undefined && others.length === 0 && { deliveryRegionId: only };
    put(tx, shippingOptions, index, { ...option, ...single, deliveryRegionIds });
  }
  const deliveryRegionIds = regionIds(["United States"]);
  for (const [index, location] of demoShop.pickupLocations.entries())
    put(tx, pickupLocations, index, { ...location, active: true, deliveryRegionIds });
  put(tx, localDeliveryOptions, 0, { ...demoShop.localDelivery, deliveryRegionIds });
  put(tx, shippoConfigurations, 0, {
    deliveryRegionId: deliveryRegionIds[0],
    deliveryRegionIds,
    osLocationId: carriers.labels,
    shipFromAddress: businessAddress(tx),
    ...demoShop.shippingLabels,
    domesticServices: [
      {
        id: idOf(tx, "service", 0),
        service: "GROUND_ADVANTAGE",
        serviceSettings: { estimatedDeliveryTime: "2-5 business days" },
      },
    ],
  });
}

/** Adds tax regions: every jurisdiction level, tax included in prices, and automatic tax without rates. */
function seedTaxes(tx: Tx): void {
  const reduced = put(tx, taxGroups, 0, { name: "Food and books" });
  for (const [index, { country, subdivision, calculator, included, rates }] of demoTaxes.entries()) {
    const appId = taxCalculators[calculator];
    const taxRegionId = put(tx, taxRegions, index, {
      country,
      subdivision,
      appId,
      taxIncludedInPrice: included,
    });
    for (const [rateIndex, { taxRate, reducedRate, ...rate }] of rates.entries()) {
      const row = index * 20 + rateIndex * 2;
      const tax = { taxRegionId, ...rate, taxType: "Sales" };
      put(tx, taxMappings, row, { ...tax, taxGroupId: defaultTaxGroupId, taxRate });
      if (reducedRate !== undefined)
        put(tx, taxMappings, row + 1, { ...tax, taxGroupId: reduced, taxRate: reducedRate });
    }
  }
}

const demoTaxes = demoShop.taxRegions as readonly {
  country: string;
  subdivision?: string;
  calculator: keyof typeof taxCalculators;
  included: boolean;
  /** `reducedRate` is that of food and books, if different. */
  rates: readonly {
    jurisdictionType: string;
    jurisdiction: string;
    taxName: string;
    taxRate: string;
    reducedRate?: string;
  }[];
}[];

const put = <T extends Entity>(tx: Tx, table: Table<T>, index: number, doc: Omit<T, keyof Entity>): string =>
  putEntity(tx, table, doc, idOf(tx, table.name, index));

const idOf = (tx: Tx, name: string, index: number) => seededId(tx, `demo ${name}`, index + 1);

const dayText = (tx: Tx, days: number) => new Date(tx.now.getTime() + days * day).toISOString();

type DemoCoupon = Omit<Coupon, "id" | "used" | "start" | "end"> & { used?: number; endsAfter?: number };

/** Adds the coupons of the demo shop: one of each kind, an expired one and a used-up one. The same seed gives the same ids. */
export function seedCoupons(tx: Tx): void {
  for (const { used = 0, endsAfter, ...coupon } of demoShop.coupons as readonly DemoCoupon[]) {
    const id = seededId(tx, `coupon ${coupon.code}`);
    const end = endsAfter === undefined ? undefined : dayText(tx, endsAfter);
    tx.put(coupons, id, { ...coupon, id, used, end });
  }
}
