import type { JobOptions } from "../cli/bulk-flags.ts";
import { jobsOfRun, type ListedJob } from "../cli/jobs/list.ts";
import { effectiveProfile } from "../config/effective-profile.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import { exitCodes, UsageError } from "../kernel/errors.ts";
import { isGuid } from "../kernel/guid.ts";
import { defaults } from "../sandbox/kernel/defaults.ts";
import { targetFlags } from "./command-lines.ts";
import { findRun } from "./record.ts";
import { runEach } from "./run.ts";

/** The flags of `jobs resume` and `jobs undo` for all jobs of a run. */
export interface RunJobsOptions extends Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait"> {
  run?: string;
  atOnce?: number;
  failFast?: boolean;
  retryFailed?: boolean;
}

/** Resumes or undoes the jobs of a run of `till each`, each on its site. Throws RUN_NOT_FOUND (exit 5). */
export async function runJobs(
  context: Context,
  action: "resume" | "undo",
  [job]: readonly string[],
  options: RunJobsOptions,
): Promise<CommandResult> {
  if (job !== undefined) throw new UsageError("Give a job or --run, not both.", { field: "--run" });
  if (options.diff !== undefined)
    throw new UsageError("--diff is for one job.", {
      field: "--diff",
      hint: "Give the job instead of --run.",
    });
  const { id, jobs } = await jobsOfRun(context, options.run ?? "");
  const due = jobs.filter((one) => isDue[action](one, options));
  if (due.length === 0) {
    const summary = `Nothing to ${action}. The jobs: till jobs list --run ${id}`;
    await context.notice(summary);
    return { exitCode: exitCodes.ok, summary };
  }
  const contents = settingsFile(context.paths.settingsFile, () => {}).read();
  const flags = [
    ...(action === "resume" && options.retryFailed ? ["--retry-failed"] : []),
    ...(options.wait === false ? ["--no-wait"] : []),
  ];
  const record = findRun(context, id);
  const nameOf = ({ profile, site }: { profile: string; site?: string | undefined }) =>
    record?.sites.find((one) => one.profile === profile && one.site === site)?.label;
  return await runEach(context, {
    id,
    title: `till jobs ${action} --run ${id}`,
    keepsJobs: true,
    sites: due.map(({ id: one, profile, site }) => {
      const own = ownSite(() =>
        effectiveProfile(contents, context.environment.variables, { profile }, context.paths),
      );
      const other = site !== (own ?? defaults.siteId) && (own !== undefined || isGuid(site));
      const target = { profile, site: other ? site : undefined };
      return {
        ...target,
        label: nameOf(target) ?? (other ? `${profile} ${site}` : profile),
        line: ["jobs", action, one, ...flags, ...targetFlags(target)],
      };
    }),
    atOnce: options.atOnce ?? 8,
    yes: options.yes === true,
    dryRun: options.dryRun === true,
    failFast: options.failFast === true,
  });
}

/** Returns the error (exit 2) if neither a job nor a run is given. */
export function noJobGiven(action: "resume" | "undo"): UsageError {
  return new UsageError(`No job to ${action}.`, {
    hint: `Give its id (till jobs list), or: till jobs ${action} last`,
  });
}

/** The jobs that an action is for. */
const isDue = {
  resume: ({ state }: ListedJob, { retryFailed }: RunJobsOptions) =>
    !["done", "undone", "undoing", "partly undone", "damaged"].includes(state) &&
    (state !== "failed" || retryFailed === true),
  undo: ({ state, counts }: ListedJob) => counts.done + counts.sent > 0 && state !== "undone",
};

/** Returns the site of a profile; undefined if it has none, or no longer exists. */
function ownSite(read: () => { siteId?: string | undefined }): string | undefined {
  try {
    return read().siteId;
  } catch {
    return undefined;
  }
}
