import { day } from "../../kernel/durations.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { type Entity, newEntity } from "../kernel/documents/entities.ts";
import { listsOf } from "../kernel/documents/lists.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import type { Table, Tx } from "../kernel/tx.ts";
import { discountRules } from "../services/discounts/tables.ts";
import { giftCards } from "../services/gift-cards/tables.ts";
import { carriers } from "../services/shipping/carriers.ts";
import { businessAddress } from "../services/shipping/delivery-options.ts";
import {
  deliveryProfiles,
  localDeliveryOptions,
  pickupLocations,
  shippingOptions,
  shippoConfigurations,
} from "../services/shipping/tables.ts";
import { taxGroups, taxMappings, taxRegions } from "../services/tax/tables.ts";
import { defaultTaxGroupId } from "../services/tax/tax-groups.ts";
import { tippableStaff, tipSettings } from "../services/tips/tables.ts";
import {
  demoGiftCards,
  demoLocal,
  demoPickup,
  demoRedemption,
  demoRegions,
  demoRules,
  demoShipping,
  demoStaff,
  demoTaxes,
  type RegionName,
} from "./demo-store-settings.ts";
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
    put(tx, shippingOptions, index, regional({ ...option, ...single, deliveryRegionIds }));
  }
  for (const [index, location] of demoPickup.entries())
    put(
      tx,
      pickupLocations,
      index,
      regional({ ...location, active: true, deliveryRegionIds: regionIds(["United States"]) }),
    );
  const deliveryRegionIds = regionIds(["United States"]);
  const [home = ""] = deliveryRegionIds;
  put(tx, localDeliveryOptions, 0, regional({ ...demoLocal, deliveryRegionIds }));
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
    tx.put(giftCards, code, { code, balance, status, transactions });
  }
  seedPastActivity(tx, (name) => idOf(tx, name, 0));
}

function seedTaxes(tx: Tx): void {
  const reduced = put(tx, taxGroups, 0, { name: "Food and books" });
  for (const [index, { country, subdivision, appId, included, rates }] of demoTaxes.entries()) {
    const region = put(tx, taxRegions, index, {
      country,
      ...(subdivision && { subdivision }),
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
      const lists = listsOf({ exemptRates: [] }, ["exemptRates.taxExemptGroupId"]);
      const row = index * 20 + rateIndex * 2;
      put(tx, taxMappings, row, { ...shared, taxGroupId: defaultTaxGroupId, taxRate, lists });
      if (one.reducedRate !== undefined)
        put(tx, taxMappings, row + 1, { ...shared, taxGroupId: reduced, taxRate: one.reducedRate, lists });
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
      activeTimeInfo: { start: at(start), ...(end !== undefined && { end: at(end) }) },
      usageCount: 0,
      lists: listsOf({}, ["tags.privateTags.tagIds"]),
    });
  }
}

const regional = <T extends { deliveryRegionIds: string[] }>(doc: T) => ({
  ...doc,
  lists: listsOf(doc, ["deliveryRegionIds"]),
});

function put<T extends Entity>(tx: Tx, table: Table<T>, index: number, doc: Omit<T, keyof Entity>): string {
  const entity = newEntity(tx, idOf(tx, table.name, index));
  tx.put(table, entity.id, { ...doc, ...entity } as T);
  return entity.id;
}

const idOf = (tx: Tx, name: string, index: number) =>
  guidOf(tx.setting("seed") ?? "", `demo ${name}`, index + 1);
