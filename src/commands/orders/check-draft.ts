import { draftOrders } from "../../api/services/orders/draft-orders.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findOrderId } from "../../resources/orders/find.ts";
import { describeReason } from "../../resources/orders/reasons.ts";

interface Draftable {
  orderId?: string;
  orderDraftable?: boolean;
  nonDraftableReasons?: string[];
}

/** Prints whether an order can be edited, with the reasons if it cannot (exit 6). */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const { streams, format, globals, now } = context;
  const call = await context.call("admin");
  const orderId = await findOrderId(call, reference);
  const { body } = await call("draftOrders.draftability", draftOrders.draftability, { orderId });
  const record = body as Draftable;
  await renderRecord<Draftable>({
    streams,
    format,
    kind: "draftability",
    fields: globals.fields,
    now: now(),
    record,
    columns: [
      column("Order", (one) => one.orderId ?? ""),
      column("Can be edited", ({ orderDraftable }) => orderDraftable ?? false),
      column("Reasons", ({ nonDraftableReasons }) =>
        (nonDraftableReasons ?? []).map(describeReason).join("; "),
      ),
    ],
  });
  return record.orderDraftable ? undefined : exitCodes.conflict;
}
