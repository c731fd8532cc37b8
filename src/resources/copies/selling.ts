import type { Call } from "../../api/caller.ts";
import { schemaAt } from "../../api/schema-fields.ts";
import { coupons } from "../../api/services/discounts/coupons.ts";
import { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import { EventsSettings } from "../../api/services/events/models/events-settings.ts";
import { CheckoutSettings } from "../../api/services/settings/models/checkout-settings.ts";
import { OrdersSettings } from "../../api/services/settings/models/orders-settings.ts";
import { DeliveryProfile } from "../../api/services/shipping/models/delivery-profile.ts";
import { LocalDeliveryOption } from "../../api/services/shipping/models/local-delivery-option.ts";
import { PickupLocation } from "../../api/services/shipping/models/pickup-location.ts";
import { ShippingOption } from "../../api/services/shipping/models/shipping-option.ts";
import {
  ManualTaxMapping,
  TaxGroup,
  TaxRegion,
  TaxSettings,
} from "../../api/services/tax/models/tax-setup.ts";
import { TipSettings } from "../../api/services/tips/models/tip.ts";
import { discountKinds } from "../discounts/snapshot-kinds.ts";
import { settingsKinds } from "../settings/snapshot-kinds.ts";
import { shippingKinds } from "../shipping/snapshot-kinds.ts";
import type { EntityKind } from "../snapshot/entities.ts";
import { taxKinds } from "../tax/snapshot-kinds.ts";
import { tipKind } from "../tips/snapshot-kind.ts";
import { type CopyKind, type CopyOptions, copyOf } from "./kind.ts";

const scopes = ["id", "catalogItemFilter.catalogItemIds[]"];
const within = (at: string, paths: readonly string[]) => paths.map((path) => `${at}.${path}`);
const triggers = ["subtotalRange.scopes[]", "itemQuantityRange.scopes[]"].flatMap((at) => within(at, scopes));

/** How the kinds that a shop sells with are copied. Addresses of pickup locations are personal: some are homes. */
const options: Readonly<Record<string, CopyOptions>> = {
  coupon: {
    model: schemaAt(coupons.query.result, "coupons[]"),
    open: within("specification", [
      ...["name", "code", "startTime", "expirationTime"],
      ...["scope.namespace", "scope.group.name", "scope.group.entityId"],
    ]),
  },
  discountRule: {
    model: DiscountRule,
    open: [
      ...["name", "tags.privateTags.tagIds[]", "tags.publicTags.tagIds[]", "trigger.customTrigger.id"],
      ...within("trigger", triggers),
      ...within("trigger.and.triggers[]", triggers),
      ...within("trigger.or.triggers[]", triggers),
      ...within("discounts.values[].specificItemsInfo.scopes[]", scopes),
    ],
  },
  deliveryProfile: {
    model: DeliveryProfile,
    open: [
      ...["name", "deliveryRegions[].name", "deliveryRegions[].destinations[].subdivisions[]"],
      ...within("deliveryRegions[].deliveryCarriers[]", ["backupRate.title", "additionalCharges[].**"]),
    ],
  },
  localDeliveryOption: {
    model: LocalDeliveryOption,
    open: ["areaName", "estimatedDeliveryTime", "destinations[].subdivisions[]"].concat(
      ...["cityConfig.cityItems[].cityName", "cityConfig.cityItems[].cityKey", "zipConfig.zipCodes[]"],
    ),
  },
  pickupLocation: { model: PickupLocation, open: ["name", "deliveryTime"] },
  shippingOption: { model: ShippingOption, open: ["title", "estimatedDeliveryTime"] },
  taxGroup: { model: TaxGroup, open: ["name"] },
  taxRegion: { model: TaxRegion, open: [] },
  taxRate: {
    model: ManualTaxMapping,
    open: ["description", "taxType", "taxName", "jurisdiction"],
  },
  taxSettings: { model: TaxSettings, open: [] },
  tipSettings: { model: TipSettings, open: ["paymentTerminalId"] },
  checkoutSettings: {
    model: CheckoutSettings,
    open: [
      ...["termsAndConditions", "privacyPolicy", "returnPolicy", "digitalItemPolicy", "contactUs"].map(
        (policy) => `checkoutPolicies.${policy}.content`,
      ),
      ...["checkoutPolicies.customPolicy.content", "checkoutPolicies.customPolicy.title"],
      "checkoutBrand.**",
    ],
  },
  ordersSettings: { model: OrdersSettings, open: [] },
  eventsSettings: {
    model: EventsSettings,
    input: { fields: ["PAYMENT_SETTINGS"] },
    open: ["paymentSettings.activePaymentMethods[].methodId"],
  },
};

/** Discounts, delivery, tax, tips and settings. */
export function sellingCopies(call: Call): CopyKind[] {
  const kinds: readonly EntityKind[] = [
    ...discountKinds,
    ...shippingKinds,
    ...taxKinds,
    ...[tipKind, ...settingsKinds],
  ];
  return kinds.flatMap((kind) => {
    const how = options[kind.kind];
    return how ? [copyOf(call, kind, how)] : [];
  });
}
