import type { Category } from "../../api/services/collections.ts";
import type { CheckoutSettings } from "../../api/services/settings.ts";
import type { DeliveryProfile } from "../../api/services/shipping.ts";
import type { TaxSettings } from "../../api/services/tax.ts";
import { storeBuiltInCategory } from "../collections/categories.ts";
import { collections } from "../collections/collections.ts";
import { categories, type StoredCategory } from "../collections/placements.ts";
import { coupons, discountRules } from "../discounts/discounts.ts";
import { couponFrom, type Specification } from "../discounts/specification.ts";
import { copiedEvent } from "../events/copied.ts";
import { copied, type StoreCopied } from "../kernel/copied.ts";
import { InvalidInput, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { copiedOrder } from "../orders/copied.ts";
import type { Coupon } from "../pricing/input.ts";
import { copiedProduct } from "../products/v1/copied.ts";
import { copiedProductV3 } from "../products/v3/copied.ts";
import { brands, customizations, infoSections, ribbons } from "../products/v3/tables.ts";
import {
  copiedEventsSettings,
  copiedOrdersSettings,
  copiedSettings,
  eventsSettingsKind,
  sellingSettingsTable,
} from "../settings/settings.ts";
import { completeDestinations } from "../shipping/delivery-regions.ts";
import { regionsOf } from "../shipping/regions.ts";
import {
  deliveryProfiles,
  localDeliveryOptions,
  pickupLocations,
  type StoredDeliveryProfile,
  type StoredLocalDelivery,
  type StoredPickupLocation,
  type StoredShippingOption,
  shippingOptions,
} from "../shipping/tables.ts";
import { taxGroups, taxMappings, taxRegions } from "../tax/taxes.ts";
import { copiedDefinition, copiedTicket, copiedTicketOrder } from "../tickets/copied.ts";
import { tipSettings } from "../tips/tips.ts";

/** A coupon as the platform lists it. */
interface ListedCoupon {
  id: string;
  dateCreated?: string;
  specification: Specification;
  numberOfUsages?: number;
}

/** Returns a coupon; undefined for one with rules that the sandbox does not emulate. */
function couponOf({ id, specification, numberOfUsages, dateCreated }: ListedCoupon): Coupon | undefined {
  try {
    const coupon: Coupon = {
      ...couponFrom(specification),
      id,
      used: numberOfUsages ?? 0,
      ...(dateCreated && { createdDate: dateCreated }),
    };
    return JSON.parse(JSON.stringify(coupon)) as Coupon;
  } catch (error) {
    if (error instanceof PlatformError || error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/** Returns a category. The products that are stored later count its items. */
function categoryOf({ breadcrumbsInfo, ...category }: StoredCategory): StoredCategory {
  return {
    ...category,
    visible: category.visible ?? true,
    itemCounter: 0,
    parentCategory: { ...category.parentCategory, index: category.parentCategory?.index ?? 0 },
    searchText: [category.name, category.description].filter(Boolean).join("\n"),
  };
}

function profileOf(profile: StoredDeliveryProfile): StoredDeliveryProfile {
  const deliveryRegions = (profile.deliveryRegions ?? []).map((region) => ({
    ...region,
    active: region.active ?? true,
    deliveryCarriers: region.deliveryCarriers ?? [],
    destinations: completeDestinations(region.destinations),
  }));
  return { ...profile, default: profile.default ?? false, deliveryRegions };
}

/** Returns an option of delivery. The platform may list its only region apart from the others. */
const regional = <T extends StoredShippingOption | StoredPickupLocation | StoredLocalDelivery>(
  given: T,
): T => ({ ...given, rates: given.rates ?? [], deliveryRegionIds: regionsOf(given) });

/** How the objects of each kind of another shop are stored. */
const kinds: Readonly<Record<string, StoreCopied>> = {
  collection: copied({
    table: collections,
    defaults: { media: { items: [] }, numberOfProducts: 0, visible: true },
  }),
  product: copiedProduct,
  brand: copied({ table: brands, without: ["assignedProductsCount"] }),
  ribbon: copied({ table: ribbons, without: ["assignedProductCount"] }),
  infoSection: copied({ table: infoSections, without: ["assignedProductsCount"] }),
  customization: copied({ table: customizations, without: ["assignedProductsCount"] }),
  category: copied({
    table: categories,
    document(tx, given: Category) {
      storeBuiltInCategory(tx);
      return categoryOf(given as StoredCategory);
    },
  }),
  productV3: copiedProductV3,
  order: copiedOrder,
  event: copiedEvent,
  ticketDefinition: copiedDefinition,
  ticketOrder: copiedTicketOrder,
  ticket: copiedTicket,
  coupon: copied({ table: coupons, document: (_, given: ListedCoupon) => couponOf(given) }),
  discountRule: copied({
    table: discountRules,
    without: ["status"],
    defaults: { usageCount: 0 },
  }),
  deliveryProfile: copied({
    table: deliveryProfiles,
    document: (_, given: DeliveryProfile) => profileOf(given as StoredDeliveryProfile),
  }),
  shippingOption: copied({
    table: shippingOptions,
    document: (_, given: StoredShippingOption) => regional(given),
  }),
  localDeliveryOption: copied({
    table: localDeliveryOptions,
    document: (_, given: StoredLocalDelivery) => regional(given),
  }),
  pickupLocation: copied({
    table: pickupLocations,
    document: (_, given: StoredPickupLocation) => regional({ ...given, active: given.active ?? true }),
  }),
  taxGroup: copied({ table: taxGroups }),
  taxRegion: copied({ table: taxRegions, defaults: { taxIncludedInPrice: false } }),
  taxRate: copied({ table: taxMappings }),
  taxSettings: copied({
    table: sellingSettingsTable,
    document: (_, given: TaxSettings) => copiedSettings("tax", given),
  }),
  tipSettings: copied({ table: tipSettings, defaults: { default: false } }),
  checkoutSettings: copied({
    table: sellingSettingsTable,
    document: (_, given: CheckoutSettings) => copiedSettings("checkout", given),
  }),
  ordersSettings: copiedOrdersSettings,
  eventsSettings: copied({ table: eventsSettingsKind.table, document: copiedEventsSettings }),
};

/** The kinds of objects that can be copied from another shop. */
export const copiedKinds: readonly string[] = Object.keys(kinds);

/**
 * Stores objects of another shop with their ids, dates and numbers, without events. Returns how many the sandbox does not
 * emulate, which are left out.
 */
export function seedCopied(tx: StoreTx, kind: string, objects: readonly object[]): number {
  const store = kinds[kind];
  if (store === undefined) throw new Error(`the sandbox cannot store a ${kind} of another shop`);
  return objects.filter((object) => !store(tx, object as never)).length;
}
