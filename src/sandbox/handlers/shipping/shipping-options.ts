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

/** Handlers of shipping options, priced by weight, total or quantity. */
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

/** Throws PlatformError 400 `INVALID_QUANTITY_VALUE` if a quantity is not a whole number. */
export function checkRates(rates: readonly ConditionalRate[] | null | undefined): void {
  const conditions = (rates ?? []).flatMap((rate) => rate.conditions ?? []);
  const wrong = conditions.find(
    ({ type, value }) => type === "BY_TOTAL_QUANTITY" && !/^\d+(\.0+)?$/.test(value ?? ""),
  );
  if (!wrong) return;
  const message = `"${wrong.value}" is not a number of items`;
  throw new PlatformError(400, "INVALID_QUANTITY_VALUE", message, { value: wrong.value });
}
