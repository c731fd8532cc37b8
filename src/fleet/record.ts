import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { isRun } from "../cli/jobs/list.ts";
import { replaceFile } from "../config/locked-file.ts";
import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { writeExport } from "../kernel/export-file.ts";
import type { EachRequest, SiteRun } from "./report.ts";

/** What came of the sites of a run, as this computer remembers it. The journals say what was sent. */
const RunRecord = z.object({
  id: z.string(),
  title: z.string(),
  sites: z.array(
    z.object({
      label: z.string(),
      profile: z.string(),
      site: z.optional(z.string()),
      values: z.record(z.string(), z.string()),
      state: z.string(),
      exitCode: z.number(),
      job: z.optional(z.string()),
    }),
  ),
});
type RunRecord = z.output<typeof RunRecord>;

/** The number of runs that are remembered. */
const maxRuns = 100;

const folderOf = ({ paths }: Pick<Context, "paths">) => join(paths.state, "runs");

/** Remembers what came of the sites of a run. A run that cannot be written is forgotten. */
export function recordRun(
  context: Context,
  { id, title, keepsJobs }: EachRequest,
  sites: readonly SiteRun[],
): void {
  if (keepsJobs) return;
  const folder = folderOf(context);
  const record: RunRecord = {
    id,
    title,
    sites: sites.map(({ label, profile, site, values = {}, state, exitCode, job }) => ({
      label,
      profile,
      site,
      values: { ...values },
      state,
      exitCode,
      job,
    })),
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const time = context.now().toISOString().replace(/\D/g, "");
    replaceFile(join(folder, `${time}-${encodeURIComponent(id)}.json`), `${JSON.stringify(record)}\n`);
    for (const name of readdirSync(folder).sort().slice(0, -maxRuns))
      rmSync(join(folder, name), { force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Returns the id of a run from the name of its file, `20260302060004120-r7kmn3.json`. */
const idOf = (file: string) => decodeURIComponent(file.replace(/^\d+-|\.json$/g, ""));

/** Returns a run by its id, a unique prefix of it, or `last`; undefined if this computer remembers none. */
export function findRun(context: Pick<Context, "paths">, name: string): RunRecord | undefined {
  const folder = folderOf(context);
  // A process that is killed leaves a temporary file.
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .sort()
    : [];
  const found = name === "last" ? files.slice(-1) : files.filter((file) => isRun(idOf(file), name));
  const ids = new Set(found.map(idOf));
  if (ids.size > 1 || name === "")
    throw new UsageError(`Several runs begin with ${name}.`, { field: "--sites", hint: "Add a character." });
  const file = found.at(-1);
  if (file === undefined) return undefined;
  const parsed = z.safeParse(RunRecord, JSON.parse(readFileSync(join(folder, file), "utf8")));
  return parsed.success ? parsed.data : undefined;
}

/**
 * Returns the sites of a run that failed, or that --fail-fast did not begin. Those that stopped, have an unknown outcome or
 * were changed are not among them: their jobs are resumed. Throws RUN_NOT_FOUND (exit 5).
 */
export async function failedSites(context: Context, name: string): Promise<RunRecord["sites"]> {
  const run = findRun(context, name);
  if (run === undefined)
    throw new TillError(exitCodes.notFound, `This computer has no record of run ${name}.`, {
      code: "RUN_NOT_FOUND",
      field: "--sites",
      hint: "Its jobs: till jobs list --run <run>",
    });
  const isUnknown = ({ state, exitCode }: RunRecord["sites"][number]) =>
    state === "stopped" || exitCode === exitCodes.unknown;
  const left = run.sites.filter(isUnknown).map(({ label }) => label);
  if (left.length > 0)
    await context.notice(
      `Not among the failed sites: ${left.join(", ")} stopped, or the outcome is unknown. First: till jobs resume --run ${run.id}`,
    );
  const failed: RunRecord["sites"] = [];
  const changed: string[] = [];
  for (const site of run.sites) {
    if (isUnknown(site) || (site.exitCode === exitCodes.ok && site.state !== "waiting")) continue;
    if (await hasChanged(context, site.job)) changed.push(site.label);
    else failed.push(site);
  }
  if (changed.length > 0)
    await context.notice(
      `Not among the failed sites: ${changed.join(", ")} was changed, completely or in part. What is left: till jobs resume --run ${run.id} --retry-failed`,
    );
  return failed;
}

/** Returns whether a job has changed something, or may have, as its journal says: another run would change it once more. */
async function hasChanged(context: Context, job: string | undefined): Promise<boolean> {
  if (job === undefined) return false;
  try {
    const journal = await (await context.jobs()).open(job);
    const { done, sent } = journal.counts();
    await journal.close();
    return done + sent > 0;
  } catch (error) {
    // Single changes, and jobs that were deleted, have no journal.
    if (error instanceof TillError && error.exitCode === exitCodes.notFound) return false;
    throw error;
  }
}

/** Writes what came of the sites as a JUnit report, which CI systems show: a test case for each site. */
export async function writeJUnit(
  context: Context,
  file: string,
  { title }: Pick<EachRequest, "title">,
  sites: readonly SiteRun[],
): Promise<void> {
  const isSkipped = ({ state }: SiteRun) => state === "stopped" || state === "planned" || state === "waiting";
  const isFailed = (site: SiteRun) => site.exitCode !== exitCodes.ok && !isSkipped(site);
  const cases = sites.map((site) => {
    const { label, exitCode, error, job, done, failed, unknown, state, earlier } = site;
    const text = error?.message ?? `Exit code ${exitCode}.`;
    const outcome = isFailed(site)
      ? `<failure message="${xml(text)}" type="exit code ${exitCode}">${xml([text, error?.hint].filter(Boolean).join("\n"))}</failure>`
      : isSkipped(site)
        ? `<skipped message="${state}"/>`
        : "";
    const facts = `${done + (earlier?.done ?? 0)} done, ${failed + (earlier?.failed ?? 0)} failed, ${unknown} unknown${job === undefined ? "" : `, job ${job}`}`;
    return `    <testcase classname="till" name="${xml(label)}">${outcome}<system-out>${xml(facts)}</system-out></testcase>`;
  });
  const counts = `tests="${sites.length}" failures="${sites.filter(isFailed).length}" skipped="${sites.filter(isSkipped).length}"`;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(title)}" ${counts} timestamp="${context.now().toISOString()}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
  await writeExport(resolve(context.cwd, file), [text]);
}

/** Escapes text for XML; characters that XML cannot have are left out. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
