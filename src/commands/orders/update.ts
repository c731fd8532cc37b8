import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { readSelection, type SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { orderFilterFields } from "../../resources/orders/fields.ts";
import { listOrders } from "../../resources/orders/resource.ts";
import {
  type OrderChange,
  orderChangeSteps,
  parseOrderChange,
  withTagIds,
} from "../../resources/orders/work.ts";
import { ordersNamed } from "./named.ts";

/** The flags of `orders update` for several orders. */
export interface UpdateOptions extends SelectionOptions {
  set?: string[];
  /** Values of `-f` and `--input`, which change one order only. */
  field?: unknown;
  input?: unknown;
}

/** Changes the selected orders as one job. */
export async function updateOrders(
  context: Context,
  references: string[],
  options: UpdateOptions,
): Promise<CommandResult> {
  if (options.field !== undefined || options.input !== undefined) {
    throw new UsageError("-f and --input change one order. Use --set for several.", { field: "--set" });
  }
  const { set = [] } = options;
  const changes = readChanges(set);
  const call = await context.call("admin");
  const parsed = await withTagIds(call, changes);
  return await runJob<Order>(context, {
    kind: "orders.update",
    title: `Change orders: ${set.join(", ")}`,
    rows: await selectOrders(context, call, references, options),
    toSteps: (order) => orderChangeSteps(order, parsed),
    options,
    dangerous: options.all === true,
  });
}

function readChanges(texts: readonly string[]): OrderChange[] {
  if (texts.length > 0) return texts.map(parseOrderChange);
  throw new UsageError("Nothing to change.", {
    field: "--set",
    hint: 'For example: --set archived=true or --set "tags += VIP"',
  });
}

async function selectOrders(
  context: Context,
  call: Call,
  args: readonly string[],
  options: UpdateOptions,
): Promise<AsyncIterable<Order> | Iterable<Order>> {
  if (args.length > 0 && (options.filter !== undefined || options.all)) {
    const field = options.all ? "--all" : "--filter";
    throw new UsageError(`Give orders or ${field}, not both.`, { field });
  }
  if (args.length > 0) return await ordersNamed(context, call, args);
  const filter = readSelection(context, options, {
    plural: "orders",
    fields: orderFilterFields,
    hint: 'Give ids or numbers, pipe in records with -, or add --filter "fulfillmentStatus = FULFILLED"',
  });
  return listOrders(call, { filter, all: true, signal: context.signal }).rows;
}
