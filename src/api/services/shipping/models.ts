import { ItemMetadata } from "../../models/errors.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";
import { Address, MultiCurrencyPrice } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { TaxDetails } from "../tax/models.ts";

const ChargeType = enumOf("HANDLING_FEE", "INSURANCE");
const code = () => text({ maxLength: 100 });
const title = () => text({ maxLength: 250 });

const Logistics = obj({
  deliveryTime: text({ maxLength: 500 }),
  instructions: text({ maxLength: 1000 }),
  pickupDetails: obj({
    address: Address,
    businessLocation: bool(),
    pickupMethod: enumOf("STORE_PICKUP", "PICKUP_POINT"),
  }),
  deliveryTimeSlot: obj({ from: date(), to: date() }),
});
const DeliveryAllocation = obj({
  deliveryCarrier: obj({ appId: guid(), code: text({ maxLength: 250 }) }),
  deliveryRegion: obj({ id: guid(), name: text({ maxLength: 100 }) }),
  applicableLineItems: obj({
    lineItemIds: list(text({ minLength: 1, maxLength: 100 }), { maxSize: 300 }),
  }),
});
const DeliveryCost = obj({
  totalPriceAfterTax: MultiCurrencyPrice,
  totalPriceBeforeTax: MultiCurrencyPrice,
  taxDetails: TaxDetails,
  totalDiscount: MultiCurrencyPrice,
  price: MultiCurrencyPrice,
});
const CarrierOption = obj({
  code: code(),
  title: title(),
  logistics: Logistics,
  cost: obj({
    price: MultiCurrencyPrice,
    otherCharges: list(
      obj({ type: ChargeType, price: MultiCurrencyPrice, details: text({ maxLength: 250 }) }),
    ),
  }),
  deliveryAllocations: list(DeliveryAllocation, { maxSize: 300 }),
  partial: bool(),
});

/** The shipping option that a buyer selected. */
export const SelectedShippingOption = obj({
  carrierId: guid(),
  code: text({ minLength: 1, maxLength: 100 }),
});

/** The shipping fields of carts and checkouts. */
export const shippingFields = {
  region: obj({ id: guid(), name: text({ maxLength: 100 }) }),
  selectedCarrierServiceOption: obj({
    code: code(),
    title: title(),
    logistics: Logistics,
    cost: DeliveryCost,
    requestedShippingOption: bool(),
    otherCharges: list(obj({ type: ChargeType, details: text({ maxLength: 200 }), cost: DeliveryCost })),
    carrierId: guid(),
    deliveryAllocations: list(DeliveryAllocation, { maxSize: 300 }),
    partial: bool(),
  }),
  carrierServiceOptions: list(obj({ carrierId: guid(), shippingOptions: list(CarrierOption) })),
};
/** The available shipping options of a cart, and the selected one. */
export const ShippingInformation = obj(shippingFields);

/** An app that delivers to a region, with its fallback rate. */
export const DeliveryCarrier = obj({
  appId: guid(),
  backupRate: obj({
    title: text({ minLength: 1, maxLength: 256 }),
    amount: decimal({ min: 0, maxScale: 6 }),
    active: bool(),
  }),
  additionalCharges: list(obj({ description: text({ maxLength: 250 }), amount: text({ maxLength: 16 }) }), {
    maxSize: 10,
  }),
});
export interface DeliveryCarrier extends WireOf<typeof DeliveryCarrier> {}

/** A delivery region: countries or parts of them. */
export const DeliveryRegion = obj({
  id: guid(),
  name: text({ minLength: 1, maxLength: 256 }),
  active: bool(),
  deliveryCarriers: list(DeliveryCarrier, { maxSize: 25, readonly: true }),
  destinations: list(
    obj(
      {
        countryCode: text({ format: "COUNTRY" }),
        subdivisions: list(text({ minLength: 1, maxLength: 256 }), { maxSize: 100 }),
      },
      { required: ["countryCode"] },
    ),
    { maxSize: 250 },
  ),
  createdDate: readonly(date()),
});
export interface DeliveryRegion extends WireOf<typeof DeliveryRegion> {}

