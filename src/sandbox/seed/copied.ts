import type { StoreTx } from "../kernel/store-tx.ts";
import { putCopiedCategory, putCopiedCollection } from "../services/collections/copied.ts";
import { putCopiedCoupon, putCopiedRule } from "../services/discounts/copied.ts";
import { putCopiedEvent } from "../services/events/clone.ts";
import { type OrderCopy, putCopiedOrder } from "../services/orders/copied.ts";
import { putCopiedProduct } from "../services/products/v1/copied.ts";
import {
  type ProductCopy,
  putCopiedBrand,
  putCopiedCustomization,
  putCopiedInfoSection,
  putCopiedProductV3,
  putCopiedRibbon,
} from "../services/products/v3/copied.ts";
import { putCopiedEventsSettings } from "../services/settings/events-settings.ts";
import { putCopiedOrdersSettings } from "../services/settings/orders-settings.ts";
import { putCopiedSettings } from "../services/settings/settings.ts";
import {
  putCopiedLocalDelivery,
  putCopiedPickupLocation,
  putCopiedProfile,
  putCopiedShippingOption,
} from "../services/shipping/copied.ts";
import { putCopiedTaxGroup, putCopiedTaxRate, putCopiedTaxRegion } from "../services/tax/copied.ts";
import { putCopiedDefinition, putCopiedTicket, putCopiedTicketOrder } from "../services/tickets/copied.ts";
import { putCopiedTipSettings } from "../services/tips/copied.ts";

type Put = (tx: StoreTx, object: never) => unknown;

/** The function of each service that stores an object of another shop, by kind. */
const puts: Readonly<Record<string, Put>> = {
  collection: putCopiedCollection,
  product: putCopiedProduct,
  brand: putCopiedBrand,
  ribbon: putCopiedRibbon,
  infoSection: putCopiedInfoSection,
  customization: putCopiedCustomization,
  category: putCopiedCategory,
  productV3: putCopiedProductV3,
  order: putCopiedOrder,
  event: putCopiedEvent,
  ticketDefinition: putCopiedDefinition,
  ticketOrder: putCopiedTicketOrder,
  ticket: putCopiedTicket,
  coupon: putCopiedCoupon,
  discountRule: putCopiedRule,
  deliveryProfile: putCopiedProfile,
  shippingOption: putCopiedShippingOption,
  localDeliveryOption: putCopiedLocalDelivery,
  pickupLocation: putCopiedPickupLocation,
  taxGroup: putCopiedTaxGroup,
  taxRegion: putCopiedTaxRegion,
  taxRate: putCopiedTaxRate,
  taxSettings: (tx, given: never) => putCopiedSettings(tx, "tax", given),
  tipSettings: putCopiedTipSettings,
  checkoutSettings: (tx, given: never) => putCopiedSettings(tx, "checkout", given),
  ordersSettings: putCopiedOrdersSettings,
  eventsSettings: putCopiedEventsSettings,
};

/** The kinds of objects that can be copied from another shop. */
export const copiedKinds: readonly string[] = Object.keys(puts);

/**
 * Stores objects of another shop with their ids, dates and numbers, without events. Returns how many the sandbox does not
 * emulate, which are left out.
 */
export function seedCopied(tx: StoreTx, kind: string, objects: readonly object[]): number {
  const put = puts[kind];
  if (put === undefined) throw new Error(`the sandbox cannot store a ${kind} of another shop`);
  let left = 0;
  for (const object of objects) {
    for (const [name, value] of settingsIn(kind, object)) tx.setSetting(name, value);
    if (put(tx, object as never) === false) left += 1;
  }
  return left;
}

/** Returns the settings of a shop that its objects tell. */
function settingsIn(kind: string, object: object): [string, string][] {
  const unit =
    kind === "productV3"
      ? (object as ProductCopy).product.physicalProperties?.weightMeasurementUnitInfo?.weightMeasurementUnit
      : kind === "order"
        ? (object as OrderCopy).order.weightUnit
        : undefined;
  return unit === "KG" || unit === "LB" ? [["weightUnit", unit]] : [];
}
