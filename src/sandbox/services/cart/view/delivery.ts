import type * as z from "zod/mini";
import type { ShippingInformation } from "../../../../api/services/shipping/models.ts";
import type { Decimal } from "../../../../kernel/money.ts";
import { zero } from "../../../pricing/allocate.ts";
import type { PricedDelivery } from "../../../pricing/priced-cart.ts";
import type { DeliveryOption } from "../../shipping/index.ts";
import type { Estimate } from "../estimate.ts";
import type { WritePrice } from "./prices.ts";
import { showTax } from "./tax.ts";

/** Returns the delivery options by carrier, and the chosen or cheapest one. */
export function showDelivery(
  { region, options, delivery, deliveryChosen, priced, lines }: Estimate,
  write: WritePrice,
): z.input<typeof ShippingInformation> {
  const carriers = [...new Set(options.map(({ carrierId }) => carrierId))];
  const lineItemIds = lines
    .filter(({ catalogItem }) => catalogItem.kind === "PHYSICAL")
    .map(({ line }) => line.id);
  const allocation = (carrierId: string) => [
    {
      deliveryCarrier: { appId: carrierId },
      ...(region && { deliveryRegion: { id: region.id, name: region.name } }),
      applicableLineItems: { lineItemIds },
    },
  ];
  return {
    ...(region && { region: { id: region.id, name: region.name } }),
    ...(delivery &&
      priced.delivery && {
        selectedCarrierServiceOption: {
          code: delivery.code,
          title: delivery.title,
          carrierId: delivery.carrierId,
          logistics: logisticsOf(delivery),
          cost: costOf({ ...priced.delivery, price: priced.delivery.delivery.price }, write),
          requestedShippingOption: deliveryChosen,
          otherCharges: priced.fees.flatMap(({ fee, taxed, total }) => {
            const cost = { price: fee.price, discount: zero, taxed, total };
            return fee.charge ? [{ type: fee.charge, details: fee.name, cost: costOf(cost, write) }] : [];
          }),
          deliveryAllocations: allocation(delivery.carrierId),
          partial: false,
        },
      }),
    carrierServiceOptions: carriers.map((carrierId) => ({
      carrierId,
      shippingOptions: options
        .filter((one) => one.carrierId === carrierId)
        .map((option) => ({
          code: option.code,
          title: option.title,
          logistics: logisticsOf(option),
          cost: {
            price: write(option.price),
            otherCharges: option.charges.map(({ charge, price, name }) => {
              return { type: charge ?? "HANDLING_FEE", price: write(price), details: name };
            }),
          },
          deliveryAllocations: allocation(carrierId),
          partial: false,
        })),
    })),
  };
}

/** Returns when and where an order is delivered. */
export function logisticsOf({ deliveryTime, instructions, pickup, window }: DeliveryOption) {
  return {
    ...(deliveryTime && { deliveryTime }),
    ...(instructions && { instructions }),
    ...(pickup && {
      pickupDetails: {
        address: pickup.address,
        businessLocation: pickup.method === "STORE_PICKUP",
        pickupMethod: pickup.method,
      },
    }),
    ...(window && {
      deliveryTimeSlot: { from: window.from.toISOString(), to: window.to.toISOString() },
    }),
  };
}

interface Cost extends Pick<PricedDelivery, "discount" | "taxed" | "total"> {
  price: Decimal;
}

const costOf = ({ price, discount, taxed, total }: Cost, write: WritePrice) => ({
  totalPriceAfterTax: write(total),
  totalPriceBeforeTax: write(taxed.taxable),
  taxDetails: showTax(taxed, write),
  totalDiscount: write(discount),
  price: write(price),
});
