import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { payingCall } from "../../cli/pay.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import { argumentName, readSource } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readTable } from "../../files/table.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { listTransactions } from "../../resources/orders/payments.ts";
import {
  type FoundOrder,
  isRefundKey,
  type RefundRow,
  readRefunds,
  refundList,
  refundSteps,
} from "../../resources/orders/refund-list.ts";
import { orderMoney } from "../../resources/orders/steps.ts";
import { ordersByReference, orderWork } from "../../resources/orders/work.ts";
import { checkLimits, parseLimits, Totals } from "../../resources/payments/totals.ts";

/** The flags of `orders refund --file`. */
export interface RefundListOptions
  extends JobOptions,
    FileOptions,
    MapOptions,
    Pick<NumberOptions, "decimal" | "thousands" | "excel"> {
  maxTotal?: string[];
  pay?: string;
}

/** Orders that are looked up in one request. */
const batchSize = 100;

/** Refunds the orders of a list as one job; proposes how to read the file if the flags do not say so. */
export async function refundFrom(
  context: Context,
  file: string,
  given: RefundListOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: refundList }, refundOrders);
}

async function refundOrders(
  context: Context,
  file: string,
  given: RefundListOptions,
): Promise<CommandResult> {
  const { map, options: all } = await fileReading(context, given);
  const { sheet, encoding, delimiter, headerRow, ignoreUnknown = false, maxTotal, pay, ...options } = all;
  const limits = parseLimits(maxTotal ?? [], "--max-total");
  const call = await payingCall(context, await context.call("admin"), pay);
  const name = argumentName(file);
  const source = readSource(context, file, "till orders refund --file - < refunds.csv");
  const isKey = (column: string) => isRefundKey(map[column] ?? column);
  const table = await readTable(source, { name, isKey, sheet, encoding, delimiter, headerRow });
  const refunds = await readRefunds(table, { ignoreUnknown, map, numbers: numberFormat(options) });
  await saveColumnMap(context, all, map);
  const totals = new Totals();

  async function* rows(): AsyncGenerator<[RefundRow, FoundOrder]> {
    const lines = new Map<string, number>();
    for (const batch of batchesOf(refunds, batchSize)) {
      const references = batch.map(({ order }) => order);
      const found = await ordersByReference(call, references);
      const ids = [...found.values()].flat().map(({ id }) => id);
      const { found: transactions } = await listTransactions(call, [...new Set(ids)]);
      for (const row of batch) {
        const orders = found.get(row.order) ?? [];
        const id = orders[0]?.id ?? "";
        yield [row, { orders, transactions: transactions.get(id), same: lines.get(id) }];
        if (id !== "") lines.set(id, row.line);
      }
    }
  }

  return await runJob<[RefundRow, FoundOrder]>(context, {
    kind: "orders.refund",
    title: `Refund the orders in ${name} (final)`,
    rows: rows(),
    async toSteps([row, found]) {
      const planned = await refundSteps(call, name, row, found);
      for (const step of Array.isArray(planned) ? planned : []) {
        const { amount, currency } = orderMoney(step) ?? {};
        if (amount !== undefined && currency !== undefined) totals.add(amount, currency);
      }
      return planned;
    },
    work: orderWork(call),
    guard: () => checkLimits(totals, limits, "--max-total"),
    options,
    final: true,
  });
}
