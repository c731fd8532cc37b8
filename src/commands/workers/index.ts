import type { Group, Unnamed, Verb } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { MetricsAddress } from "../../workers/metrics.ts";

const defaultPort = 9464;

/** Parses the value of --metrics: `9464`, `0.0.0.0:9464` or `[::]:9464`. Throws UsageError. */
function metricsAddress(text: string): MetricsAddress {
  const [, host = "127.0.0.1", digits = ""] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== "" && port <= 65_535) return { host: host.replace(/^\[(.*)\]$/, "$1"), port };
  throw new UsageError(
    `Invalid value "${text}" for --metrics: expected a port from 0 to 65535, or an address and a port.`,
    { field: "--metrics", hint: "For example: --metrics=9464 or --metrics=0.0.0.0:9464" },
  );
}

/** `till worker` */
export const worker: Unnamed<Verb> = {
  flags: [
    {
      flags: "--at-once <n>",
      describe: "jobs at a time, each of another site (default: 4)",
      parse: wholeNumber("--at-once", 1),
    },
    {
      flags: "--account <profile>",
      describe:
        "also take jobs of other sites that were planned with this profile, which has an account-level key (repeatable)",
      repeat: true,
    },
    {
      flags: "--webhooks",
      describe: "also send the events that till webhooks receive --forward-to has stored",
    },
    {
      flags: "--metrics [address]",
      describe: `serve /healthz, /readyz and /metrics (default: 127.0.0.1:${defaultPort}; a port, or 0.0.0.0:${defaultPort} for all addresses)`,
      parse: metricsAddress,
    },
  ],
  examples: [
    "till worker --at-once 8 # up to 8 sites at a time; SIGTERM finishes the calls in flight and returns the jobs to the queue",
    "till worker --webhooks # also send stored webhooks, in order for each object",
    "till worker --metrics=9464 # with http://127.0.0.1:9464/metrics",
  ],
  notes:
    "It needs a shared journal (till config set journal) and takes jobs of the sites in its own profiles. The log is NDJSON on stdout.\nWorkers and schedules: till help guide workers",
  load: () => import("./worker.ts"),
};

const schedule = { name: "<schedule>", describe: "name of the schedule" };

/** `till schedule …` */
export const schedules: Unnamed<Group> = {
  verbs: [
    {
      name: "create",
      summary: "Run a command at set times",
      // It changes this computer or the journal.
      namesShops: true,
      args: [
        { name: "[cron]", describe: 'when: minute, hour, day of the month, month, weekday: "0 6 * * *"' },
        { name: "[command...]", describe: "after two dashes: the command, without till" },
      ],
      flags: [
        { flags: "--name <name>", describe: "name of the schedule" },
        { flags: "--at <time>", describe: "run once, at 2099-12-24T00:00, instead of a cron expression" },
        {
          flags: "--time-zone <name>",
          describe: "time zone of the times, such as Europe/Berlin (default: till config timeZone)",
        },
        {
          flags: "--runner <kind>",
          describe:
            "what runs it (default: a worker if there is a shared journal, else the timers that this computer has)",
          choices: ["worker", "systemd", "launchd", "task"],
        },
        {
          flags: "--confine",
          describe: "confine the service of systemd (default: if the system can and no setting is a command)",
        },
        { flags: "--no-confine", describe: "do not confine it: programs in it may gain privileges" },
        { flags: "-n, --dry-run", describe: "print what would be scheduled, and schedule nothing" },
      ],
      examples: [
        'till schedule create "0 6 * * *" --name nightly --runner systemd --dry-run -- backup create --keep 30 --yes # show the units of systemd',
        "till schedule create --at 2099-12-24T00:00 --name xmas --runner task --dry-run -- products update --all --expect 24 --set ribbon=Xmas --yes # show the task of Windows",
      ],
      notes:
        "With a shared journal (till config set journal), a worker runs it: till worker. Otherwise this computer does, with a systemd user timer, a launchd agent, or a Windows scheduled task, which starts till schedule run. If the system has none of these, nothing is scheduled: a line for the crontab is printed, and the exit code is 1. The default time zone is that of the computer. A schedule with --at is deleted when its command has succeeded.\nSchedules and workers: till help guide workers",
      load: async () => ({ run: (await import("./schedule.ts")).create }),
    },
    {
      name: "list",
      summary: "List schedules, their next times and missed runs",
      examples: [
        "till schedule list # schedules of workers and of this computer",
        'till schedule list --jq ".items[] | [.name, .lastRun, .lastResult] | @tsv" # when each ran last, and the result',
      ],
      load: async () => ({ run: (await import("./schedule.ts")).list }),
    },
    {
      name: "delete",
      summary: "Delete a schedule",
      args: [schedule],
      flags: [yesFlag],
      examples: [
        "till schedule delete nightly --yes # without confirmation",
        "till schedule delete nightly # after confirmation",
      ],
      load: async () => ({ run: (await import("./schedule.ts")).remove }),
    },
    {
      name: "history",
      summary: "List the runs of schedules, newest first",
      args: [{ ...schedule, name: "[schedule]" }],
      flags: [
        { flags: "--limit <n>", describe: "runs to list", parse: wholeNumber("--limit", 1), fallback: "50" },
      ],
      examples: [
        "till schedule history nightly # when it ran, and with which exit codes",
        "till schedule history --json # of all schedules, as JSON",
      ],
      notes: "Runs of workers are kept for a year. Missed runs have no exit code.",
      load: async () => ({ run: (await import("./schedule.ts")).history }),
    },
    {
      name: "run",
      summary: "Run a schedule now, in addition to its set times",
      args: [schedule],
      flags: [
        {
          flags: "--due",
          describe:
            "as the timers of this computer do: only at or after its time, and not while it is paused",
        },
      ],
      examples: [
        "till schedule run nightly # here, with its output; a schedule of workers is queued",
        "till schedule run nightly --due # as its timer starts it",
      ],
      load: async () => ({ run: (await import("./schedule.ts")).run }),
    },
    {
      name: "pause",
      summary: "Pause a schedule",
      args: [schedule],
      flags: [{ flags: "--off", describe: "let it run again" }],
      examples: [
        "till schedule pause nightly # it stays, and runs nothing",
        "till schedule pause nightly --off # let it run again",
      ],
      load: async () => ({ run: (await import("./schedule.ts")).pause }),
    },
  ],
};
