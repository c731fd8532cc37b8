import { diffFlag, exportFormatFlag, jobFlags, tableFlags, timeZoneFlag } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed, Verb } from "../../cli/command.ts";
import { rangeFlags } from "../../cli/date-range.ts";
import {
  atOnceFlag,
  dryRunFlag,
  duration,
  failFastFlag,
  filterFlag,
  wholeNumber,
  yesFlag,
} from "../../cli/flags.ts";

const runFlag: Flag = { flags: "--run <run>", describe: "only jobs of this run of till each, or last" };

/** The flags that choose jobs. */
const chooseFlags: readonly Flag[] = [
  ...rangeFlags,
  { flags: "--by <user>", describe: "only jobs of this user, or user@host" },
  { flags: "--command <text>", describe: "only jobs whose command line contains this text" },
  runFlag,
];

/** The flags that work on all jobs of a run. */
const runFlags: readonly Flag[] = [
  { ...runFlag, describe: "all jobs of this run of till each, or: last" },
  atOnceFlag,
  failFastFlag,
];

const noWaitFlag: Flag = {
  flags: "--no-wait",
  describe: "send again at once what a killed run may have sent, without waiting up to 30 s for its effect",
};

const job = { name: "<job>", describe: "id of the job, a unique prefix of it, or: last" };
const optionalJob = { ...job, name: "[job]" };

/** A job belongs to its shop; the last one is that of the profile in use. */
const namesJob = ([name]: readonly string[]) => name !== "last";

/** `till jobs …` */
export const jobs: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List jobs, newest first",
      flags: [
        filterFlag("state = running"),
        { flags: "--limit <n>", describe: "only the newest n jobs", parse: wholeNumber("--limit", 1) },
        ...chooseFlags,
      ],
      notes:
        "Every command that changes the shop is a job. --site restricts the list to a site. For a running job, BUDGET is how many requests all runs sent to its site in the last minute, and how many are allowed.",
      examples: [
        "till jobs list --since 30d # what was changed in the last 30 days, and by whom",
        "till jobs list --limit 5 # the newest five",
        "till jobs list --command collections --json # changes of collections, as JSON",
        "till jobs list --filter \"state in ('running', 'stopped')\" # jobs that are not finished",
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "show",
      summary: "Show a job or its steps",
      args: [job],
      flags: [
        {
          flags: "--steps <state>",
          describe: "list the steps in this state",
          choices: ["planned", "sent", "done", "failed", "undone", "all"],
        },
      ],
      examples: [
        "till jobs show last # the state of the last job",
        "till jobs show last --steps failed # its failed steps, with the reasons",
      ],
      load: () => import("./show.ts"),
    },
    {
      name: "resume",
      summary: "Resume a job that stopped",
      namesShops: namesJob,
      args: [optionalJob],
      flags: [
        dryRunFlag,
        diffFlag,
        yesFlag,
        { flags: "--retry-failed", describe: "also retry failed steps" },
        noWaitFlag,
        ...runFlags,
        {
          flags: "--junit <file>",
          describe: "with --run: write the results of all its sites as a JUnit report",
        },
      ],
      examples: [
        "till jobs resume last # send the remaining steps; nothing is sent twice",
        "till jobs resume last --retry-failed # also retry failed steps",
        "till jobs resume --run last --junit sites.xml # all jobs of the last till each, with a report for CI",
      ],
      load: () => import("./resume.ts"),
    },
    {
      name: "submit",
      summary: "Queue a job for a worker",
      args: [job],
      examples: [
        "till jobs submit last # continue a job that was planned or stopped on a worker",
        "till jobs submit last --jq .id # print the id, for till jobs watch",
      ],
      notes: "Workers: till help guide workers",
      load: () => import("./submit.ts"),
    },
    {
      name: "watch",
      summary: "Follow a job that runs elsewhere until it ends",
      args: [{ ...job, name: "[job]" }],
      flags: [{ flags: "--run <run>", describe: "follow all jobs of a run of till each, or last" }],
      examples: [
        "till jobs watch last # exits with the exit code of the job",
        'till jobs list --limit 1 --jq ".items[0].id" | xargs till jobs watch --output ndjson # the newest job, for a program',
      ],
      load: () => import("./watch.ts"),
    },
    {
      name: "undo",
      summary: "Undo a job",
      namesShops: namesJob,
      args: [optionalJob],
      flags: [dryRunFlag, diffFlag, yesFlag, noWaitFlag, ...runFlags],
      examples: [
        "till jobs undo last # restore every row that the last job changed",
        "till jobs undo last --dry-run # preview the undo",
        "till jobs undo --run last # all jobs of the last till each",
      ],
      load: () => import("./undo.ts"),
    },
    {
      name: "rejects",
      summary: "Export the rejected rows of an import in the format of its file",
      args: [job, { name: "[file]", describe: "output file; default: stdout" }],
      examples: [
        "till jobs rejects last rejects.csv # fix that file, then import it",
        "till jobs rejects last # print to stdout",
      ],
      load: () => import("./rejects.ts"),
    },
    {
      name: "export",
      summary: "Export all changes, one line each",
      args: [{ name: "[file]", describe: "output file: .csv, .xlsx or .ndjson; default: CSV on stdout" }],
      flags: [...chooseFlags, exportFormatFlag, ...tableFlags, timeZoneFlag],
      examples: [
        "till jobs export audit.csv # who changed what, when, from where, before and after",
        "till jobs export audit.xlsx --since 30d # the last 30 days as an Excel workbook",
      ],
      load: () => import("./export.ts"),
    },
    {
      name: "move",
      summary: "Move jobs to another journal",
      args: [{ name: "[jobs...]", describe: "ids of jobs, unique prefixes of them, or: last" }],
      flags: [
        { flags: "--all", describe: "all jobs" },
        {
          flags: "--to <journal>",
          describe: "sqlite (on this computer) or postgres://USER:PASSWORD@HOST/DATABASE",
        },
      ],
      notes:
        "Moves from the journal in use (till config get journal). Single changes stay on this computer.\nShare a journal: till help guide shared-journal",
      examples: [
        "till jobs move --all --to postgres://till@db.example/till # before you share the journal",
        "till jobs move last --to sqlite # a single job, to this computer",
      ],
      load: () => import("./move.ts"),
    },
    {
      name: "prune",
      summary: "Delete the records of finished jobs",
      flags: [
        {
          flags: "--older-than <duration>",
          describe: "only jobs older than this",
          parse: duration("--older-than"),
          fallback: "30d",
        },
        yesFlag,
      ],
      examples: [
        "till jobs prune --older-than 90d --yes # without confirmation; these jobs cannot be undone afterwards",
        "till jobs prune # jobs older than 30 days, after confirmation",
      ],
      load: () => import("./prune.ts"),
    },
  ],
};

