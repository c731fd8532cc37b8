import { resolve } from "node:path";
import { Readable } from "node:stream";
import { timedOut } from "../api/transport/network.ts";
import { runExit } from "../bulk/engine/outcome.ts";
import type { Context } from "../context/context.ts";
import { type CommandResult, summaryOf } from "../context/host.ts";
import { exitCodes, stopCodes, TillError, UsageError } from "../kernel/errors.ts";
import { checkExport } from "../kernel/export-file.ts";
import { countOf, formatCount } from "../kernel/text.ts";
import type { Sink, Streams } from "../output/streams.ts";
import { checkLimits, guardFailed, Totals } from "../resources/payments/totals.ts";
import { recordRun, writeJUnit } from "./record.ts";
import {
  countEvent,
  type EachRequest,
  isLeft,
  newSiteRun,
  outputPrinter,
  printFleetResult,
  printPlan,
  type SiteRun,
  siteLine,
  withPlannedChanges,
} from "./report.ts";
import { sideBySide } from "./side-by-side.ts";

/** Many applied changes have to be typed. */
const many = 1000;

/**
 * Plans a command line on every site, shows all plans, asks once, and applies them side by side. Commands that read are only
 * run. The exit code is that of all sites if it is the same, else 9.
 */
export async function runEach(context: Context, request: EachRequest): Promise<CommandResult> {
  const { dryRun, failFast, junit } = request;
  const sites = request.sites.map(newSiteRun);
  if (junit !== undefined && !dryRun) await checkExport(resolve(context.cwd, junit));
  try {
    if (!dryRun) await recordRun(context, request, sites);
    await planSites(context, request, sites);
    stopIfInterrupted(context);
    const failed = sites.filter(({ state }) => state === "failed");
    const planned = sites.filter(({ state }) => state === "planned");
    if (failed.length === sites.length || planned.length === 0)
      return await endUnsent(context, request, sites, failed);
    await printPlan(context, request, sites);
    checkRunGuards(request, planned);
    if (dryRun || (failFast && failed.length > 0)) {
      await discard(context, request, planned);
      if (!dryRun) {
        for (const site of planned) site.state = "waiting";
        await printFleetResult(context, request, sites);
        await reportSites(context, request, sites);
      }
      const summary = dryRun
        ? "Dry run: nothing was sent."
        : "Nothing was sent: --fail-fast, and a site failed.";
      await context.notice(summary);
      return { exitCode: runExit((dryRun ? sites : failed).map(({ exitCode }) => exitCode)), summary };
    }
    await confirmAll(context, request, planned);
    await recordRun(context, request, sites);
    await claimSchedule(context, request, sites);
  } catch (error) {
    await discard(context, request, sites);
    throw error;
  }
  return await applySites(context, request, sites);
}

/** Plans all sites side by side. The output of commands that read is printed as soon as their turn has come. */
async function planSites(context: Context, request: EachRequest, sites: readonly SiteRun[]): Promise<void> {
  const { id, dryRun, yes, atOnce, failFast } = request;
  const asks = dryRun || (!yes && canAsk(context));
  const isHalted = () =>
    context.signal.aborted || (failFast && sites.some(({ state }) => state === "failed"));
  const printer = outputPrinter(context, request, sites);
  await withProgress(context, { title: request.title, action: "Planning", sites }, async () => {
    await sideBySide(sites, { atOnce, isHalted, room: printer.room }, async (site, isLast) => {
      site.state = "planning";
      const streams = siteStreams(context.streams, {
        stdout: (text) => {
          if (site.command?.writes === false || site.command?.single) site.output += text;
        },
        stderr: (text) => verbose(context, site, text),
      });
      const result = await context.part(site.line, streams, {
        id,
        watch: context.run?.watch,
        dryRun,
        asks,
        command: (facts) => {
          site.command = facts;
        },
        plan: (planned) => {
          site.planned = planned;
        },
      });
      // Nothing was sent that changes a site.
      if (isBusy(result) && !isLast && !context.signal.aborted) {
        site.state = "waiting";
        site.output = "";
        return "busy";
      }
      settle(site, result, site.planned ? "planned" : site.command?.writes ? "unchanged" : "done");
      if (site.planned) site.output = "";
      if (site.planned?.job !== undefined) site.job = site.planned.job;
      await printer.print();
      return "done";
    });
  });
  await printer.end();
}

