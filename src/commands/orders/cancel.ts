import { orders } from "../../api/services/orders.ts";
import { printObject } from "../../cli/generic/print.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode } from "../../kernel/errors.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { orderResource } from "../../resources/orders/resource.ts";
import { describeOrder } from "../../resources/orders/words.ts";
import { sendOrderChange } from "./change-order.ts";

interface CancelOptions {
  restock?: boolean;
  notify?: boolean;
  message?: string;
  yes?: boolean;
}

/** Cancels an order. An order that is already canceled is not an error. If the response is lost, reads the order again. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { restock, notify, message, yes }: CancelOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id;
  if (order.status === "CANCELED") {
    await context.notice(`Order ${order.number} is already canceled. Nothing was sent.`);
    await printObject(context, orderResource, order);
    return undefined;
  }
  await context.asks({
    text: `Cancel ${describeOrder(order, { total: true })}?`,
    yes,
  });
  const input = {
    id,
    restockAllItems: restock || undefined,
    sendOrderCanceledEmail: notify || undefined,
    customMessage: message,
  };
  const check = `till orders get ${order.number}`;
  try {
    const body = await sendOrderChange(context, call, {
      endpoint: orders.cancel,
      input,
      check,
      async look() {
        const now = await findOrder(call, id);
        return now.status === "CANCELED" ? { done: { order: now } } : "absent";
      },
    });
    await printObject(context, orderResource, body.order);
  } catch (error) {
    if (error instanceof ApiError && error.code === "ORDER_HAS_AUTHORIZED_TRANSACTION")
      throw withPaymentHint(error, order.number ?? id);
    throw error;
  }
  return undefined;
}

function withPaymentHint({ message, status, code, requestId, details }: ApiError, number: string): ApiError {
  const hint = `Void the payment first (till orders void ${number}) or capture it (till orders capture ${number})`;
  return new ApiError(message, { status, code, requestId, details, hint });
}