/** The delivery regions of some products; products without a profile use the default one. */
export const DeliveryProfile = obj({
  id: readonly(guid()),
  name: text({ minLength: 1, maxLength: 256 }),
  default: readonly(bool()),
  deliveryRegions: list(DeliveryRegion, { maxSize: 100 }),
  createdBy: obj({ appId: guid(), userId: guid() }, { oneOf: [["appId", "userId"]] }),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  extendedFields: ExtendedFields,
});
export interface DeliveryProfile extends WireOf<typeof DeliveryProfile> {}

/** An installed app that can deliver. */
export const InstalledCarrier = obj({
  id: guid(),
  displayName: text({ maxLength: 256 }),
  description: text({ maxLength: 200 }),
  learnMoreUrl: text({ maxLength: 200 }),
  dashboardUrl: text({ minLength: 1, maxLength: 2048, format: "WEB_URL" }),
  fallbackDefinitionMandatory: bool(),
  thumbnailUrl: text({ format: "WEB_URL" }),
  toggleGetCarrierSettingsEnabled: bool(),
});

/** The required address fields of a country or a part of it. */
export const DestinationProperties = obj({ postalCodeRequired: bool(), pickupOnly: bool() });

/** A carrier with its settings for each region, as in the dashboard. */
export const ListedCarrier = obj({
  deliveryCarrierMetadata: ItemMetadata,
  deliveryCarrierDetails: InstalledCarrier,
  deliveryCarrierRegionalSettings: list(
    obj({
      deliveryRegionId: guid(),
      dashboardTables: list(
        obj({
          title: text({ maxLength: 256 }),
          columns: list(obj({ key: text({ maxLength: 256 }), name: text({ maxLength: 256 }) })),
          rows: list(obj({ key: text({ maxLength: 256 }), data: json(), active: bool() }), { maxSize: 25 }),
        }),
        { minSize: 1, maxSize: 5 },
      ),
    }),
  ),
});

/** A delivery price with conditions on the order; without conditions, it always applies. */
export const ConditionalRate = obj({
  amount: decimal({ min: 0, max: 999999999, maxScale: 3 }),
  conditions: list(
    obj({
      type: enumOf("BY_TOTAL_WEIGHT", "BY_TOTAL_PRICE", "BY_TOTAL_QUANTITY"),
      value: decimal({ min: 0, max: 999999999, maxScale: 6 }),
      operator: enumOf("EQ", "GT", "GTE", "LT", "LTE"),
    }),
    { maxSize: 10 },
  ),
  multiplyByQuantity: bool(),
});
export interface ConditionalRate extends WireOf<typeof ConditionalRate> {}

/** A shipping option for some regions, priced by rules. */
export const ShippingOption = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  deliveryRegionId: guid(),
  deliveryRegionIds: list(guid(), { maxSize: 50 }),
  title: text({ maxLength: 1000 }),
  estimatedDeliveryTime: text({ maxLength: 500 }),
  rates: list(ConditionalRate, { minSize: 1, maxSize: 50 }),
  extendedFields: ExtendedFields,
});
export interface ShippingOption extends WireOf<typeof ShippingOption> {}

const Place = obj({ latitude: num(), longitude: num() });
const Hour = obj({ hours: num({ min: 0, max: 23 }), minutes: num({ min: 0, max: 59 }) });
const CityItem = obj(
  {
    cityName: text({ minLength: 1, maxLength: 100 }),
    subdivision: text(),
    country: text({ format: "COUNTRY" }),
    cityKey: readonly(text({ maxLength: 100 })),
  },
  { required: ["cityName", "country"] },
);

