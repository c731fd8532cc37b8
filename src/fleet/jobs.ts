import { rowsExit, runExit } from "../bulk/engine/outcome.ts";
import type { JobOptions } from "../cli/bulk-flags.ts";
import { jobsOfRun, type ListedJob } from "../cli/jobs/list.ts";
import { effectiveProfile } from "../config/effective-profile.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import { type ExitCode, exitCodes, UsageError } from "../kernel/errors.ts";
import { isGuid } from "../kernel/ids.ts";
import { defaults } from "../sandbox/kernel/defaults.ts";
import { siteFlags } from "./command-lines.ts";
import { recordedRun, writeJUnit } from "./record.ts";
import { newSiteRun, type SiteRun } from "./report.ts";
import { runEach, siteNames } from "./run.ts";

/** The flags of `jobs resume` and `jobs undo` for all jobs of a run. */
export interface RunJobsOptions extends Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait" | "retryFailed"> {
  run?: string;
  atOnce?: number;
  failFast?: boolean;
  junit?: string;
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
  const contents = settingsFile(context.paths.settingsFile).read();
  const named = context.run?.sites ?? (await recordedRun(context, id))?.sites ?? [];
  const parts = jobs.map((job) => {
    const { profile, site } = job;
    const own = ownSite(() =>
      effectiveProfile(contents, context.environment.variables, { profile }, context.paths),
    );
    const other = site !== (own ?? defaults.siteId) && (own !== undefined || isGuid(site));
    const target = { profile, site: other ? site : undefined };
    const label = named.find((one) => isSiteOf(one, { job, target }))?.label;
    return { job, target, label: label ?? (other ? `${profile} ${site}` : profile) };
  });
  const due = parts.filter(({ job }) => isDue[action](job, options));
  const title = `till jobs ${action} --run ${id}`;
  const unplanned = named.filter((one) => !parts.some((part) => isSiteOf(one, part)));
  const ended = [
    ...unplanned.map(({ state, exitCode, ...site }) => ({
      ...newSiteRun({ ...site, line: [] }),
      // As it was recorded.
      state: state as SiteRun["state"],
      // The run ended before this site, or the single change of it, began.
      exitCode: (unbegun.has(state) ? exitCodes.failure : exitCode) as ExitCode,
    })),
    ...parts.filter((part) => !due.includes(part)).map(endedSite),
  ];
  // A run is resumed when all its sites are done, which its report counts.
  const earlier = action === "resume" ? ended : [];
  const failed = earlier.filter(({ exitCode }) => exitCode !== exitCodes.ok);
  const exitCode = runExit(earlier.map((site) => site.exitCode));
  if (due.length === 0) {
    if (options.junit !== undefined) await writeJUnit(context, options.junit, { title }, ended);
    const summary = `Nothing to ${action}. The jobs: till jobs list --run ${id}`;
    await context.notice(summary);
    await nameFailed(context, id, failed);
    return { exitCode, summary };
  }
  const flags = [
    ...(action === "resume" && options.retryFailed ? ["--retry-failed"] : []),
    ...(options.wait === false ? ["--no-wait"] : []),
  ];
  const result = await runEach(context, {
    id,
    title,
    keepsJobs: true,
    again: `jobs ${action} --run ${id}`,
    sites: due.map(({ job: { id: one, counts }, target, label }) => ({
      ...target,
      label,
      line: ["jobs", action, one, ...flags, ...siteFlags(target)],
      earlier: { done: counts.done, failed: options.retryFailed ? 0 : counts.failed },
    })),
    junit: options.junit,
    ended,
    atOnce: options.atOnce ?? 8,
    yes: options.yes === true,
    dryRun: options.dryRun === true,
    failFast: options.failFast === true,
  });
  if (failed.length === 0 || options.dryRun) return result;
  await nameFailed(context, id, failed);
  return { ...result, exitCode: runExit([result.exitCode, exitCode]) };
}

/** Names the sites that failed earlier and are not resumed, and says how to go on. */
async function nameFailed(context: Context, id: string, sites: readonly SiteRun[]): Promise<void> {
  if (sites.length === 0) return;
  await context.notice(`Failed before: ${siteNames(sites)}.`);
  if (sites.some(({ failed }) => failed > 0))
    await context.notice(`Retry failed steps with: till jobs resume --run ${id} --retry-failed`);
  if (sites.some(({ job }) => job === undefined))
    await context.notice(
      `Run the command again for sites without a job: till each --sites failed:${id} -- …`,
    );
}

const unbegun: ReadonlySet<string> = new Set(["waiting", "planning", "stopped"] satisfies SiteRun["state"][]);

type Target = Pick<SiteRun, "profile" | "site">;

/** Returns whether a job is of a site of the run, which may name the site of its profile. */
const isSiteOf = ({ profile, site }: Target, { job, target }: { job: ListedJob; target: Target }) =>
  profile === job.profile && (site === target.site || site === job.site);

/** Returns a site whose job is not resumed. */
function endedSite({ job, target, label }: { job: ListedJob; target: Target; label: string }): SiteRun {
  const { id, counts, state, rejected = 0, unchanged = 0 } = job;
  const exitCode = state === "damaged" ? exitCodes.failure : rowsExit({ rejected, unchanged }, counts);
  return {
    ...newSiteRun({ ...target, label, line: [] }),
    state: exitCode === exitCodes.ok ? "done" : "failed",
    exitCode,
    job: id,
    done: counts.done,
    failed: counts.failed,
    unknown: counts.sent,
  };
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
  // Steps of a job that is not begun or left may have been sent; its journal tells.
  undo: ({ state, counts: { done, sent, planned } }: ListedJob) =>
    done + sent + planned > 0 && state !== "undone" && state !== "unplanned",
};

/** Returns the site of a profile; undefined if it has none, or no longer exists. */
function ownSite(read: () => { siteId?: string | undefined }): string | undefined {
  try {
    return read().siteId;
  } catch {
    return undefined;
  }
}
