import { storesAppId } from "../../api/models/app-ids.ts";
import type { ConditionalRate } from "../../api/services/shipping.ts";
import { day } from "../../kernel/durations.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { coupons, discountRules } from "../discounts/discounts.ts";
import { giftCards } from "../gift-cards/gift-cards.ts";
import { type Entity, newEntity } from "../kernel/entities.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import type { Table, Tx } from "../kernel/tx.ts";
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
import { seedPastActivity } from "./past-activity.ts";

/**
 * Adds the demo shop's delivery, tax, discounts, tips, gift cards and past activity. Ids derive from names, so that they
 * are the same in every demo shop with the same seed. Emits no events.
 */
export function seedStoreSettings(tx: StoreTx): void {
  const regions = demoRegions.map((region, index) => ({
    ...region,
    id: idOf(tx, "region", index),
    active: true,
    createdDate: tx.now.toISOString(),
  }));
  const regionIds = (names: readonly RegionName[]) =>
    regions.filter(({ name }) => names.some((one) => one === name)).map(({ id }) => id);
  put(tx, deliveryProfiles, 0, { name: "General profile", default: true, deliveryRegions: regions });
  put(tx, deliveryProfiles, 1, { name: "Bulky goods", default: false, deliveryRegions: [] });
  for (const [index, { regions: names, ...option }] of demoShipping.entries()) {
    const deliveryRegionIds = regionIds(names);
    const [only, ...others] = deliveryRegionIds;
    const single = only !== undefined && others.length === 0 && { deliveryRegionId: only };
    put(tx, shippingOptions, index, { ...option, ...single, deliveryRegionIds });
  }
  for (const [index, location] of demoPickup.entries())
    put(tx, pickupLocations, index, {
      ...location,
      active: true,
      deliveryRegionIds: regionIds(["United States"]),
    });
  const deliveryRegionIds = regionIds(["United States"]);
  const [home = ""] = deliveryRegionIds;
  put(tx, localDeliveryOptions, 0, { ...demoLocal, deliveryRegionIds });
  put(tx, shippoConfigurations, 0, {
    deliveryRegionId: home,
    deliveryRegionIds: [home],
    osLocationId: carriers.labels,
    shipFromAddress: businessAddress(tx),
    packageType: "CUSTOM",
    packageDetails: { name: "Small box", dimensions: { length: "30", width: "20", height: "15" } },
    domesticServices: [
      {
        id: idOf(tx, "service", 0),
        service: "GROUND_ADVANTAGE",
        serviceSettings: { estimatedDeliveryTime: "2-5 business days" },
      },
    ],
  });
  seedTaxes(tx);
  seedRules(tx);
  put(tx, tipSettings, 0, {
    default: true,
    tipType: "PERCENTAGE",
    presets: [{ value: 10 }, { value: 15, default: true }, { value: 20 }],
    allowCustomerTip: true,
    allowCustomAmount: true,
    staffDistributionMethod: "EQUAL",
  });
  put(tx, tipSettings, 1, {
    default: false,
    paymentTerminalId: "till-1",
    tipType: "AMOUNT",
    presets: [{ value: 2 }, { value: 5, default: true }],
    allowCustomerTip: true,
    allowCustomAmount: false,
    staffDistributionMethod: "EQUAL",
  });
  for (const [index, name] of demoStaff.entries()) {
    const id = idOf(tx, "staff", index);
    tx.put(tippableStaff, id, { id, name, staffMemberId: id });
  }
  const currency = tx.setting("currency") ?? "USD";
  for (const { code, value, status } of demoGiftCards) {
    const balance = { value: moneyText(decimal(value), currency), currency };
    const transactions = status === "VALID" ? [demoRedemption] : [];
    const id = idOf(tx, `gift card ${code}`, 0);
    const createdDate = new Date(tx.now.getTime() - 200 * day).toISOString();
    const initialValue = moneyText(decimal(value).plus(decimal(status === "VALID" ? "10" : "0")), currency);
    tx.put(giftCards, code, { code, balance, status, transactions, id, initialValue, createdDate });
  }
  seedPastActivity(tx, (name) => idOf(tx, name, 0));
}

function seedTaxes(tx: Tx): void {
  const reduced = put(tx, taxGroups, 0, { name: "Food and books" });
  for (const [index, { country, subdivision, appId, included, rates }] of demoTaxes.entries()) {
    const region = put(tx, taxRegions, index, {
      country,
      subdivision: subdivision || undefined,
      appId,
      taxIncludedInPrice: included,
    });
    for (const [rateIndex, one] of rates.entries()) {
      const { level, jurisdiction, taxName, taxRate } = one;
      const shared = {
        taxRegionId: region,
        jurisdictionType: level,
        jurisdiction,
        taxName,
        taxType: "Sales",
      };
      const row = index * 20 + rateIndex * 2;
      put(tx, taxMappings, row, { ...shared, taxGroupId: defaultTaxGroupId, taxRate });
      if (one.reducedRate !== undefined)
        put(tx, taxMappings, row + 1, { ...shared, taxGroupId: reduced, taxRate: one.reducedRate });
    }
  }
}

