import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import type { Counts } from "../bulk/journal/step.ts";
import { isRun } from "../cli/jobs/list.ts";
import { sharedUrl, withShared } from "../cli/jobs/shared-journal.ts";
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

/**
 * Remembers the sites of a run and what came of them: on this computer, and in the shared journal, from which another one resumes
 * it. Called before the first request, before the first change and at the end; a site that is planned counts as stopped until it
 * has ended. Does nothing for a run that goes on with the jobs of another one.
 */
export async function recordRun(
  context: Context,
  { id, title, keepsJobs }: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  if (keepsJobs) return;
  const record: RunRecord = {
    id,
    title,
    sites: sites.map(({ label, profile, site, values = {}, state, exitCode, job }) => ({
      label,
      profile,
      site,
      values: { ...values },
      state: state === "planned" ? "stopped" : state,
      exitCode,
      job,
    })),
  };
  await recordHere(context, record);
  if ((await sharedUrl(context)) === undefined) return;
  await withShared(context, "till each", async ({ query }) => {
    await query("DELETE FROM till.run WHERE at < now() - interval '1 year'");
    await query(
      "INSERT INTO till.run (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = excluded.record",
      [id, JSON.stringify(record)],
    );
  });
}

async function recordHere(context: Context, record: RunRecord): Promise<void> {
  const folder = folderOf(context);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const earlier = readdirSync(folder).filter((name) => name.endsWith(".json") && idOf(name) === record.id);
    const time = context.now().toISOString().replace(/\D/g, "");
    const file = earlier.at(-1) ?? `${time}-${encodeURIComponent(record.id)}.json`;
    replaceFile(join(folder, file), `${JSON.stringify(record)}\n`);
    for (const name of readdirSync(folder).sort().slice(0, -maxRuns))
      rmSync(join(folder, name), { force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    await context.notice(`The sites of this run cannot be recorded: ${error.message}.`);
  }
}

/** Returns the id of a run from the name of its file, `20260302060004120-r7kmn3.json`. */
const idOf = (file: string) => decodeURIComponent(file.replace(/^\d+-|\.json$/g, ""));

/** Returns a run by its id, as this computer or the shared journal remembers it; undefined if neither does. */
export async function recordedRun(context: Context, id: string): Promise<RunRecord | undefined> {
  const here = findRun(context, id);
  if (here !== undefined || (await sharedUrl(context)) === undefined) return here;
  return await withShared(context, "till jobs", async ({ query }) => {
    const [found] = await query<{ record: unknown }>("SELECT record FROM till.run WHERE id = $1", [id]);
    const parsed = z.safeParse(RunRecord, found?.record);
    return parsed.success ? parsed.data : undefined;
  });
}

/** Returns a run by its id, a unique prefix of it, or `last`; undefined if this computer remembers none. */
function findRun(context: Pick<Context, "paths">, name: string): RunRecord | undefined {
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
  const sites = await Promise.all(
    run.sites.map(async (site) => ({ ...site, counts: await countsOf(context, site.job) })),
  );
  // A job that was resumed since has ended, which the record does not know.
  const isUnknown = ({ state, exitCode, counts }: (typeof sites)[number]) =>
    (state === "stopped" || exitCode === exitCodes.unknown) && (!counts || counts.planned + counts.sent > 0);
  const hasFailed = ({ state, exitCode, counts }: (typeof sites)[number]) =>
    state === "stopped" ? (counts?.failed ?? 0) > 0 : exitCode !== exitCodes.ok || state === "waiting";
  const left = sites.filter(isUnknown).map(({ label }) => label);
  if (left.length > 0)
    await context.notice(
      `Not among the failed sites: ${left.join(", ")} stopped, or the outcome is unknown. First: till jobs resume --run ${run.id}`,
    );
  const failed: RunRecord["sites"] = [];
  const changed: string[] = [];
  for (const { counts, ...site } of sites) {
    if (isUnknown({ ...site, counts }) || !hasFailed({ ...site, counts })) continue;
    // Another run would change it once more.
    if (counts && counts.done + counts.sent > 0) changed.push(site.label);
    else failed.push(site);
  }
  if (changed.length > 0)
    await context.notice(
      `Not among the failed sites: ${changed.join(", ")} was changed, completely or in part. What is left: till jobs resume --run ${run.id} --retry-failed`,
    );
  return failed;
}

/** Returns the steps of a job, as its journal says; undefined without one. */
async function countsOf(context: Context, job: string | undefined): Promise<Counts | undefined> {
  if (job === undefined) return undefined;
  try {
    const journal = await (await context.jobs()).open(job);
    const counts = journal.counts();
    await journal.close();
    return counts;
  } catch (error) {
    // Deleted jobs have no journal.
    if (error instanceof TillError && error.exitCode === exitCodes.notFound) return undefined;
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