/** Returns whether the platform did not answer in time. */
function isBusy({ error, stopped }: CommandResult): boolean {
  return timedOut.has((error ?? stopped)?.code ?? "");
}

/** Records how a command line ended. `ok`: the state if it succeeded. */
function settle(site: SiteRun, result: CommandResult, ok: SiteRun["state"]): void {
  const { exitCode, error, job } = result;
  const summary = summaryOf(result);
  site.exitCode = exitCode;
  if (summary !== undefined) site.summary = summary;
  if (job !== undefined) site.job = job.id;
  site.state = exitCode === exitCodes.ok ? ok : stopCodes.has(exitCode) ? "stopped" : "failed";
  if (error) site.error = error;
  else if (exitCode !== exitCodes.ok)
    site.error = { code: "FAILED", message: summary ?? `Exit code ${exitCode}.` };
}

/** Ends a run that has nothing to send: it only read, nothing changes, or no site could be planned. */
async function endUnsent(
  context: Context,
  request: EachRequest,
  sites: readonly SiteRun[],
  failed: readonly SiteRun[],
): Promise<CommandResult> {
  const reads = sites.some(({ command }) => command?.writes === false);
  const saved = sites.filter(savesPlan);
  if (!reads && saved.length + failed.length === 0) checkRunGuards(request, []);
  if (!request.dryRun) await reportSites(context, request, sites);
  const [first] = failed;
  const same = failed.every(({ error }) => error?.message === first?.error?.message);
  // A mistake in the command line is one mistake.
  if (first?.error && same && failed.length === sites.length && sites.length > 1) {
    const { code, message, hint } = first.error;
    const all = `(on all ${formatCount(sites.length)} sites)`;
    throw new TillError(
      first.exitCode,
      message.replace(/\n|$/, (end) => ` ${all}${end}`),
      {
        code,
        hint,
      },
    );
  }
  if (!reads) await printFleetResult(context, request, sites);
  for (const { label, summary } of saved) await context.notice(`${label}: ${summary}`);
  const exitCode = runExit(sites.map((site) => site.exitCode));
  const summary =
    failed.length > 0
      ? await nameFailed(context, sites)
      : reads || saved.length > 0
        ? undefined
        : "Nothing to do.";
  if (summary !== undefined && failed.length === 0) await context.notice(summary);
  return { exitCode, summary };
}

/** Returns whether the plan of a site was written to a file. */
const savesPlan = ({ line, state }: SiteRun) =>
  state === "unchanged" && line.some((word) => /^--plan-out(=|$)/.test(word));

/** Throws (exit 6, nothing sent) if all sites together do not keep to the guards of the run. */
function checkRunGuards({ expect, limits = [] }: EachRequest, planned: readonly SiteRun[]): void {
  const changes = planned.reduce((sum, site) => sum + (site.planned?.changes ?? 0), 0);
  if (expect !== undefined && changes !== expect)
    throw guardFailed(
      `${countOf(changes, "change")} on ${countOf(planned.length, "site")} planned, but --expect is ${formatCount(expect)}.`,
      "--expect",
    );
  checkLimits(totalsOf(planned), limits, "--max-total");
}

function totalsOf(planned: readonly SiteRun[]): Totals {
  const totals = new Totals();
  for (const site of planned)
    for (const [currency, amount] of site.planned?.totals ?? []) totals.add(amount, currency);
  return totals;
}

/** Remembers the run, and reports it to CI: as JUnit, and in one summary for all sites. */
async function reportSites(context: Context, request: EachRequest, sites: readonly SiteRun[]): Promise<void> {
  await recordRun(context, request, sites);
  if (request.junit !== undefined)
    await writeJUnit(context, request.junit, request, [...(request.ended ?? []), ...sites]);
  if (!context.environment.annotations) return;
  const { reportJob } = await import("../cli/jobs/ci-report.ts");
  const states = Object.entries(Object.groupBy(sites, ({ state }) => state));
  await reportJob(context, {
    title: request.title,
    results: {
      header: ["state", "sites", "changes"],
      rows: states.map(([state, some]) => [
        state,
        String(some.length),
        String(some.reduce((sum, { done }) => sum + done, 0)),
      ]),
    },
    itemName: "site",
    problemHeader: ["site", "exit code", "why", "job"],
    problems: sites
      .filter(({ exitCode, state }) => exitCode !== exitCodes.ok || state === "stopped")
      .map(({ label, exitCode, state, error, job = "" }) => {
        const why = error?.message ?? state;
        return {
          annotation: { message: `${label}: ${why}` },
          cells: [label, String(exitCode), why, job],
        };
      }),
    footer: `Run \`${request.id}\`.`,
  });
}

