import type { Group, Verb } from "../../cli/command.ts";
import { dryRunFlag, duration, yesFlag } from "../../cli/flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";

const job = { name: "<job>", describe: "the job's id, the beginning of it, or: last" };

/** `till jobs …` */
export const jobs: Group = {
  name: "jobs",
  summary: "bulk jobs: look at them, resume, undo",
  verbs: [
    {
      name: "list",
      summary: "list bulk jobs, newest first",
      examples: [
        { run: "till jobs list", does: "every job and how it stands" },
        { run: "till jobs list --json", does: "the same for a script" },
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "show",
      summary: "show a job and its steps",
      args: [job],
      flags: [
        {
          flags: "--steps <state>",
          describe: "list the steps in this state",
          choices: ["planned", "sent", "done", "failed", "undone", "all"],
        },
      ],
      examples: [
        { run: "till jobs show last", does: "how the last job stands" },
        { run: "till jobs show last --steps failed", does: "what failed, and why" },
      ],
      load: () => import("./show.ts"),
    },
    {
      name: "resume",
      summary: "go on with a job that stopped",
      args: [job],
      flags: [yesFlag, { flags: "--retry-failed", describe: "try the failed steps again too" }],
      examples: [
        { run: "till jobs resume last", does: "finish what was begun; nothing is sent twice" },
        { run: "till jobs resume last --retry-failed", does: "and try what failed" },
      ],
      load: () => import("./resume.ts"),
    },
    {
      name: "undo",
      summary: "take a job back",
      args: [job],
      flags: [yesFlag, dryRunFlag],
      examples: [
        { run: "till jobs undo last", does: "every changed row as it was" },
        { run: "till jobs undo last --dry-run", does: "what that would do" },
      ],
      load: () => import("./undo.ts"),
    },
    {
      name: "rejects",
      summary: "write the rows of a job that failed, in the format of its file",
      args: [job, { name: "[file]", describe: "where to; stdout when absent" }],
      examples: [
        { run: "till jobs rejects last rejects.csv", does: "mend it, then import it" },
        { run: "till jobs rejects last", does: "to stdout" },
      ],
      load: () => import("./rejects.ts"),
    },
    {
      name: "prune",
      summary: "delete the records of finished jobs",
      flags: [
        {
          flags: "--older-than <duration>",
          describe: "only jobs this old",
          parse: duration("--older-than"),
          fallback: "30d",
        },
        yesFlag,
      ],
      examples: [
        {
          run: "till jobs prune --older-than 90d --yes",
          does: "tidy up; those jobs cannot be undone afterwards",
        },
        { run: "till jobs prune", does: "those older than 30 days, after a question" },
      ],
      load: () => import("./prune.ts"),
    },
  ],
};

/** `till apply PLAN` */
export const applyPlan: Verb = {
  name: "apply",
  summary: "send exactly what a plan file says",
  args: [{ name: "<plan>", describe: "a file written with --plan-out; - reads stdin" }],
  flags: jobFlags.filter(({ flags }) => !flags.startsWith("--plan-out")),
  examples: [
    { run: "till apply july.plan.ndjson", does: "preview, confirm, send; rows that moved since are refused" },
    { run: "till apply july.plan.ndjson --yes", does: "in a script" },
  ],
  load: () => import("./apply.ts"),
};
