import type { OrderLineItem } from "../../api/services/orders.ts";
import { itemAt, moveItem, moveStock, refreshingOnce } from "../inventory/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import type { Tx } from "../kernel/tx.ts";
import { defaultVariantId, products, productsV3 } from "../products/index.ts";
import { inventoryTrigger } from "../settings/index.ts";
import type { StoredLine, StoredOrder, TakenUnits } from "./tables.ts";

/**
 * Takes an order's units out of the stock when its settings say so. Throws PlatformError 409
 * `INSUFFICIENT_INVENTORY`, and takes nothing.
 */
export function takeStock(tx: Tx, order: StoredOrder): StoredOrder {
  if (order.internal.stock !== "waiting" || !isTime(tx, order)) return order;
  const taken = order.lineItems.flatMap((line) => unitsOf(tx, line) ?? []);
  moveUnits(tx, taken, -1, "ORDER_PLACED");
  return { ...order, internal: { ...order.internal, stock: "taken", taken } };
}

/** Returns the units that an order has taken, less those that were returned. Nothing moves. */
export function takenUnits(tx: Tx, { lineItems }: StoredOrder): TakenUnits[] {
  return lineItems.flatMap((line) => {
    const row = unitsOf(tx, line);
    return row ? [{ ...row, units: Math.max(0, row.units - (line.restockQuantity ?? 0)) }] : [];
  });
}

/** Returns units to the stock, at most those that are still taken. */
export function returnStock(
  tx: Tx,
  order: StoredOrder,
  requested: readonly { lineItemId: string; units: number }[],
): StoredOrder {
  const rows = order.internal.taken.flatMap((row) => {
    const target = requested.find(({ lineItemId }) => lineItemId === row.lineItemId)?.units ?? 0;
    const units = Math.min(target, row.units);
    return units > 0 ? [{ ...row, units }] : [];
  });
  moveUnits(tx, rows, 1, "ORDER_RESTOCKED");
  const given = (id: string) => rows.find(({ lineItemId }) => lineItemId === id)?.units ?? 0;
  return {
    ...order,
    lineItems: order.lineItems.map((line) => {
      const target = requested.find(({ lineItemId }) => lineItemId === line.id)?.units ?? 0;
      return target > 0 ? { ...line, restockQuantity: (line.restockQuantity ?? 0) + target } : line;
    }),
    internal: {
      ...order.internal,
      taken: order.internal.taken.map((row) => ({ ...row, units: row.units - given(row.lineItemId) })),
    },
  };
}

/** Returns all units of an order to the stock. */
export function returnAll(tx: Tx, order: StoredOrder): StoredOrder {
  return returnStock(tx, order, order.internal.taken);
}

/** Adjusts the stock to changed quantities of an order that has taken stock. */
export function moveLines(tx: Tx, after: StoredOrder, isMeant: (lineItemId: string) => boolean): StoredOrder {
  const { internal } = after;
  if (internal.stock !== "taken") return after;
  const requested = after.lineItems
    .flatMap((line) => unitsOf(tx, line) ?? [])
    .filter((row) => isMeant(row.lineItemId));
  const unitsTaken = (id: string) => internal.taken.find(({ lineItemId }) => lineItemId === id)?.units ?? 0;
  const removed = internal.taken
    .filter(({ lineItemId: id }) => isMeant(id) && !after.lineItems.some((line) => line.id === id))
    .map((row) => ({ ...row, units: 0 }));
  const rows = [...requested, ...removed];
  const more = rows.map((row) => ({ ...row, units: row.units - unitsTaken(row.lineItemId) }));
  moveUnits(
    tx,
    more.filter(({ units }) => units > 0),
    -1,
    "ORDER_EDITED",
  );
  const less = more.filter(({ units }) => units < 0).map((row) => ({ ...row, units: -row.units }));
  moveUnits(tx, less, 1, "ORDER_EDITED");
  const others = internal.taken.filter(
    ({ lineItemId }) => !rows.some((row) => row.lineItemId === lineItemId),
  );
  return { ...after, internal: { ...internal, taken: [...others, ...rows] } };
}

function isTime(tx: Tx, { status, paymentStatus }: StoredOrder): boolean {
  if (status === "REJECTED" || status === "CANCELED") return false;
  return inventoryTrigger(tx) !== "ON_ORDER_PAID" || paymentStatus === "PAID";
}

function moveUnits(tx: Tx, rows: readonly TakenUnits[], sign: 1 | -1, reason: string): void {
  const moving = rows.filter(({ productId, units }) => units > 0 && isKnown(tx, productId));
  if (catalogVersion(tx) === "V3_CATALOG") {
    refreshingOnce(tx, (refresh) => {
      for (const { variantId, units } of moving) {
        const item = itemAt(tx, variantId, undefined);
        const movement = { by: sign * units, restrict: true, preorder: true, reason };
        if (item?.trackQuantity) moveItem(tx, item, movement, refresh);
      }
    });
  } else {
    const moves = moving.map(({ productId, variantId, units }) => {
      return { productId, variantId, by: sign * units, preorder: sign < 0 };
    });
    moveStock(tx, moves, reason);
  }
}

const isKnown = (tx: Tx, id: string) =>
  (catalogVersion(tx) === "V3_CATALOG" ? tx.get(productsV3, id) : tx.get(products, id)) !== undefined;

interface ChosenOptions {
  variantId?: string;
  options?: Record<string, string>;
}

/** Returns the tracked units of a line, or undefined if the catalog does not track them. */
function unitsOf(tx: Tx, line: StoredLine): TakenUnits | undefined {
  const productId = line.catalogReference?.catalogItemId ?? "";
  const variantId =
    catalogVersion(tx) === "V3_CATALOG" ? variantOfV3(tx, productId, line) : variantOf(tx, productId, line);
  return variantId === undefined
    ? undefined
    : { lineItemId: line.id, productId, variantId, units: line.quantity };
}

const chosen = ({ catalogReference }: OrderLineItem) => (catalogReference?.options ?? {}) as ChosenOptions;

function variantOf(tx: Tx, productId: string, line: StoredLine): string | undefined {
  const product = tx.get(products, productId);
  const { variantId, options } = chosen(line);
  const requested = options ?? {};
  const variant = product?.variants.find(({ id, choices }) =>
    variantId
      ? id === variantId
      : id === defaultVariantId ||
        Object.entries(choices).every(([name, choice]) => requested[name] === choice),
  );
  return variant?.stock.trackQuantity ? variant.id : undefined;
}

function variantOfV3(tx: Tx, productId: string, line: StoredLine): string | undefined {
  const product = tx.get(productsV3, productId);
  const { variantId } = chosen(line);
  const variants = product?.variantsInfo.variants ?? [];
  const variant =
    variants.find(({ id }) => id === variantId) ?? (variants.length === 1 ? variants[0] : undefined);
  return variant && itemAt(tx, variant.id, undefined)?.trackQuantity ? variant.id : undefined;
}
