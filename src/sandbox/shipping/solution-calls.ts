import type { Handlers, WireInput } from "../../api/endpoint.ts";
import type { deliverySolutions as endpoints } from "../../api/services/shipping.ts";
import { decimal, sum } from "../../kernel/money.ts";
import { priceWriter } from "../cart/index.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { whole } from "../pricing/allocate.ts";
import { type DeliveryOption, deliveryOptions } from "./index.ts";

type Item = NonNullable<WireInput<(typeof endpoints)["get"]>["lineItems"]>[number];

/** Delivery options for items that are in no cart. They are those of a cart with the same weight, price and quantity. */
export const deliverySolutions: Handlers<typeof endpoints, Tx> = {
  get(tx, { lineItems, destination, currency }) {
    if (!destination.country)
      throw new PlatformError(400, "REQUIRED_COUNTRY", "destination.country is required", {});
    const sent = lineItems.filter((item) => item.physicalProperties?.shippable !== false);
    const parcel = {
      weight: sum(
        sent.map((item) => decimal(String(item.physicalProperties?.weight ?? 0)).times(count(item))),
      ),
      price: sum(sent.map(priceOf)),
      quantity: sent.reduce((all, { quantity }) => all + (quantity ?? 1), 0),
    };
    const { region, options } = deliveryOptions(tx, destination, parcel, currency);
    if (!region) {
      const message = `No delivery region contains ${destination.country}`;
      throw new PlatformError(404, "NO_DELIVERY_REGION_FOUND", message, { destination });
    }
    const write = priceWriter(tx);
    const deliveryRegion = { id: region.id, name: region.name ?? null };
    const applicableLineItems = { lineItemIds: sent.flatMap(({ id }) => id ?? []) };
    return {
      deliverySolutions: options.map((option) => ({
        code: option.code,
        deliveryReference: { appId: option.carrierId, code: option.code },
        title: option.title,
        logistics: logisticsOf(option),
        cost: {
          deliveryPrice: write(option.price),
          additionalCosts: option.charges.map(({ name, price }) => ({
            description: name,
            deliveryPrice: write(price),
          })),
        },
        deliveryAllocations: [
          {
            deliveryCarrier: { appId: option.carrierId, code: option.code },
            deliveryRegion,
            applicableLineItems,
          },
        ],
        partial: sent.length < lineItems.length,
      })),
      errors: [],
    };
  },
};

const count = ({ quantity }: Item) => whole(quantity ?? 1);
const priceOf = (item: Item) =>
  item.totalPrice ? decimal(item.totalPrice) : decimal(item.price ?? "0").times(count(item));

function logisticsOf({ deliveryTime, instructions, pickup, window }: DeliveryOption) {
  return {
    deliveryTime: deliveryTime || undefined,
    instructions: instructions || undefined,
    pickupDetails: pickup ? { address: pickup.address, pickupMethod: pickup.method } : undefined,
    deliveryTimeSlot: window ? { from: window.from.toISOString(), to: window.to.toISOString() } : undefined,
  };
}
