import type { Group } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";

const schedule = { name: "<schedule>", describe: "name of the schedule" };

/** `till schedule …` */
export const schedules: Group = {
  name: "schedule",
  summary: "Run commands at set times",
  verbs: [
    {
      name: "add",
      summary: "Add a schedule: a command, and when it runs",
      args: [
        { name: "[cron]", describe: 'when: minute, hour, day of the month, month, weekday: "0 6 * * *"' },
        { name: "[command...]", describe: "after two dashes: the command, without till" },
      ],
      flags: [
        { flags: "--name <name>", describe: "name of the schedule" },
        { flags: "--at <time>", describe: "run once, at 2099-12-24T00:00, instead of a cron expression" },
        {
          flags: "--tz <zone>",
          describe: "time zone of the times, such as Europe/Berlin (default: till config timeZone)",
        },
      ],
      examples: [
        "till schedule add \"0 6 * * *\" --name nightly --tz Europe/Berlin -- products update --filter 'inventoryStatus = OUT_OF_STOCK' --set visible=false --yes # every day at 6",
        "till schedule add --at 2099-12-24T00:00 --name xmas -- products update --all --expect 24 --set ribbon=Xmas --yes # once",
      ],
      notes:
        "With a shared journal (till config set journal), a worker runs it: till worker. Otherwise the lines for cron and systemd are printed.\nSchedules and workers: till help guide workers",
      load: () => import("./add.ts"),
    },
    {
      name: "list",
      summary: "List schedules, their next times and missed runs",
      examples: [
        "till schedule list # or, without a shared journal, how to list those of cron and systemd",
        "till schedule list --json # as JSON",
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "remove",
      summary: "Remove a schedule",
      args: [schedule],
      flags: [yesFlag],
      examples: [
        "till schedule remove nightly --yes # without confirmation",
        "till schedule remove nightly # after confirmation",
      ],
      load: () => import("./remove.ts"),
    },
    {
      name: "run-now",
      summary: "Run a schedule now, in addition to its set times",
      args: [schedule],
      examples: [
        "till schedule run-now nightly # queue it for a worker",
        "till schedule run-now nightly --json # as JSON, with the id of the run",
      ],
      load: () => import("./run-now.ts"),
    },
  ],
};
