import type { Fulfillment } from "../../api/services/orders/order-fulfillments.ts";
import type { JobOptions } from "../../cli/bulk-flags.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { readSource, sourceName } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readTable } from "../../files/table.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { fulfillSteps } from "../../resources/orders/fulfill.ts";
import { isParcelKey, type OrderParcels, readParcels } from "../../resources/orders/parcels.ts";
import { fulfillmentsByOrder, ordersByReference } from "../../resources/orders/work.ts";

/** The flags of `orders fulfill --from`. */
export interface ParcelOptions extends JobOptions {
  from?: string;
  sheet?: string;
  encoding?: string;
  ignoreUnknown?: boolean;
}

/** Orders that are looked up in one request. */
const batchSize = 100;

interface FoundParcels {
  order: OrderParcels;
  found: Parameters<typeof fulfillSteps>[2];
  fulfillments: readonly Fulfillment[];
}

/** Fulfills the orders of a file of parcels as one job. */
export async function fulfillFrom(
  context: Context,
  file: string,
  { sheet, encoding, ignoreUnknown = false, ...options }: ParcelOptions,
): Promise<CommandResult> {
  const call = await context.call("admin");
  const name = sourceName(file);
  const source = readSource(context, file, "till orders fulfill --from - < parcels.csv");
  const reading = {
    name,
    isKey: isParcelKey,
    sheet,
    encoding,
  };
  const orders = await readParcels(await readTable(source, reading), { ignoreUnknown });

  async function* rows(): AsyncGenerator<FoundParcels> {
    for (const batch of batchesOf(orders, batchSize)) {
      const found = await ordersByReference(
        call,
        batch.map(({ order }) => order),
      );
      const ids = [...found.values()].flat().flatMap(({ id }) => id);
      const fulfillments = await fulfillmentsByOrder(call, ids);
      for (const order of batch) {
        const matches = found.get(order.order) ?? [];
        yield { order, found: matches, fulfillments: fulfillments.get(matches[0]?.id ?? "") ?? [] };
      }
    }
  }

  return await runJob<FoundParcels>(context, {
    kind: "orders.fulfill",
    title: `Fulfill the orders in ${name} (final)`,
    rows: rows(),
    toSteps: ({ order, found, fulfillments }) => fulfillSteps(name, order, found, fulfillments),
    options,
    final: true,
  });
}
