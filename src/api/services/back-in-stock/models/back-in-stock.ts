import type * as z from "zod/mini";
import { CatalogReference } from "../../../models/catalog-reference.ts";
import { bool, date, decimal, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";

/** A shopper's wish to be told when an item can be bought again. */
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
/** A request as it travels (dates as text). */
export interface BackInStockRequest extends z.input<typeof BackInStockRequest> {}

/** The item as the notification shows it. */
export const BackInStockItem = obj(
  { name: text(), price: decimal({ min: 0 }), image: Image },
  { required: ["name", "price"] },
);

/** For the items of which catalog apps requests are collected. */
export const BackInStockSettings = obj({
  collectionStates: list(obj({ appId: guid(), collectingRequests: bool() })),
});
/** The settings as they travel. */
export interface BackInStockSettings extends z.input<typeof BackInStockSettings> {}
