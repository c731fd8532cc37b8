import { withQueue } from "../../cli/jobs/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { limitHeap } from "../../kernel/heap.ts";
import { errorLog, WorkerCounts, workerLog } from "../../workers/log.ts";
import { currentMetrics, type MetricsAddress, serveMetrics } from "../../workers/metrics.ts";
import { withOutbox } from "../../workers/webhooks.ts";
import { runWorker } from "../../workers/worker.ts";

const defaultAddress: MetricsAddress = { host: "127.0.0.1", port: 9464 };

/** Runs a worker until SIGTERM or Ctrl-C. */
export async function run(
  context: Context,
  _args: string[],
  {
    atOnce = 4,
    metrics,
    webhooks = false,
  }: { atOnce?: number; metrics?: MetricsAddress | true; webhooks?: boolean },
): Promise<ExitCode> {
  limitHeap();
  const { now, signal, streams, who } = context;
  const counts = new WorkerCounts(now().getTime());
  const id = `${who().host}-${process.pid}-${now().getTime().toString(36)}`;
  const log = workerLog(streams.stdout, id, now, context.telemetry?.log);
  const onError = errorLog(log, counts, now);
  await withQueue(
    context,
    "till worker",
    async (queue, postgres) => {
      const address = metrics === true ? defaultAddress : metrics;
      const server =
        address === undefined
          ? undefined
          : await serveMetrics({ ...address, counts, postgres, now: () => now().getTime(), onError });
      context.telemetry?.measure(() => currentMetrics({ counts, postgres, now: () => now().getTime() }));
      const work = async (outbox?: (stop: AbortSignal) => Promise<void>) =>
        await runWorker(context, { id, postgres, queue, atOnce, webhooks: outbox, log, counts, onError });
      try {
        if (server) log({ event: "metrics.started", url: `${server.origin}/metrics` });
        await (webhooks ? withOutbox(context, { log, counts, onError }, work) : work());
      } finally {
        await server?.close();
      }
    },
    { supervise: true, onError },
  );
  return signal.reason === "SIGTERM" ? exitCodes.ok : exitCodes.interrupted;
}
