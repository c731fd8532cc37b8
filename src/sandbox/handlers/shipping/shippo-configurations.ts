import type { Handlers } from "../../../api/endpoint.ts";
import { ShippoConfiguration } from "../../../api/services/shipping/models.ts";
import type { shippoConfigurations as endpoints } from "../../../api/services/shipping/shippo-configurations.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import type { Tx } from "../../kernel/tx.ts";
import { businessAddress } from "../../services/shipping/delivery-options.ts";
import { extend, regionHandlers, regionsOf } from "../../services/shipping/regions.ts";
import { shippoConfigurationKind as kind } from "../../services/shipping/tables.ts";

/** Handlers of the shipping-label provider's services and packages. */
export const shippoConfigurations: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers({
    kind,
    one: "shippoConfiguration",
    many: "shippoConfigurations",
    model: ShippoConfiguration,
    fields: { filterable: ["id", "deliveryRegionId"], sortable: ["id", "deliveryRegionId"] },
    complete(tx, given) {
      const withIds = <Service extends { id?: string | null }>(services: Service[] | null | undefined) =>
        services?.map((service) => ({ ...service, id: service.id ?? tx.newId() }));
      return {
        ...given,
        domesticServices: withIds(given.domesticServices),
        internationalServices: withIds(given.internationalServices),
        deliveryRegionIds: regionsOf(given),
        shipFromAddress: businessAddress(tx),
      };
    },
  }),
  updateExtendedFields: (tx, input) => ({ shippoConfiguration: extend(tx, kind, input) }),
  ...regionHandlers(kind, "shippoConfiguration"),
};