/** Records that this process applies the run of a schedule. Throws RUN_CLAIMED (exit 6, nothing sent) if another worker does. */
async function claimSchedule(
  context: Context,
  { id }: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  const due = context.run?.schedule;
  if (due === undefined) return;
  const [{ withShared }, { claimRun }] = await Promise.all([
    import("../cli/jobs/shared-journal.ts"),
    import("../bulk/queue/schedules.ts"),
  ]);
  const claim = {
    run: id,
    sites: sites.map(({ label, profile, site, state, exitCode }) => ({
      label,
      profile,
      site,
      state,
      exitCode,
    })),
  };
  if (await withShared(context, "till schedule", (postgres) => claimRun(postgres, due, claim))) return;
  throw new TillError(exitCodes.conflict, `Another worker applies this run of ${due.schedule}.`, {
    code: "RUN_CLAIMED",
    hint: "Nothing was sent.",
  });
}

/** Asks once for all sites. Throws if the answer is no, or if nobody can be asked (exit 2). */
async function confirmAll(
  context: Context,
  request: EachRequest,
  planned: readonly SiteRun[],
): Promise<void> {
  if (request.yes) return;
  const changes = planned.reduce((sum, site) => sum + (site.planned?.changes ?? 0), 0);
  const requests = planned.map((site) => site.planned?.requests ?? site.planned?.changes ?? 0);
  const where = `${countOf(changes, "change")} on ${countOf(planned.length, "site")}`;
  const { terminal, stderr } = context.streams;
  if (terminal === undefined || !canAsk(context))
    throw new UsageError(`Cannot confirm ${where} without a terminal. Nothing was sent.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "To confirm, add: --yes",
    });
  const totals = totalsOf(planned);
  const isFinal = planned.every((site) => site.planned?.final);
  const typed = changes >= many || planned.some((site) => site.planned?.typed);
  const { confirmPlan } = await import("../ui/screens/confirm.tsx");
  const showsChanges = !request.keepsJobs && planned.some((site) => site.planned?.job !== undefined);
  const ask = () =>
    confirmPlan(
      { ...terminal, color: stderr.color },
      {
        title: request.title,
        lines: [
          isFinal ? "This cannot be undone." : `Jobs can be undone with: till jobs undo --run ${request.id}`,
        ],
        summary: {
          columns: ["site", "changes"],
          rows: planned.map(({ label, planned }) => [label, formatCount(planned?.changes ?? 0)]),
        },
        totals: totals.records().map(({ currency, amount }) => [currency, amount] as const),
        changes,
        requests: requests.reduce((sum, request) => sum + request, 0),
        ...estimateOf(planned, request.atOnce),
        question: `Apply ${where}?`,
        typed: typed ? `${changes} on ${countOf(planned.length, "site")}` : undefined,
      },
      { signal: context.signal, showsChanges },
    );
  let answer = await ask();
  while (answer === "changes") {
    await context.apart((inner) => pageAll(inner, planned));
    answer = await ask();
  }
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer !== "yes") throw new TillError(exitCodes.failure, "Nothing was sent.");
}

/** Shows every change of all sites in the pager, site by site. */
async function pageAll(context: Context, planned: readonly SiteRun[]): Promise<void> {
  const { pageChanges } = await import("../cli/jobs/preview.ts");
  await pageChanges(context, async (write) => {
    for (const site of planned) await withPlannedChanges(context, site, write);
  });
}

/** Returns how long the run takes, in milliseconds: as long as its longest site, and as all sites side by side. */
function estimateOf(planned: readonly SiteRun[], atOnce: number): { estimateMs?: number } {
  const seconds = planned.map((site) => site.planned?.seconds);
  if (seconds.every((second) => second === undefined)) return {};
  const known = seconds.map((second) => second ?? 0);
  const together = known.reduce((sum, one) => sum + one, 0) / Math.max(1, atOnce);
  return { estimateMs: Math.ceil(Math.max(together, ...known)) * 1000 };
}

/** Applies what was planned, side by side, and prints the result of every site. */
async function applySites(
  context: Context,
  request: EachRequest,
  sites: readonly SiteRun[],
): Promise<CommandResult> {
  const { id, atOnce, failFast } = request;
  const planned = sites.filter(({ state }) => state === "planned");
  let halted = false;
  const isHalted = () => context.signal.aborted || halted;
  const { format } = context;
  await withProgress(
    context,
    { title: request.title, action: "Applying", sites: planned },
    async (changed) => {
      await sideBySide(planned, { atOnce, isHalted }, async (site, isLast) => {
        site.state = "running";
        await changed();
        const streams = siteStreams(context.streams, {
          stdout: async (text) => {
            if (format === "ndjson") await context.streams.stdout.write(siteLine(site, text));
            else if (format === "json") site.output += text;
          },
          stderr: (text) => verbose(context, site, text),
        });
        const job = request.keepsJobs ? undefined : site.planned?.job;
        const result = await context.part(site.line, streams, {
          id,
          watch: context.run?.watch,
          job,
          event: (event) => countEvent(site, event),
        });
        // What was sent is in the journal: the job is resumed.
        const hasJob = job !== undefined || request.keepsJobs === true;
        if (hasJob && isBusy(result) && !isLast && !isHalted()) {
          site.state = "waiting";
          site.unknown = 0;
          site.output = "";
          return "busy";
        }
        settle(site, result, result.job?.queued ? "queued" : "done");
        if (site.planned?.job === undefined) site[result.exitCode === exitCodes.ok ? "done" : "failed"] = 1;
        if (failFast && site.exitCode !== exitCodes.ok) halted = true;
        await changed();
        return "done";
      });
    },
  );
  for (const site of planned)
    if (site.state === "planned" || site.state === "waiting") site.state = "stopped";
  await printFleetResult(context, request, sites);
  const unreported = await reportSites(context, request, sites).catch((error: unknown) => error);
  const summary = await nameFailed(context, sites);
  const left = planned.some(isLeft);
  const jobs = planned.some(({ planned: part }) => part?.job !== undefined);
  const undoable = planned.some(({ planned: part, done }) => part?.job && !part.final && done > 0);
  const queued = sites.some(({ state }) => state === "queued");
  if (queued) await context.notice(`Follow with: till jobs watch --run ${id}`);
  if (left && jobs) await context.notice(`Resume with: till ${request.again ?? `jobs resume --run ${id}`}`);
  if (undoable && !request.keepsJobs) await context.notice(`Undo with: till jobs undo --run ${id}`);
  const codes = sites.map(({ state, exitCode }) => (state === "stopped" ? stopped(context) : exitCode));
  const exitCode = runExit(codes);
  // What became of the sites matters more.
  if (unreported !== undefined && exitCode === exitCodes.ok) throw unreported;
  if (unreported instanceof Error) await context.notice(unreported.message);
  return { exitCode, summary };
}

/** The exit code of a site that was not started or not finished. */
const stopped = ({ signal }: Context) => (signal.aborted ? exitCodes.interrupted : exitCodes.failure);

/** Returns the names of sites for a sentence, which names 20 at most. */
export function siteNames(sites: readonly SiteRun[]): string {
  const names = sites.slice(0, 20).map(({ label }) => label);
  const more = sites.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
}

/** Names the sites that failed, on stderr, and counts those that stopped or did not begin. Returns the sentence. */
async function nameFailed(context: Context, sites: readonly SiteRun[]): Promise<string | undefined> {
  const failed = sites.filter(({ exitCode, state }) => exitCode !== exitCodes.ok && state !== "stopped");
  const stopped = sites.filter(({ state }) => state === "stopped").length;
  const waiting = sites.filter(({ state }) => state === "waiting").length;
  if (failed.length + stopped === 0) return undefined;
  const parts = [
    ...(stopped > 0 ? [`${countOf(stopped, "site")} stopped before the end.`] : []),
    ...(failed.length > 0
      ? [`${formatCount(failed.length)} of ${countOf(sites.length, "site")} failed: ${siteNames(failed)}.`]
      : []),
    ...(waiting > 0 ? [`Not started: ${countOf(waiting, "site")}.`] : []),
  ];
  const summary = parts.join(" ");
  await context.notice(summary);
  return summary;
}

/** Deletes the jobs of sites that were planned only. */
async function discard(
  context: Context,
  { keepsJobs }: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  const jobs = sites.flatMap(({ state, planned }) => (state === "planned" && planned?.job) || []);
  if (keepsJobs || jobs.length === 0) return;
  const store = await context.jobs();
  for (const job of jobs) await (await store.open(job)).remove();
  for (const site of sites) if (jobs.includes(site.job ?? "")) delete site.job;
}

function stopIfInterrupted({ signal }: Context): void {
  if (signal.aborted) throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
}

function canAsk({ streams, globals }: Context): boolean {
  return streams.terminal !== undefined && !globals.json;
}

/** Passes on what a command line says on stderr, with --verbose. */
async function verbose({ globals, status }: Context, { label }: SiteRun, text: string): Promise<void> {
  if (!globals.verbose) return;
  for (const line of text.trimEnd().split("\n")) await status(`${label}: ${line}`);
}

/** What is being done on which sites. */
interface Watched {
  title: string;
  action: "Planning" | "Applying";
  sites: readonly SiteRun[];
}

/** The work calls `changed` when a site has another state. */
type Work = (changed: () => Promise<void>) => Promise<void>;

/** Does work on many sites and shows its progress: a screen on a terminal, a line per site elsewhere. */
async function withProgress(context: Context, watched: Watched, work: Work): Promise<void> {
  const { streams, globals, format } = context;
  const { terminal } = streams;
  if (globals.quiet || format !== "table") return await work(silent);
  if (terminal === undefined) return await withLines(context, watched, work);
  const { showSites } = await import("../ui/screens/sites.tsx");
  await showSites(
    { ...terminal, color: streams.stderr.color },
    {
      title: watched.title,
      action: watched.action,
      sites: () =>
        watched.sites.map(({ label, state, planned, done, failed, unknown, error }) => ({
          label,
          state,
          total: planned?.changes ?? 0,
          done,
          failed: failed + unknown,
          note: error?.message ?? "",
        })),
      work: work(silent),
      now: context.now,
      stop: context.stop,
      signal: context.signal,
    },
  );
}

/** Prints a line when a site begins to be applied, and one when it ends. */
async function withLines({ status }: Context, { action, sites }: Watched, work: Work): Promise<void> {
  if (action === "Planning") return await work(silent);
  const states = new Map<SiteRun, SiteRun["state"]>();
  const print = async () => {
    for (const site of sites) {
      if (states.get(site) === site.state) continue;
      states.set(site, site.state);
      const text = lineFor(site);
      if (text !== undefined) await status(`${site.label}: ${text}`);
    }
  };
  await work(print);
}

const silent = async () => {};

function lineFor({ state, site, planned, done, failed, unknown, error }: SiteRun): string | undefined {
  const where = site === undefined ? "" : ` to site ${site}`;
  if (state === "running") return `writing ${countOf(planned?.changes ?? 0, "change")}${where}`;
  if (state === "done") return `done, ${countOf(done, "change")}`;
  if (state === "queued") return `queued, ${countOf(planned?.changes ?? 0, "change")}`;
  if (state === "failed" || state === "stopped")
    return `${state}, ${done} done, ${failed + unknown} failed${error ? `: ${error.message.split("\n")[0]}` : ""}`;
  return undefined;
}

/** Takes the output of one site. */
export interface SiteOutput {
  stdout(text: string): void | Promise<void>;
  stderr(text: string): void | Promise<void>;
}

/** Returns the streams of one site: as wide and as colored as those of the run, without stdin and without prompts. */
function siteStreams({ stdout, stderr }: Streams, output: SiteOutput): Streams {
  const like = (sink: Sink, write: SiteOutput["stdout"]): Sink => ({
    write: async (text) => await write(text),
    get closed() {
      return sink.closed;
    },
    isTTY: sink.isTTY,
    color: sink.color,
    ascii: sink.ascii ?? false,
    columns: sink.columns,
    rows: sink.rows,
  });
  return {
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: like(stdout, output.stdout),
    stderr: like(stderr, output.stderr),
  };
}
