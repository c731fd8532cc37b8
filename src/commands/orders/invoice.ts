import type { Invoice } from "../../api/services/orders/models/order-invoice.ts";
import { orderInvoices } from "../../api/services/orders/order-invoices.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { act } from "./acting.ts";

/** Prints the invoices of an order; with `--create` makes one first. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { create }: { create?: boolean },
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  if (create) {
    const input = { orderId: order.id };
    const look = `till orders invoice ${order.number}`;
    await act(context, call, {
      name: "orderInvoices.generate",
      endpoint: orderInvoices.generate,
      input,
      look,
    });
  }
  const { body } = await call("orderInvoices.list", orderInvoices.list, { orderIds: [order.id] });
  const [own] = (body.invoicesForOrder ?? []) as { invoicesInfo?: Invoice[] }[];
  const rows = own?.invoicesInfo ?? [];
  await renderList<Invoice>({
    streams,
    format,
    kind: "invoice",
    fields: globals.fields,
    rows,
    total: rows.length,
    quiet: globals.quiet,
    empty: `The order has no invoice. Make one: till orders invoice ${order.number} --create`,
    columns: [
      column("INVOICE", ({ id }) => id ?? "", { path: "id", min: 36 }),
      column("STATUS", ({ status }) => status ?? "", { path: "status" }),
      column("APP", ({ appId }) => appId ?? "", { path: "appId", grow: true }),
    ],
  });
  return undefined;
}
