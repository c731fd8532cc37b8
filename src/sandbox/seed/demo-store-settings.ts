import { storesAppId } from "../../api/models/values.ts";
import type { ConditionalRate } from "../../api/services/shipping/models.ts";
import { carriers } from "../services/shipping/carriers.ts";
import { taxCalculators } from "../services/tax/tax-calculators.ts";

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
export const demoRegions = [
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
export type RegionName = "Brazil" | "Europe" | "Everywhere else" | "United States";

/** Shipping options with rates by price, by weight, by quantity, and flat. */
export const demoShipping: readonly {
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
export const demoPickup = [
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
export const demoLocal = {
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
export const demoTaxes: readonly {
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
export const demoRules = [
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

export const demoStaff = ["Ada Lind", "Bruno Reis", "Chie Mori"];

/** An earlier redemption of the first gift card. */
export const demoRedemption = { id: "6f1d0c3e-5a9d-4b0c-8a0d-000000000001", amount: "10", voided: false };

/** A valid and an expired gift card. */
export const demoGiftCards = [
  { code: "TILLGIFT50", value: "50", status: "VALID" },
  { code: "TILLGIFTOLD", value: "25", status: "EXPIRED" },
] as const;
