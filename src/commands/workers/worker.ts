import { withQueue } from "../../cli/jobs/shared-journal.ts";
import { findProfile } from "../../config/profiles.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { limitHeap } from "../../kernel/heap.ts";
import { errorLog, WorkerCounts, workerLog } from "../../workers/log.ts";
import { currentMetrics, type MetricsAddress, serveMetrics } from "../../workers/metrics.ts";
import { isFromEnvironment } from "../../workers/task.ts";
import { withOutbox } from "../../workers/webhooks.ts";
import { runWorker } from "../../workers/worker.ts";

const defaultAddress: MetricsAddress = { host: "127.0.0.1", port: 9464 };

/** Runs a worker until SIGTERM or Ctrl-C. */
export async function run(
  context: Context,
  _args: string[],
  {
    atOnce = 4,
    account: accounts = [],
    metrics,
    webhooks = false,
  }: { atOnce?: number; account?: string[]; metrics?: MetricsAddress | true; webhooks?: boolean },
): Promise<ExitCode> {
  limitHeap();
  checkAccounts(context, accounts);
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
        await runWorker(context, {
          id,
          postgres,
          queue,
          atOnce,
          accounts,
          webhooks: outbox,
          log,
          counts,
          onError,
        });
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

/** Throws UsageError for a profile that does not exist, and if the environment defines the profile. */
function checkAccounts({ environment, paths }: Context, accounts: readonly string[]): void {
  if (accounts.length > 0 && isFromEnvironment(environment))
    throw new UsageError("With a key in the environment, a worker serves one site.", {
      field: "--account",
      hint: "Store the key in a profile instead: till login --api-key --profile NAME",
    });
  const contents = settingsFile(paths.settingsFile).read();
  for (const name of accounts) findProfile(contents, name);
}
