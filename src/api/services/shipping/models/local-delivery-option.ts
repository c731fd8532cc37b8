import type * as z from "zod/mini";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { ConditionalRate } from "./shipping-option.ts";

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
export interface LocalDeliveryOption extends z.input<typeof LocalDeliveryOption> {}
