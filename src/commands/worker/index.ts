import type { Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { UsageError } from "../../kernel/errors.ts";

const defaultPort = 9464;

/** Parses the value of --metrics. Throws UsageError. */
function metricsPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`Invalid value "${text}" for --metrics: expected a port from 0 to 65535.`, {
    field: "--metrics",
  });
}

/** `till worker` */
export const worker: Verb = {
  name: "worker",
  summary: "Run queued jobs and schedules of the shared journal",
  flags: [
    {
      flags: "--at-once <n>",
      describe: "jobs at a time, each of another site (default: 4)",
      parse: wholeNumber("--at-once", 1),
    },
    {
      flags: "--webhooks",
      describe: "also send the events that till webhooks receive --forward-to has stored",
    },
    {
      flags: "--metrics [port]",
      describe: `serve /healthz and /metrics on a port of 127.0.0.1 (default: ${defaultPort})`,
      parse: metricsPort,
    },
  ],
  examples: [
    "till worker --at-once 8 # up to 8 sites at a time; SIGTERM finishes the calls in flight and gives the jobs back",
    "till worker --webhooks # also send stored webhooks, in order for each object",
    "till worker --metrics=9464 # with http://127.0.0.1:9464/metrics",
  ],
  notes:
    "It needs a shared journal (till config set journal) and takes jobs of the sites in its own profiles. The log is NDJSON on stdout.\nWorkers and schedules: till help guide workers",
  load: () => import("./run.ts"),
};
