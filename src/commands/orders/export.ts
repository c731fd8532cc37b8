import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders.ts";
import type { TableOptions } from "../../cli/bulk-flags.ts";
import { dateRange } from "../../cli/date-range.ts";
import { type ExportKind, exportKind, exportRows, recordContent, tableContent } from "../../cli/export.ts";
import type { Context } from "../../context/context.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { optionConditions, withConditions } from "../../resources/conditions.ts";
import {
  type AccountingRow,
  isAccountingAmount,
  isAccountingDate,
  isAccountingText,
  lineHeader,
  lineRows,
  orderHeader,
  orderRow,
} from "../../resources/orders/accounting.ts";
import { listTransactions } from "../../resources/orders/payments.ts";
import { listOrders, orderOptions } from "../../resources/orders/resource.ts";
import { platformTime } from "../../resources/platform-time.ts";

interface ExportOptions extends TableOptions {
  filter?: string;
  since?: string;
  until?: string;
  status?: string;
  paymentStatus?: string;
  fulfillment?: string;
  per?: "line" | "order";
  format?: ExportKind;
}

/** Orders whose transactions are read in one request. */
const batchSize = 100;

/** Writes orders for accounting to stdout or a file, with a row per line item or per order, oldest first. */
export async function run(
  context: Context,
  [file]: string[],
  { filter, since, until, per = "line", format: given, ...options }: ExportOptions,
): Promise<ExitCode | undefined> {
  const kind = exportKind(file, given, context.globals);
  const call = await context.call("admin");
  const conditions = withConditions(optionConditions(options, orderOptions), filter);
  const query = {
    filter: dateRange("createdDate", { since, until }, conditions, await platformTime(context)),
    sort: "createdDate",
    all: true,
    recount: true,
    signal: context.signal,
  };
  const header = per === "order" ? orderHeader : lineHeader;
  const { status, paymentStatus, fulfillment, ...layout } = options;
  const digits = currencyDigits((await context.profile()).currency ?? "USD");
  return await exportRows(context, {
    personal: true,
    file,
    format: kind,
    singular: "order",
    open: () => listOrders(call, query),
    content(orders) {
      const rows = accountingRows(call, orders, per);
      if (kind === "ndjson" || kind === "json")
        return recordContent(context, kind, records(rows, header, per), { ...layout, fields: header });
      const table = { file, title: "Orders", header, rows: cells(rows, header) };
      const digitsOf = (column: string) => (isAccountingAmount(column) ? digits : undefined);
      return tableContent(
        context,
        kind,
        { ...table, isText: isAccountingText, isDate: isAccountingDate, digitsOf },
        layout,
      );
    },
  });
}

async function* accountingRows(
  call: Call,
  orders: AsyncIterable<Order>,
  per: "line" | "order",
): AsyncGenerator<AccountingRow> {
  for await (const batch of streamBatches(orders, batchSize)) yield* await rowsOf(call, batch, per);
}

async function rowsOf(call: Call, orders: readonly Order[], per: "line" | "order"): Promise<AccountingRow[]> {
  const { found } = await listTransactions(
    call,
    orders.map(({ id }) => id),
  );
  return orders.flatMap((order) => {
    const transactions = found.get(order.id);
    return per === "order" ? [orderRow(order, transactions)] : lineRows(order, transactions);
  });
}

async function* records(
  rows: AsyncIterable<AccountingRow>,
  header: readonly string[],
  per: "line" | "order",
) {
  const _kind = per === "order" ? "order.sum" : "order.line";
  for await (const row of rows)
    yield { _kind, ...Object.fromEntries(header.map((column) => [column, row[column] ?? ""])) };
}

async function* cells(rows: AsyncIterable<AccountingRow>, header: readonly string[]) {
  for await (const row of rows) yield header.map((column) => row[column] ?? "");
}
