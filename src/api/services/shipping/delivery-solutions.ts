import { endpoint, service } from "../../endpoint.ts";
import { ApplicationError } from "../../models/errors.ts";
import { bool, date, decimal, enumOf, guid, json, list, map, num, obj, text } from "../../models/fields.ts";
import {
  Address,
  CatalogReference,
  ContactDetails,
  currency,
  MultiCurrencyPrice,
} from "../../models/values.ts";
import { PhysicalProperties } from "../cart/models.ts";

const code = () => text({ maxLength: 250 });
const amount = () => decimal({ min: 0, maxScale: 36 });
const Carrier = obj({ appId: guid(), code: code() });
const Item = obj({
  id: text({ minLength: 1, maxLength: 100 }),
  name: text({ maxLength: 400 }),
  quantity: num({ min: 1, max: 999_999_999 }),
  catalogReference: CatalogReference,
  physicalProperties: PhysicalProperties,
  price: amount(),
  totalPriceBeforeDiscount: amount(),
  priceBeforeDiscount: amount(),
  totalPrice: amount(),
  deliveryProfileId: guid(),
  taxIncludedInPrice: bool(),
  subscriptionSettings: obj({
    frequency: enumOf("UNDEFINED", "DAY", "WEEK", "MONTH", "YEAR"),
    interval: num({ min: 1, max: 3650 }),
    freeTrial: bool(),
  }),
});
const Solution = obj({
  code: code(),
  deliveryReference: Carrier,
  title: code(),
  logistics: obj({
    deliveryTime: text({ maxLength: 1000 }),
    instructions: text({ maxLength: 1000 }),
    pickupDetails: obj({ address: Address, pickupMethod: enumOf("STORE_PICKUP", "PICKUP_POINT") }),
    deliveryTimeSlot: obj({ from: date(), to: date(), timeZone: text({ maxLength: 64 }) }),
  }),
  cost: obj({
    price: decimal({ min: 0, max: 1e15 }),
    currency: currency(),
    deliveryPrice: MultiCurrencyPrice,
    additionalCosts: list(obj({ description: code(), deliveryPrice: MultiCurrencyPrice }), { maxSize: 100 }),
  }),
  deliveryAllocations: list(
    obj({
      deliveryCarrier: Carrier,
      deliveryRegion: obj({ id: guid(), name: text({ maxLength: 100 }) }),
      applicableLineItems: obj({ lineItemIds: list(text(), { maxSize: 300 }) }),
    }),
    { maxSize: 300 },
  ),
  partial: bool(),
});

/** What delivery of items would cost, without a cart. */
export const deliverySolutions = service("deliverySolutions", {
  get: endpoint("POST /_api/delivery-rates/v1/get-delivery-solutions", {
    input: obj({
      lineItems: list(Item, { minSize: 1, maxSize: 300 }),
      destination: Address,
      origin: Address,
      currency: currency(),
      contactDetails: ContactDetails,
      weightUnit: enumOf("UNSPECIFIED_WEIGHT_UNIT", "KG", "LB"),
      userPreferences: list(obj({ appId: guid(), code: code() }), { maxSize: 5 }),
      purchaseFlowId: guid(),
      externalReferences: list(obj({ appId: guid(), resourceId: text({ minLength: 1, maxLength: 100 }) }), {
        maxSize: 20,
      }),
      extendedFields: obj({ namespaces: map(json()) }),
    }),
    result: obj({
      deliverySolutions: list(Solution, { maxSize: 1000 }),
      errors: list(obj({ appId: guid(), errorDetails: obj({ applicationError: ApplicationError }) }), {
        maxSize: 50,
      }),
    }),
    required: ["lineItems", "destination", "currency"],
    effect: "read",
    role: "visitor",
    summary: "List the delivery options and costs of items for an address",
  }),
});
