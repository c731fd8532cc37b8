import type * as z from "zod/mini";
import { bool, date, guid, list, obj, readonly, text } from "../../../models/fields.ts";
import { ConditionalRate } from "./shipping-option.ts";

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
export interface PickupLocation extends z.input<typeof PickupLocation> {}
