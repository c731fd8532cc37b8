import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Numbers from a seed, from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Fields = Record<string, unknown>;

const stores = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const rulesCarrier = "45c44b27-ca7b-4891-8c0d-1747d588b835";
const calculator = "7ac41c00-5a9d-4b0c-8a0d-000000000002";
const countries = ["AT", "BE", "CH", "DE", "DK", "ES", "FR", "IT", "NL", "PL", "PT", "SE"];

/** Returns a shop of every kind of object that a snapshot holds besides orders, in which objects refer to each other. */
export function generatedShop(seed: number): Record<string, Fields[]> {
  const next = random(seed);
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const some = <T>(all: readonly T[]): T[] => all.filter(() => next() < 0.5);
  const numbered = <T>(least: number, most: number, make: (serial: number) => T): T[] =>
    Array.from({ length: least + upTo(most - least) }, (_, index) => make(index + 1));
  const amount = () => `${upTo(90) + 1}.${upTo(8) + 1}`;
  const maybe = (fields: Fields): Fields => (next() < 0.5 ? fields : {});

  const collections = numbered(1, 3, (serial) => `Collection ${serial}`);
  const slugs = numbered(2, 5, (serial) => `product-${serial}`);
  const products = slugs.map((slug) => ({
    ...{ _kind: "product", handle: slug, name: slug, type: "physical", price: amount() },
    ...{ collections: some(collections), options: [], variants: [], visible: next() < 0.8 },
  }));
  const groups = numbered(1, 3, (serial) => `Group ${serial}`);
  const taxed = some(countries.slice(0, 6)).concat("US-NY");
  const rates = taxed.flatMap((region) =>
    some(groups).map((taxGroup) => ({
      ...{ _kind: "taxRate", taxGroup, taxRegion: region, taxRate: `0.${10 + upTo(80)}1` },
      ...{ jurisdictionType: "COUNTRY", jurisdiction: region, taxName: "VAT" },
      ...maybe({ taxType: "Sales", description: "Rate" }),
    })),
  );
  const free = [...countries];
  const regionsOf = (most: number) =>
    numbered(1, most, (serial) => ({
      name: `Region ${serial}`,
      active: next() < 0.8,
      destinations: free.splice(0, upTo(3)).map((countryCode) => ({ countryCode, subdivisions: [] })),
      deliveryCarriers:
        next() < 0.5
          ? []
          : [
              {
                ...{
                  appId: rulesCarrier,
                  additionalCharges: [{ amount: amount(), description: "Handling" }],
                },
                ...maybe({ backupRate: { title: "Fallback", amount: amount(), active: next() < 0.5 } }),
              },
            ],
    }));
  const profiles = [
    { _kind: "deliveryProfile", name: "General profile", default: true, deliveryRegions: regionsOf(3) },
    { _kind: "deliveryProfile", name: "Bulky goods", default: false, deliveryRegions: regionsOf(2) },
  ];
  const regions = profiles.flatMap(({ default: isDefault, name, deliveryRegions }) =>
    deliveryRegions.map((one) => `${isDefault ? "default" : name} / ${one.name}`),
  );
  const ratesOf = () =>
    numbered(1, 3, () => ({
      amount: amount(),
      conditions: numbered(0, 2, () => ({
        type: pick(["BY_TOTAL_WEIGHT", "BY_TOTAL_PRICE"]),
        value: amount(),
        operator: pick(["LT", "GTE"]),
      })),
      multiplyByQuantity: next() < 0.5,
    }));
  const inRegions = () =>
    [pick(regions), ...some(regions)].filter((one, at, all) => all.indexOf(one) === at).sort();
  const options = numbered(1, 4, (serial) => ({
    ...{ _kind: "shippingOption", title: `Option ${serial}`, rates: ratesOf(), deliveryRegions: inRegions() },
    ...maybe({ estimatedDeliveryTime: "Soon" }),
  }));
  const pickups = numbered(0, 3, (serial) => ({
    ...{ _kind: "pickupLocation", name: `Shop ${serial}`, active: next() < 0.7, rates: ratesOf() },
    address: { addressLine: `${serial} Street`, city: "Town", country: pick(countries), postalCode: "1000" },
    deliveryRegions: inRegions(),
    ...maybe({ instructions: "Ring", deliveryTime: "Tomorrow" }),
  }));
  const local = numbered(0, 2, (serial) => ({
    ...{
      _kind: "localDeliveryOption",
      areaName: `Area ${serial}`,
      rates: ratesOf(),
      deliveryRegions: inRegions(),
    },
    zipConfig: { zipCodes: numbered(1, 3, (code) => `${code}000*`) },
  }));
  const events = numbered(1, 4, (serial) => ({
    ...{ _kind: "event", title: `Event ${serial}`, slug: `event-${serial}`, currency: "USD" },
    seoSettings: { slug: `event-${serial}` },
    // The status of an event that exists is never changed.
    status: serial % 2 ? "PUBLISHED" : "DRAFT",
    dateAndTimeSettings: {
      ...{
        startDate: "2030-05-01T10:00:00.000Z",
        endDate: "2030-05-01T12:00:00.000Z",
        timeZoneId: "Europe/Berlin",
      },
      ...{ dateAndTimeTbd: false, hideEndDate: next() < 0.5, showTimeZone: true },
    },
    location: { type: "VENUE", name: `Venue ${serial}` },
    registration: {
      ...{ initialType: "TICKETING", allowedGuestTypes: "VISITOR_OR_MEMBER" },
      ...{ registrationDisabled: false, registrationPaused: next() < 0.3 },
      tickets: {
        ...{ guestsAssignedSeparately: next() < 0.5, ticketLimitPerOrder: 1 + upTo(20) },
        reservationDurationInMinutes: 20,
      },
    },
    guestListSettings: { displayedPublicly: next() < 0.5 },
    ...maybe({ shortDescription: "Short" }),
  }));
  const definitions = events.flatMap(({ slug }) =>
    numbered(0, 3, (serial) => ({
      ...{ _kind: "ticketDefinition", event: slug, name: `Ticket ${serial}`, hidden: next() < 0.3 },
      pricingMethod: { [pick(["fixedPrice", "guestPrice"])]: { value: amount(), currency: "USD" } },
      feeType: pick(["FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT"]),
      ...maybe({ initialLimit: 1 + upTo(50) }),
      ...maybe({ description: "Seat", policyText: "None" }),
    })),
  );
  const coupons = numbered(1, 5, (serial) => {
    const group = pick([
      undefined,
      { name: "product", entity: pick(slugs) },
      { name: "collection", entity: pick(collections) },
    ]);
    return {
      _kind: "coupon",
      specification: {
        ...{
          code: `CODE${serial}`,
          name: `Coupon ${serial}`,
          active: next() < 0.8,
          startTime: "1767225600000",
        },
        ...(next() < 0.3
          ? { minimumSubtotal: upTo(90) + 1 }
          : { scope: { namespace: "stores", ...(group && { group }) } }),
        ...pick<Fields>([
          { percentOffRate: 1 + upTo(50) },
          { moneyOffAmount: 1 + upTo(9) },
          { freeShipping: true },
        ]),
        ...maybe({ usageLimit: 1 + upTo(50) }),
        ...maybe({ expirationTime: "1893456000000" }),
      },
    };
  });
  const scope = (id: string) => ({
    ...{ id, type: "CATALOG_ITEM" },
    catalogItemFilter: {
      catalogAppId: stores,
      ...maybe({ products: [...new Set([pick(slugs), pick(slugs)])].sort() }),
    },
  });
  const rules = numbered(0, 4, (serial) => ({
    ...{ _kind: "discountRule", name: `Rule ${serial}`, active: next() < 0.8 },
    activeTimeInfo: { start: "2026-01-01T00:00:00.000Z", ...maybe({ end: "2031-01-01T00:00:00.000Z" }) },
    discounts: {
      values: [
        {
          targetType: "SPECIFIC_ITEMS",
          specificItemsInfo: { scopes: [scope("items")] },
          ...pick<Fields>([
            { discountType: "PERCENTAGE", percentage: 1 + upTo(50) },
            { discountType: "FIXED_AMOUNT", fixedAmount: amount() },
          ]),
        },
      ],
    },
    ...maybe({
      trigger: {
        triggerType: "SUBTOTAL_RANGE",
        subtotalRange: { scopes: [scope("trigger")], from: amount() },
      },
    }),
  }));
  const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, next() < 0.5]));
  const tip = (scope: string) => ({
    ...{
      _kind: "tipSettings",
      scope,
      tipType: "AMOUNT",
      staffDistributionMethod: pick(["EQUAL", "PROPORTIONAL"]),
    },
    ...{ presets: numbered(1, 3, (serial) => ({ value: serial * 2 })) },
    ...flags(["allowCustomAmount", "allowCustomerTip"]),
  });
  const policies = ["termsAndConditions", "privacyPolicy", "returnPolicy", "digitalItemPolicy", "contactUs"];
  const policy = () => ({ visible: next() < 0.5, content: pick(["", "Text"]) });
  return {
    products,
    collections: collections.map((name) => ({ _kind: "collection", name })),
    events,
    tickets: definitions,
    discounts: [...coupons, ...rules],
    shipping: [...profiles, ...options, ...pickups, ...local],
    tax: [
      ...groups.map((name) => ({ _kind: "taxGroup", name })),
      ...taxed.map((region) => ({
        ...{ _kind: "taxRegion", appId: calculator, country: region.slice(0, 2) },
        ...(region.length > 2 && { subdivision: region }),
        taxIncludedInPrice: next() < 0.5,
      })),
      ...rates,
      { _kind: "taxSettings", taxIncludedInItemPrices: next() < 0.5 },
    ],
    tips: [tip("default"), ...some(["terminal one", "terminal two"]).map(tip)],
    settings: [
      {
        _kind: "checkoutSettings",
        checkoutBillingFields: pick(["All_FIELDS", "MINIMUM_REQUIRED_FIELDS"]),
        checkoutFields: {
          captureBeforeExpiryEnabled: true,
          ...flags(["delayCaptureEnabled", "giftCardRedeemEnabled"]),
          policyAgreementCheckbox: flags(["checkedByDefault", "visible"]),
          subscriptionCheckbox: flags(["checkedByDefault", "visible"]),
        },
        checkoutPolicies: {
          ...Object.fromEntries(policies.map((name) => [name, policy()])),
          customPolicy: { ...policy(), title: pick(["", "Title"]) },
        },
      },
      {
        ...{ _kind: "ordersSettings", inventoryUpdateTrigger: pick(["ON_ORDER_PAID", "ON_ORDER_PLACED"]) },
        ...flags(["createInvoice"]),
      },
      {
        _kind: "eventsSettings",
        paymentSettings: { delayedPaymentCaptureSettings: flags(["enabled"]) },
      },
    ],
  };
}

/** Writes a shop as a snapshot. */
export function writeShop(folder: string, shop: Readonly<Record<string, Fields[]>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [domain, objects] of Object.entries(shop))
    writeFileSync(
      join(folder, `${domain}.ndjson`),
      objects.map((one) => `${JSON.stringify(one)}\n`).join(""),
    );
  const takenAt = "2026-01-01T00:00:00.000Z";
  const domains = Object.entries(shop).map(([name, { length }]) => [name, { count: length, takenAt }]);
  const manifest = {
    ...{ _kind: "snapshot", format: 2, platform: "wix", site: "generated", catalog: "v1", tool: "test" },
    ...{ layout: "ndjson", domains: Object.fromEntries(domains) },
  };
  writeFileSync(join(folder, "snapshot.json"), JSON.stringify(manifest));
}