function seedRules(tx: Tx): void {
  const at = (days: number) => new Date(tx.now.getTime() + days * day).toISOString();
  for (const [index, { days, ...rule }] of demoRules.entries()) {
    const [start, end] = days;
    put(tx, discountRules, index, {
      ...structuredClone(rule as typeof rule & { trigger?: object }),
      active: true,
      activeTimeInfo: { start: at(start), end: end === undefined ? undefined : at(end) },
      usageCount: 0,
    });
  }
}

function put<T extends Entity>(tx: Tx, table: Table<T>, index: number, doc: Omit<T, keyof Entity>): string {
  const entity = newEntity(tx, idOf(tx, table.name, index));
  tx.put(table, entity.id, { ...doc, ...entity } as T);
  return entity.id;
}

const idOf = (tx: Tx, name: string, index: number) =>
  guidOf(tx.setting("seed") ?? "", `demo ${name}`, index + 1);

const below = (type: string, value: string) => [{ type, value, operator: "LT" }];
const from = (type: string, value: string) => [{ type, value, operator: "GTE" }];
const rate = (
  amount: string,
  conditions: NonNullable<ConditionalRate["conditions"]> = [],
): ConditionalRate => ({
  amount,
  conditions,
  multiplyByQuantity: false,
});
const ratesCarrier = (additionalCharges: { description: string; amount: string }[] = []) => [
  { appId: carriers.rules as string, additionalCharges },
];
const countries = (...codes: string[]) =>
  codes.map((countryCode) => ({ countryCode, subdivisions: [] as string[] }));

/** The delivery regions of the demo shop. The last one covers all other countries. */
const demoRegions = [
  { name: "United States", destinations: countries("US"), deliveryCarriers: ratesCarrier() },
  {
    name: "Europe",
    destinations: countries("AT", "BE", "DE", "DK", "ES", "FR", "GB", "IE", "IT", "NL", "PL", "PT", "SE"),
    deliveryCarriers: ratesCarrier(),
  },
  { name: "Brazil", destinations: countries("BR"), deliveryCarriers: ratesCarrier() },
  {
    name: "Everywhere else",
    destinations: [],
    deliveryCarriers: ratesCarrier([
      { description: "Handling", amount: "3.00" },
      { description: "Insurance", amount: "1.50" },
    ]),
  },
];
type RegionName = "Brazil" | "Europe" | "Everywhere else" | "United States";

/** Shipping options with rates by price, by weight, by quantity, and flat. */
const demoShipping: readonly {
  title: string;
  regions: readonly RegionName[];
  estimatedDeliveryTime: string;
  rates: ConditionalRate[];
}[] = [
  {
    title: "Standard",
    regions: ["United States"],
    estimatedDeliveryTime: "3-5 business days",
    rates: [rate("6.90", below("BY_TOTAL_PRICE", "75")), rate("0", from("BY_TOTAL_PRICE", "75"))],
  },
  {
    title: "Express",
    regions: ["United States"],
    estimatedDeliveryTime: "1-2 business days",
    rates: [rate("14.90", below("BY_TOTAL_WEIGHT", "2")), rate("24.90", from("BY_TOTAL_WEIGHT", "2"))],
  },
  {
    title: "Parcel",
    regions: ["Europe"],
    estimatedDeliveryTime: "5-8 business days",
    rates: [rate("12.90", below("BY_TOTAL_QUANTITY", "4")), rate("19.90", from("BY_TOTAL_QUANTITY", "4"))],
  },
  {
    title: "International",
    regions: ["Brazil", "Everywhere else"],
    estimatedDeliveryTime: "2-3 weeks",
    rates: [rate("29.00")],
  },
];

/** Pickup locations: the shop itself and a pickup point. */
const demoPickup = [
  {
    name: "Studio",
    address: {
      country: "US",
      subdivision: "US-NY",
      city: "New York",
      postalCode: "10001",
      addressLine: "1 Sandbox Street",
    },
    deliveryTime: "Ready in 2 hours",
    instructions: "Ring twice.",
    rates: [] as ConditionalRate[],
  },
  {
    name: "Corner shop",
    address: {
      country: "US",
      subdivision: "US-NY",
      city: "Brooklyn",
      postalCode: "11201",
      addressLine: "8 Harbour Row",
    },
    deliveryTime: "Ready in 2 days",
    instructions: "Bring the order number.",
    rates: [rate("2.50")],
  },
];

/** Local delivery to Brooklyn on three evenings a week. */
const demoLocal = {
  areaName: "By bike",
  zipConfig: { zipCodes: ["11201", "1121*"] },
  estimatedDeliveryTime: "Evenings, 17:00 to 20:00",
  rates: [rate("5.00", below("BY_TOTAL_WEIGHT", "8"))],
  scheduledDeliveryConfig: {
    handlingDays: 1,
    cutOffTime: { hours: 16, minutes: 0 },
    timeWindows: ["TUE", "THU", "SAT"].map((day) => ({
      day,
      start: { hours: 17, minutes: 0 },
      end: { hours: 20, minutes: 0 },
      enabled: true,
    })),
  },
};

