import type { Fulfillment } from "../../api/services/orders.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { argumentName, readSource } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readTable } from "../../files/table.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { fulfillSteps } from "../../resources/orders/fulfill.ts";
import { isParcelKey, type OrderParcels, parcelList, readParcels } from "../../resources/orders/parcels.ts";
import { fulfillmentsByOrder, ordersByReference } from "../../resources/orders/work.ts";

/** The flags of `orders fulfill --file`. */
export interface ParcelOptions extends JobOptions, FileOptions, MapOptions {
  file?: string;
}

/** Orders that are looked up in one request. */
const batchSize = 100;

interface FoundParcels {
  order: OrderParcels;
  found: Parameters<typeof fulfillSteps>[2];
  fulfillments: readonly Fulfillment[];
  /** The line of earlier parcels of the same order. */
  same: number | undefined;
}

/** Fulfills the orders of a file of parcels as one job; proposes how to read it if the flags do not say so. */
export async function fulfillFrom(
  context: Context,
  file: string,
  given: ParcelOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: parcelList }, fulfillParcels);
}

async function fulfillParcels(context: Context, file: string, given: ParcelOptions): Promise<CommandResult> {
  const { map, options: all } = await fileReading(context, given);
  const { sheet, encoding, delimiter, headerRow, ignoreUnknown = false, ...options } = all;
  const call = await context.call("admin");
  const name = argumentName(file);
  const source = readSource(context, file, "till orders fulfill --file - < parcels.csv");
  const reading = {
    name,
    isKey: (column: string) => isParcelKey(map[column] ?? column),
    sheet,
    encoding,
    delimiter,
    headerRow,
  };
  const orders = await readParcels(await readTable(source, reading), { ignoreUnknown, map });
  await saveColumnMap(context, all, map);

  async function* rows(): AsyncGenerator<FoundParcels> {
    const lines = new Map<string, number>();
    for (const batch of batchesOf(orders, batchSize)) {
      const found = await ordersByReference(
        call,
        batch.map(({ order }) => order),
      );
      const ids = [...found.values()].flat().flatMap(({ id }) => id);
      const fulfillments = await fulfillmentsByOrder(call, ids);
      for (const order of batch) {
        const matches = found.get(order.order) ?? [];
        const id = matches[0]?.id ?? "";
        yield { order, found: matches, fulfillments: fulfillments.get(id) ?? [], same: lines.get(id) };
        lines.set(id, order.parcels[0]?.line ?? 0);
      }
    }
  }

  return await runJob<FoundParcels>(context, {
    kind: "orders.fulfill",
    title: `Fulfill the orders in ${name} (final)`,
    rows: rows(),
    toSteps: ({ order, found, fulfillments, same }) => fulfillSteps(name, order, found, fulfillments, same),
    options,
    final: true,
  });
}
