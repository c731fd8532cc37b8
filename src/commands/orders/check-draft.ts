import { draftOrders } from "../../api/services/orders.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { findOrderId } from "../../resources/orders/find.ts";
import { describeReason } from "../../resources/orders/payments.ts";

/** Prints whether an order can be edited, with the reasons if it cannot (exit 6). */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const orderId = await findOrderId(call, reference);
  const record = await call(draftOrders.draftability, { orderId });
  await context.printRecord(record, {
    kind: "draftability",
    byLabel: true,
    fields: {
      orderId: { label: "Order" },
      canBeEdited: { value: ({ orderDraftable }) => orderDraftable ?? false },
      reasons: {
        value: ({ nonDraftableReasons }) => (nonDraftableReasons ?? []).map(describeReason).join("; "),
      },
    },
  });
  return record.orderDraftable ? undefined : exitCodes.conflict;
}
