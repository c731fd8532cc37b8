import type { Group, Verb } from "../../cli/command.ts";
import { dryRunFlag, duration, yesFlag } from "../../cli/flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";

const job = { name: "<job>", describe: "id of the job, a unique prefix of it, or: last" };

/** `till jobs …` */
export const jobs: Group = {
  name: "jobs",
  summary: "Show, resume and undo bulk jobs",
  verbs: [
    {
      name: "list",
      summary: "List jobs, newest first",
      examples: [
        { run: "till jobs list", does: "all jobs with their states" },
        { run: "till jobs list --json", does: "as JSON" },
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
        { run: "till jobs show last", does: "the state of the last job" },
        { run: "till jobs show last --steps failed", does: "its failed steps, with the reasons" },
      ],
      load: () => import("./show.ts"),
    },
    {
      name: "resume",
      summary: "Resume a job that stopped",
      args: [job],
      flags: [yesFlag, { flags: "--retry-failed", describe: "also retry failed steps" }],
      examples: [
        { run: "till jobs resume last", does: "send the remaining steps; nothing is sent twice" },
        { run: "till jobs resume last --retry-failed", does: "also retry failed steps" },
      ],
      load: () => import("./resume.ts"),
    },
    {
      name: "undo",
      summary: "Undo a job",
      args: [job],
      flags: [yesFlag, dryRunFlag],
      examples: [
        { run: "till jobs undo last", does: "restore every row that the last job changed" },
        { run: "till jobs undo last --dry-run", does: "preview the undo" },
      ],
      load: () => import("./undo.ts"),
    },
    {
      name: "rejects",
      summary: "Export the rejected rows of an import in the format of its file",
      args: [job, { name: "[file]", describe: "output file; default: stdout" }],
      examples: [
        { run: "till jobs rejects last rejects.csv", does: "fix that file, then import it" },
        { run: "till jobs rejects last", does: "print to stdout" },
      ],
      load: () => import("./rejects.ts"),
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
        {
          run: "till jobs prune --older-than 90d --yes",
          does: "without confirmation; these jobs cannot be undone afterwards",
        },
        { run: "till jobs prune", does: "jobs older than 30 days, after confirmation" },
      ],
      load: () => import("./prune.ts"),
    },
  ],
};

/** `till apply PLAN` */
export const applyPlan: Verb = {
  name: "apply",
  summary: "Apply a plan file",
  args: [{ name: "<plan>", describe: "file written with --plan-out; - reads stdin" }],
  flags: jobFlags.filter(({ flags }) => !flags.startsWith("--plan-out")),
  examples: [
    {
      run: "till apply july.plan.ndjson",
      does: "preview, confirm and send; rows that were changed since are left alone",
    },
    { run: "till apply july.plan.ndjson --yes", does: "without confirmation" },
  ],
  load: () => import("./apply.ts"),
};
