import type { Handlers } from "../../../api/endpoint.ts";
import {
  type ConditionalRate,
  ShippingOption,
} from "../../../api/services/shipping/models/shipping-option.ts";
import type { shippingOptions as endpoints } from "../../../api/services/shipping/shipping-options.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { extend, moveRegion, regionsOf } from "../../services/shipping/regions.ts";
import { shippingOptionKind as kind } from "../../services/shipping/tables.ts";

const sortable = ["id", "createdDate", "updatedDate", "deliveryRegionId", "estimatedDeliveryTime"];

/** Ways of delivery, priced by weight, sum or number of items. */
export const shippingOptions: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers({
    kind,
    one: "shippingOption",
    many: "shippingOptions",
    model: ShippingOption,
    fields: { filterable: sortable, sortable, lists: ["deliveryRegionIds"] },
    complete(_tx, given) {
      checkRates(given.rates);
      return {
        ...given,
        title: given.title ?? "",
        rates: given.rates ?? [],
        deliveryRegionIds: regionsOf(given),
      };
    },
  }),
  updateExtendedFields: (tx, input) => ({ shippingOption: extend(tx, kind, input) }),
  addDeliveryRegion: (tx, { shippingOptionId, ...move }) => ({
    shippingOption: moveRegion(tx, kind, { ...move, id: shippingOptionId }, true),
  }),
  removeDeliveryRegion: (tx, { shippingOptionId, ...move }) => ({
    shippingOption: moveRegion(tx, kind, { ...move, id: shippingOptionId }, false),
  }),
};

/** A number of items is a whole one: `INVALID_QUANTITY_VALUE` otherwise. */
export function checkRates(rates: readonly ConditionalRate[] | null | undefined): void {
  const conditions = (rates ?? []).flatMap((rate) => rate.conditions ?? []);
  const wrong = conditions.find(
    ({ type, value }) => type === "BY_TOTAL_QUANTITY" && !/^\d+(\.0+)?$/.test(value ?? ""),
  );
  if (!wrong) return;
  const message = `"${wrong.value}" is no number of items`;
  throw new PlatformError(400, "INVALID_QUANTITY_VALUE", message, { value: wrong.value });
}