interface DemoRate {
  level: "CITY" | "COUNTRY" | "COUNTY" | "SPECIAL" | "STATE";
  jurisdiction: string;
  taxName: string;
  taxRate: string;
  /** The rate of food and books, if different. */
  reducedRate?: string;
}

/** Tax regions: every jurisdiction level, tax included in prices, and automatic tax without rates. */
const demoTaxes: readonly {
  country: string;
  subdivision?: string;
  appId: string;
  included: boolean;
  rates: readonly DemoRate[];
}[] = [
  {
    country: "US",
    subdivision: "US-NY",
    appId: taxCalculators.manual,
    included: false,
    rates: [
      { level: "COUNTRY", jurisdiction: "United States", taxName: "Federal levy", taxRate: "0.001" },
      {
        level: "STATE",
        jurisdiction: "New York",
        taxName: "State sales tax",
        taxRate: "0.04",
        reducedRate: "0",
      },
      { level: "COUNTY", jurisdiction: "New York County", taxName: "County sales tax", taxRate: "0.005" },
      { level: "CITY", jurisdiction: "New York City", taxName: "City sales tax", taxRate: "0.045" },
      {
        level: "SPECIAL",
        jurisdiction: "Metropolitan Commuter District",
        taxName: "District tax",
        taxRate: "0.00375",
      },
    ],
  },
  {
    country: "US",
    subdivision: "US-CA",
    appId: taxCalculators.automatic,
    included: false,
    rates: [{ level: "STATE", jurisdiction: "California", taxName: "State sales tax", taxRate: "0.0725" }],
  },
  {
    country: "DE",
    appId: taxCalculators.manual,
    included: true,
    rates: [
      { level: "COUNTRY", jurisdiction: "Germany", taxName: "VAT", taxRate: "0.19", reducedRate: "0.07" },
    ],
  },
  {
    country: "BR",
    appId: taxCalculators.automatic,
    included: false,
    rates: [{ level: "COUNTRY", jurisdiction: "Brazil", taxName: "ICMS", taxRate: "0.17" }],
  },
];

const percent = (percentage: number) => ({
  values: [{ targetType: "SPECIFIC_ITEMS", ...everything, discountType: "PERCENTAGE", percentage }],
});
const everything = {
  specificItemsInfo: {
    scopes: [
      {
        id: "everything",
        type: "CATALOG_ITEM",
        catalogItemFilter: { catalogAppId: storesAppId },
      },
    ],
  },
};

/** An active, a pending and an expired discount rule. Days are relative to the seed date. */
const demoRules = [
  {
    name: "Big basket",
    days: [-30, undefined],
    discounts: percent(10),
    trigger: {
      triggerType: "SUBTOTAL_RANGE",
      subtotalRange: { scopes: everything.specificItemsInfo.scopes, from: "200" },
    },
  },
  { name: "Winter sale", days: [31, 61], discounts: percent(20) },
  { name: "Opening week", days: [-17, -10], discounts: percent(15) },
] as const;

const demoStaff = ["Ada Lind", "Bruno Reis", "Chie Mori"];

/** An earlier redemption of the first gift card. */
const demoRedemption = { id: "6f1d0c3e-5a9d-4b0c-8a0d-000000000001", amount: "10", voided: false };

/** A valid and an expired gift card. */
const demoGiftCards = [
  { code: "TILLGIFT50", value: "50", status: "VALID" },
  { code: "TILLGIFTOLD", value: "25", status: "EXPIRED" },
] as const;

type DemoCoupon = Omit<Coupon, "id" | "used" | "start" | "end"> & { used?: number; endsAfter?: number };

/** One coupon of each kind, an expired one and a used-up one. */
const demoCoupons: readonly DemoCoupon[] = [
  { code: "WELCOME10", name: "10% for new customers", percent: "10" },
  { code: "FIVEOFF", name: "5 off from 30", amount: "5", minimumSubtotal: "30" },
  { code: "FREESHIP", name: "Free shipping", freeShipping: true },
  { code: "SUMMER25", name: "Last summer's 25%", percent: "25", endsAfter: -30 },
  { code: "FIRST100", name: "For the first hundred", percent: "15", usageLimit: 100, used: 100 },
];

/** Adds the coupons of the demo shop. The same seed gives the same ids. */
export function seedCoupons(tx: Tx): void {
  for (const { used = 0, endsAfter, ...coupon } of demoCoupons) {
    const id = guidOf(tx.setting("seed") ?? "", `coupon ${coupon.code}`, 1);
    const end =
      endsAfter === undefined ? undefined : new Date(tx.now.getTime() + endsAfter * day).toISOString();
    tx.put(coupons, id, { ...coupon, id, used, end: end || undefined });
  }
}
