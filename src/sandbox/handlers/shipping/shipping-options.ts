import type { Handlers } from "../../../api/endpoint.ts";
import { type ConditionalRate, ShippingOption } from "../../../api/services/shipping/models.ts";
import type { shippingOptions as endpoints } from "../../../api/services/shipping/shipping-options.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { extend, regionHandlers, regionsOf } from "../../services/shipping/regions.ts";
import { shippingOptionKind as kind, type StoredShippingOption } from "../../services/shipping/tables.ts";

const sortable = ["id", "createdDate", "updatedDate", "deliveryRegionId", "estimatedDeliveryTime"];

/** Handlers of shipping options, priced by weight, total or quantity. */
export const shippingOptions: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers({
    kind,
    one: "shippingOption",
    many: "shippingOptions",
    model: ShippingOption,
    fields: { filterable: sortable, sortable, lists: ["deliveryRegionIds"] },
    complete(_tx, given, before) {
      checkRates(given.rates);
      return {
        ...given,
        title: given.title ?? "",
        rates: given.rates ?? [],
        ...(before ? changedRegions(given, before) : newRegions(given)),
      };
    },
  }),
  updateExtendedFields: (tx, input) => ({ shippingOption: extend(tx, kind, input) }),
  ...regionHandlers(kind, "shippingOption"),
};

type Regions = Pick<ShippingOption, "deliveryRegionId" | "deliveryRegionIds">;

/** Returns the regions of a new option. The platform takes a single region as `deliveryRegionId` only. */
function newRegions(given: Regions): { deliveryRegionIds: string[] } {
  if (!given.deliveryRegionId && given.deliveryRegionIds?.length === 1)
    throw invalid("shippingOption.deliveryRegionId", "FORMAT", "is not a valid GUID", { type: "GUID" });
  return { deliveryRegionIds: regionsOf(given) };
}

/** Returns the regions after an update: those of the field that was changed. */
function changedRegions({ deliveryRegionId, deliveryRegionIds }: Regions, before: StoredShippingOption) {
  if (deliveryRegionId && deliveryRegionId !== before.deliveryRegionId)
    return { deliveryRegionId, deliveryRegionIds: [deliveryRegionId] };
  const ids = deliveryRegionIds?.length ? deliveryRegionIds : before.deliveryRegionIds;
  const only = deliveryRegionId && ids.includes(deliveryRegionId) ? deliveryRegionId : undefined;
  return { deliveryRegionId: only, deliveryRegionIds: ids };
}

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