/** A local delivery option: the area (one of four types), the times and the price. */
export const LocalDeliveryOption = obj(
  {
    id: readonly(guid()),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    areaName: text({ maxLength: 100 }),
    zipConfig: obj({ zipCodes: list(text({ minLength: 1, maxLength: 300 })) }),
    radiusConfig: obj(
      {
        address: obj({ formattedAddress: text({ maxLength: 400 }), geocode: Place }),
        radius: num({ min: 0.1, max: 50 }),
        lengthUnit: readonly(enumOf("KM", "MI")),
      },
      { required: ["address"] },
    ),
    customAreaConfig: obj({ geocodes: list(Place, { maxSize: 300 }) }),
    cityConfig: obj({ cityItems: list(CityItem, { minSize: 1, maxSize: 50 }) }),
    estimatedDeliveryTime: text({ maxLength: 40 }),
    rates: list(ConditionalRate, { maxSize: 50 }),
    scheduledDeliveryConfig: obj({
      handlingDays: num({ min: 0, max: 30 }),
      cutOffTime: Hour,
      timeWindows: list(
        obj({
          day: enumOf("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"),
          start: Hour,
          end: Hour,
          enabled: bool(),
        }),
        { maxSize: 100 },
      ),
    }),
    destinations: list(obj({ code: text({ format: "COUNTRY" }), subdivisions: list(text()) }), {
      maxSize: 100,
    }),
    deliveryRegionIds: list(guid(), { maxSize: 50 }),
  },
  { oneOf: [["zipConfig", "radiusConfig", "customAreaConfig", "cityConfig"]] },
);
export interface LocalDeliveryOption extends WireOf<typeof LocalDeliveryOption> {}

/** A pickup location. */
export const PickupLocation = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 100 }),
  address: obj(
    {
      streetAddress: obj({ number: text(), name: text() }),
      addressLine: text({ maxLength: 150 }),
      addressLine2: text({ maxLength: 100 }),
      country: text({ format: "COUNTRY" }),
      subdivision: text(),
      city: text(),
      postalCode: text(),
    },
    { oneOf: [["streetAddress", "addressLine"]] },
  ),
  deliveryTime: text({ maxLength: 500 }),
  instructions: text({ maxLength: 1000 }),
  active: bool(),
  rates: list(ConditionalRate, { maxSize: 50 }),
  deliveryRegionIds: list(guid(), { maxSize: 50 }),
});
export interface PickupLocation extends WireOf<typeof PickupLocation> {}

const size = () => decimal({ min: 0, maxScale: 3 });
const serviceSettings = obj({
  estimatedDeliveryTime: text({ maxLength: 500 }),
  handlingFee: obj({
    value: decimal({ min: 0, maxScale: 4 }),
    calculationType: enumOf("FIXED", "PERCENTAGE"),
  }),
  freeDeliveryMinimumAmount: decimal({ min: 0, maxScale: 6 }),
});

/** The carrier services and the package of the shipping-label provider for some regions. */
export const ShippoConfiguration = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  deliveryRegionId: guid(),
  deliveryRegionIds: list(guid(), { maxSize: 50 }),
  domesticServices: list(
    obj({
      id: guid(),
      service: enumOf("GROUND_ADVANTAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"),
      serviceSettings,
    }),
    { maxSize: 3 },
  ),
  internationalServices: list(
    obj({
      id: guid(),
      service: enumOf(
        "FIRST_CLASS_PACKAGE_INTERNATIONAL",
        "PRIORITY_MAIL_INTERNATIONAL",
        "PRIORITY_MAIL_EXPRESS_INTERNATIONAL",
      ),
      serviceSettings,
    }),
    { maxSize: 3 },
  ),
  packageType: enumOf(
    "CUSTOM",
    "FLAT_RATE_ENVELOPE",
    "PADDED_FLAT_RATE_ENVELOPE",
    "SMALL_FLAT_RATE_BOX",
    "MEDIUM_FLAT_RATE_BOX_1",
    "MEDIUM_FLAT_RATE_BOX_2",
    "LARGE_FLAT_RATE_BOX",
  ),
  packageDetails: obj({
    name: text({ maxLength: 255 }),
    dimensions: obj({ length: size(), width: size(), height: size() }),
    maxNumberOfProducts: text(),
  }),
  osLocationId: guid(),
  shipFromAddress: readonly(Address),
  backupWeight: decimal({ min: 0, maxScale: 5 }),
  extendedFields: ExtendedFields,
});
export interface ShippoConfiguration extends WireOf<typeof ShippoConfiguration> {}
