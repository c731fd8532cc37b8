import { Address } from "../../../models/address.ts";
import { bool, date, enumOf, guid, list, obj, text } from "../../../models/fields.ts";
import { MultiCurrencyPrice } from "../../../models/money.ts";
import { TaxDetails } from "../../tax/models/tax.ts";

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
const ShippingOption = obj({
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
  carrierServiceOptions: list(obj({ carrierId: guid(), shippingOptions: list(ShippingOption) })),
};
/** The available shipping options of a cart, and the selected one. */
export const ShippingInformation = obj(shippingFields);