/** `till jobs audit` */
export const audit: Unnamed<Verb> = {
  args: [{ name: "[file]", describe: "output file: .csv, .xlsx, .ndjson or .json" }],
  flags: [...chooseFlags, ...tableFlags, timeZoneFlag],
  notes:
    "Every change of every profile, at the time it was made: who, from where, what ran in CI, and Wix's request ID. An undo is a separate change. --site and --profile restrict it to a shop. With a shared journal (till help guide shared-journal), the bulk jobs of all computers are in it.",
  examples: [
    "till jobs audit --since yesterday # what happened since yesterday 00:00 UTC",
    "till jobs audit --since 30d audit.xlsx # the last 30 days as an Excel workbook",
    "till jobs audit --since yesterday --output csv # with the values before and after",
  ],
  load: async () => ({ run: (await import("./export.ts")).audit }),
};

/** `till plan …` */
export const plans: Unnamed<Group> = {
  verbs: [
    {
      name: "approve",
      summary: "Approve a plan with an SSH key",
      args: [{ name: "<plan>", describe: "file written with --plan-out" }],
      flags: [
        { flags: "--key <file>", describe: "private SSH key, or the public one of a key in the SSH agent" },
        yesFlag,
      ],
      examples: [
        "till plan approve july.plan.ndjson --key id_ed25519 # after confirmation; writes july.plan.ndjson.approvals",
        "till plan approve july.plan.ndjson --key id_ed25519 --yes # without confirmation",
      ],
      notes: "Sends nothing. Approvals are valid for seven days.\nLearn more: till help guide approvals",
      load: async () => ({ run: (await import("./plan.ts")).approve }),
    },
    {
      name: "status",
      summary: "Check the approvals of a plan",
      args: [{ name: "<plan>", describe: "file written with --plan-out" }],
      flags: [
        {
          flags: "--approvers <file>",
          describe: "public keys of approvers (default: the setting approvers)",
        },
      ],
      examples: [
        "till plan status july.plan.ndjson --approvers allowed_signers # exit code 4 unless all approvals are valid",
        'till plan status july.plan.ndjson --approvers allowed_signers --jq ".items[] | select(.valid) | .signer" # only who approved it',
      ],
      load: async () => ({ run: (await import("./plan.ts")).status }),
    },
  ],
};

/** `till apply PLAN` */
export const applyPlan: Unnamed<Verb> = {
  namesShops: true,
  args: [{ name: "<plan>", describe: "file written with --plan-out; - reads stdin" }],
  flags: [
    ...jobFlags.filter(({ flags }) => !flags.startsWith("--plan-out")),
    { flags: "--approvals <file>", describe: "file of approvals (default: <plan>.approvals)" },
  ],
  examples: [
    "till apply july.plan.ndjson # preview, confirm and send; rows that were changed since are skipped",
    "till apply july.plan.ndjson --yes # without confirmation",
  ],
  load: () => import("./apply.ts"),
};
