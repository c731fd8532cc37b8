import type { BackInStockItem, BackInStockRequest } from "../../api/services/back-in-stock.ts";
import type { CatalogReference } from "../../api/services/models.ts";
import { minute } from "../../kernel/durations.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx, type Table, type Tx } from "../kernel/tx.ts";
import { sendMessage } from "../members/index.ts";

export type WireReference = CatalogReference;
export type WireItem = BackInStockItem;
type Status = StoredBackInStockRequest["status"];

const fqdn = "wix.ecom.v1.back_in_stock_notification_request";

/** Returns a request in API form, with the details of its item that the notification shows. */
export function showRequest({ internal, ...request }: StoredBackInStockRequest) {
  return { ...request, itemDetails: internal.item };
}

/** Returns a request. Throws PlatformError 404 if it does not exist. */
export function backInStockRequestOf(tx: Tx, id: string): StoredBackInStockRequest {
  const request = tx.get(backInStockRequests, id);
  if (request) return request;
  const message = `There is no back-in-stock request ${id}`;
  throw new PlatformError(404, "BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND", message, { id });
}

/** Returns the variant id of a reference, if any. */
export const variantOf = (reference: WireReference): string | undefined => {
  const { variantId } = (reference.options ?? {}) as { variantId?: unknown };
  return typeof variantId === "string" ? variantId : undefined;
};

/** Returns the requests for an item. A reference without a variant matches every variant. */
export function requestsFor(
  tx: Tx,
  reference: WireReference,
  filter: object = {},
): StoredBackInStockRequest[] {
  const { appId, catalogItemId } = reference;
  const variant = variantOf(reference);
  const found = tx.each(backInStockRequests, {
    ...filter,
    "catalogReference.catalogItemId": catalogItemId,
    "catalogReference.appId": appId,
  });
  return [...found].filter(
    ({ catalogReference }) => variant === undefined || variantOf(catalogReference) === variant,
  );
}

/** Stores a new request and emits its created event. */
export function insertRequest(tx: Tx, request: StoredBackInStockRequest): StoredBackInStockRequest {
  tx.put(backInStockRequests, request.id, request);
  const entity = showRequest(request);
  emitDomainEvent(tx, fqdn, "created", request.id, { createdEvent: { entity } });
  return request;
}

/**
 * Changes the status of a request and emits its updated event, unless it has the status already. `autoNotified` is absent
 * until the notification was sent, automatically or by hand.
 */
export function changeStatus(tx: Tx, request: StoredBackInStockRequest, status: Status, automatic = false) {
  if (request.status === status) return request;
  const autoNotified = status === "NOTIFICATION_SENT" ? automatic : request.autoNotified;
  const after = { ...request, status, autoNotified };
  tx.put(backInStockRequests, after.id, after);
  const currentEntity = showRequest(after);
  emitDomainEvent(tx, fqdn, "updated", after.id, { updatedEvent: { currentEntity } });
  return after;
}

/** Deletes a request and emits its deleted event. */
export function removeRequest(tx: Tx, id: string): void {
  const request = backInStockRequestOf(tx, id);
  tx.remove(backInStockRequests, request.id);
  tx.unschedule("backInStock.notify", request.id);
  emitDomainEvent(tx, fqdn, "deleted", request.id, { deletedEvent: {} });
}

/** Starts processing received requests. Notifications are sent a minute later. */
export function processRequests(tx: Tx, requests: Iterable<StoredBackInStockRequest>, item?: WireItem): void {
  for (const request of requests) {
    if (request.status !== "RECEIVED") continue;
    const given = Object.entries(item ?? {}).filter(([, value]) => value !== undefined && value !== null);
    const details = { ...request.internal.item, ...Object.fromEntries(given) };
    changeStatus(tx, { ...request, internal: { item: details } }, "PROCESSING");
    tx.schedule(new Date(tx.now.getTime() + minute), "backInStock.notify", request.id);
  }
}

/** Processes the requests for variants of a product that are back in stock, and requests for any variant. */
export function itemsBackInStock(tx: Tx, productId: string, variantIds: readonly string[]): void {
  const waiting = tx.each(backInStockRequests, {
    "catalogReference.catalogItemId": productId,
    status: "RECEIVED",
  });
  const matching = [...waiting].filter(({ catalogReference }) => {
    const variant = variantOf(catalogReference);
    return variant === undefined || variantIds.includes(variant);
  });
  processRequests(tx, matching);
}

/** Due work: sends a notification email. It fails for addresses in the reserved domain `.invalid`. */
export function notify(tx: StoreTx, id: string): void {
  const request = tx.get(backInStockRequests, id);
  if (request?.status !== "PROCESSING") return;
  if (request.email.endsWith(".invalid")) return void changeStatus(tx, request, "FAILED");
  const { name, price, image } = request.internal.item;
  const link = request.itemUrl ?? "";
  const text = `${name} is back in stock for ${price}.${link ? ` Buy it here: ${link}` : ""}`;
  sendMessage(tx, {
    channel: "email",
    to: request.email,
    subject: `${name} is back in stock`,
    text,
    link: link || undefined,
    image: image?.url || undefined,
  });
  changeStatus(tx, request, "NOTIFICATION_SENT", true);
}

type WaitingItem = BackInStockItem & { name: string; price: string };

export type StoredBackInStockRequest = BackInStockRequest & {
  id: string;
  status: "RECEIVED" | "PROCESSING" | "NOTIFICATION_SENT" | "FAILED";
  createdDate: string;
  email: string;
  catalogReference: { appId: string; catalogItemId: string; options?: unknown };
  internal: { item: WaitingItem };
};

export const backInStockRequests: Table<StoredBackInStockRequest> = {
  name: "backInStockRequests",
  columns: {
    "catalogReference.catalogItemId": "text",
    createdDate: "text",
  },
};
