import { draftOrders } from "../../api/services/orders/draft-orders.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findOrderId } from "../../resources/orders/find.ts";
import { reasonWords } from "../../resources/orders/reasons.ts";

interface Draftable {
  orderId?: string;
  orderDraftable?: boolean;
  nonDraftableReasons?: string[];
}

/** Says whether an order can be edited, and in words why not (exit 6). */
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
      column("Why not", ({ nonDraftableReasons }) => (nonDraftableReasons ?? []).map(reasonWords).join("; ")),
    ],
  });
  return record.orderDraftable ? undefined : exitCodes.conflict;
}
