import type { NewOrder } from "../../../api/services/orders/models.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { addCharge, chargeable } from "./charge.ts";
import { placeOrder } from "./place.ts";
import { orderOf, transactionsOf } from "./store.ts";
import type { StoredOrder } from "./tables.ts";

interface Settings {
  orderApprovalStrategy?: string | null;
}

/**
 * Creates an order with the next number. With `paymentStatus: PAID` it is recorded as paid manually, otherwise it is
 * unpaid. Throws PlatformError 400 `PURCHASED_DATE_CANNOT_BE_IN_FUTURE`.
 */
export function createOrder(
  tx: StoreTx,
  given: NewOrder,
  settings: Settings | null | undefined,
): StoredOrder {
  const { id: _, number: __, paymentStatus, ...order } = given;
  if (order.purchasedDate && new Date(order.purchasedDate) > tx.now) {
    const message = `The purchase date ${order.purchasedDate} is in the future`;
    throw new PlatformError(400, "PURCHASED_DATE_CANNOT_BE_IN_FUTURE", message, {
      purchasedDate: order.purchasedDate,
    });
  }
  const approval = settings?.orderApprovalStrategy;
  const status = order.status === "APPROVED" ? "APPROVED" : "INITIALIZED";
  const placed = placeOrder(tx, {
    ...order,
    status,
    payment: { outcome: "none" },
    ...(approval && { approval }),
  });
  if (paymentStatus !== "PAID") return placed;
  const left = chargeable(placed, transactionsOf(tx, placed));
  if (!left.gt(left.minus(left))) return placed;
  addCharge(tx, placed, { amount: left, status: "APPROVED", offline: true });
  return orderOf(tx, placed.id);
}
