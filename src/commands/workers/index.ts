import type { Flag, Group, Unnamed, Verb } from "../../cli/command.ts";
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
        "also take jobs of other sites that were planned with this profile; its key is that of an account (repeatable)",
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
    "till worker --at-once 8 # up to 8 sites at a time; SIGTERM finishes the calls in flight and gives the jobs back",
    "till worker --webhooks # also send stored webhooks, in order for each object",
    "till worker --metrics=9464 # with http://127.0.0.1:9464/metrics",
  ],
  notes:
    "It needs a shared journal (till config set journal) and takes jobs of the sites in its own profiles. The log is NDJSON on stdout.\nWorkers and schedules: till help guide workers",
  load: () => import("./worker.ts"),
};

const schedule = { name: "<schedule>", describe: "name of the schedule" };

const whenFlags: readonly Flag[] = [
  { flags: "--name <name>", describe: "name of the schedule" },
  { flags: "--at <time>", describe: "run once, at 2099-12-24T00:00, instead of a cron expression" },
  {
    flags: "--tz <zone>",
    describe: "time zone of the times, such as Europe/Berlin (default: till config timeZone)",
  },
];

/** `till schedule …` */
export const schedules: Unnamed<Group> = {
  verbs: [
    {
      name: "create",
      summary: "Add a schedule: a command, and when it runs",
      args: [
        { name: "[cron]", describe: 'when: minute, hour, day of the month, month, weekday: "0 6 * * *"' },
        { name: "[command...]", describe: "after two dashes: the command, without till" },
      ],
      flags: whenFlags,
      examples: [
        'till schedule create "0 6 * * *" --name nightly --tz Europe/Berlin -- products update --filter "inventoryStatus = OUT_OF_STOCK" --set visible=false --yes # every day at 6',
        'till schedule create "*/15 7-19 * * 1-5" --name stock -- products stock import stock.csv --yes # on working days, each quarter of an hour',
      ],
      notes:
        "With a shared journal (till config set journal), a worker runs it: till worker. Otherwise the lines for cron and systemd are printed; till schedule install lets this computer run it.\nSchedules and workers: till help guide workers",
      load: async () => ({ run: (await import("./schedule.ts")).add }),
    },
    {
      name: "install",
      summary: "Let this computer run a command at set times",
      // It changes this computer.
      namesShops: true,
      args: [
        { name: "[cron]", describe: 'when: minute, hour, day of the month, month, weekday: "0 6 * * *"' },
        { name: "[command...]", describe: "after two dashes: the command, without till" },
      ],
      flags: [
        ...whenFlags,
        {
          flags: "--timer <kind>",
          describe: "what starts it (default: what this system has)",
          choices: ["systemd", "launchd", "task", "crontab"],
        },
        {
          flags: "--confine",
          describe: "confine the service of systemd (default: if the system can and no setting is a command)",
        },
        { flags: "--no-confine", describe: "do not confine it: programs in it may gain privileges" },
        { flags: "-n, --dry-run", describe: "print the files and commands, and install nothing" },
      ],
      examples: [
        'till schedule install "0 6 * * *" --name nightly --timer systemd --dry-run -- backup create --keep 30 --yes # show the units of systemd',
        "till schedule install --at 2099-12-24T00:00 --name xmas --timer task --dry-run -- products update --all --expect 24 --set ribbon=Xmas --yes # show the task of Windows",
      ],
      notes:
        "It installs a user timer of systemd, an agent of launchd, a scheduled task of Windows, or a line in your crontab. They start till schedule run, with the full paths of Node and till, and TILL_HOME. The default zone is that of the computer. A schedule with --at is uninstalled when its command has succeeded.\nSchedules: till help guide workers",
      load: async () => ({ run: (await import("./schedule.ts")).install }),
    },
    {
      name: "list",
      summary: "List schedules, their next times and missed runs",
      examples: [
        "till schedule list # those of workers; without a shared journal, those of this computer",
        'till schedule list --jq ".items[] | [.name, .lastRun, .lastResult] | @tsv" # when each ran last, and the result',
      ],
      load: async () => ({ run: (await import("./schedule.ts")).list }),
    },
    {
      name: "delete",
      summary: "Remove a schedule",
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
      notes:
        "With a shared journal those of its workers, which are kept for a year, else those of this computer. Runs that were missed have no exit code.",
      load: async () => ({ run: (await import("./schedule.ts")).history }),
    },
    {
      name: "run-now",
      summary: "Run a schedule now, in addition to its set times",
      args: [schedule],
      examples: [
        "till schedule run-now nightly # queue it for a worker; without a shared journal, run it here",
        'till schedule list --jq ".items[0].name" | xargs till schedule run-now # the first of the list',
      ],
      load: async () => ({ run: (await import("./schedule.ts")).runNow }),
    },
    {
      name: "run",
      summary: "Run the command of a schedule of this computer",
      args: [schedule],
      flags: [{ flags: "--due", describe: "as timers do: not while it is paused, and not before its time" }],
      examples: [
        "till schedule run nightly # now, with its output here",
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
        "till schedule pause nightly # it stays, and runs nothing: one of workers; without a shared journal, of this computer",
        "till schedule pause nightly --off # let it run again",
      ],
      load: async () => ({ run: (await import("./schedule.ts")).pause }),
    },
    {
      name: "uninstall",
      summary: "Uninstall a schedule of this computer",
      // It changes this computer.
      namesShops: true,
      args: [schedule],
      flags: [{ flags: "-n, --dry-run", describe: "print what would be removed" }, yesFlag],
      examples: [
        "till schedule uninstall nightly --dry-run # show what would be removed",
        "till schedule uninstall nightly --yes # without confirmation",
      ],
      load: async () => ({ run: (await import("./schedule.ts")).uninstall }),
    },
  ],
};
