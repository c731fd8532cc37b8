import type * as z from "zod/mini";
import { CatalogReference } from "../../../models/catalog-reference.ts";
import { bool, date, decimal, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";

/** A shopper's request to be notified when an item is back in stock. */
export const BackInStockRequest = obj({
  id: text({ format: "GUID", readonly: true }),
  catalogReference: CatalogReference,
  email: text({ format: "EMAIL" }),
  contactId: text({ format: "GUID", readonly: true }),
  status: readonly(enumOf("UNSPECIFIED", "RECEIVED", "PROCESSING", "NOTIFICATION_SENT", "FAILED")),
  autoNotified: readonly(bool()),
  createdDate: readonly(date()),
  itemUrl: text({ format: "WEB_URL" }),
});
export interface BackInStockRequest extends z.input<typeof BackInStockRequest> {}

/** The item of a request, as shown in the notification. */
export const BackInStockItem = obj(
  { name: text(), price: decimal({ min: 0 }), image: Image },
  { required: ["name", "price"] },
);

/** The catalog apps for whose items requests are collected. */
export const BackInStockSettings = obj({
  collectionStates: list(obj({ appId: guid(), collectingRequests: bool() })),
});
export interface BackInStockSettings extends z.input<typeof BackInStockSettings> {}
