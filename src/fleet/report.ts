import { isSamePlace } from "../bulk/engine/job.ts";
import { runExit } from "../bulk/engine/outcome.ts";
import { isSameRun } from "../bulk/journal/journals.ts";
import type { BulkEvent } from "../bulk/journal/step.ts";
import type { PlannedChanges } from "../cli/jobs/change-records.ts";
import { digestOf } from "../cli/jobs/digest.ts";
import { stepLabels } from "../cli/jobs/kinds.ts";
import { previewSample, printSample } from "../cli/jobs/preview.ts";
import type { Context } from "../context/context.ts";
import type { CommandFacts, PlannedPart } from "../context/host.ts";
import { hour } from "../kernel/durations.ts";
import { type ErrorReport, type ExitCode, exitCodes } from "../kernel/errors.ts";
import { countOf, formatCount } from "../kernel/text.ts";
import { columnsOf, type Fields } from "../output/field.ts";
import { jsonText } from "../output/json.ts";
import type { Sink } from "../output/streams.ts";
import { writeTable } from "../output/table.ts";
import type { TotalLimit } from "../resources/payments/totals.ts";
import type { SiteState } from "../ui/screens/sites.tsx";

/** A site of a run for output. */
interface SiteRecord {
  profile: string;
  site?: string;
  name: string;
  state: string;
  exitCode: number;
  job?: string;
  changes: number;
  requests?: number;
  seconds?: number;
  done: number;
  failed: number;
  unknown: number;
  error?: { code: string; message: string; hint?: string };
  output?: unknown;
}

function recordOf(run: SiteRun): SiteRecord {
  const { label, profile, site, state, exitCode, planned, job, done, failed, unknown, error, output } = run;
  const { requests, seconds } = planned ?? {};
  return {
    profile,
    site,
    name: label,
    state,
    exitCode,
    job,
    changes: planned?.changes ?? 0,
    requests,
    seconds,
    done,
    failed,
    unknown,
    error: error
      ? {
          code: error.code,
          message: error.message,
          hint: error.hint,
        }
      : undefined,
    output: output !== "" ? parsed(output) : undefined,
  };
}

/** Prints the plans of all sites: on stdout if they are the result, else on stderr. */
export async function printPlan(
  context: Context,
  request: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  const { streams, format, globals } = context;
  if (request.dryRun && format !== "table") return await printRun(context, request, sites);
  if (!request.dryRun && (globals.quiet || format !== "table")) return;
  const sink = request.dryRun ? streams.stdout : streams.stderr;
  await context.notice(`${request.title}: ${countOf(sites.length, "site")}`);
  await writeTable(sink, planColumns, sites, { now: context.now() });
  const total = sites.reduce((sum, { planned }) => sum + (planned?.changes ?? 0), 0);
  const counts = Object.entries(Object.groupBy(sites, ({ state }) => state)).map(
    ([state, some]) => `${countOf(some.length, "site")} ${planStates[state as SiteRun["state"]] ?? state}`,
  );
  // The log of a worker has no values of a shop.
  if (!request.keepsJobs && context.run === undefined) await printValues(context, sink, sites);
  await context.notice(`${countOf(total, "change")}; ${counts.join(", ")}.`);
  const earlier = await earlierChanges(context, sites);
  if (earlier !== undefined) await context.notice(earlier);
}

/** The most sites whose changes are listed below the plan. */
const listedSites = 10;

/** Prints the first changes of each site, with their values. */
async function printValues(context: Context, sink: Sink, sites: readonly SiteRun[]): Promise<void> {
  const planned = sites.filter(({ planned: part }) => part?.job !== undefined);
  for (const site of planned.slice(0, listedSites))
    await withPlannedChanges(context, site, async (changes) => {
      await sink.write(`== ${site.label}\n`);
      const steps = site.planned?.changes ?? 0;
      await printSample(sink, previewSample(changes, { steps, digest: digestOf(changes, steps) }));
    });
  const left = planned.length - listedSites;
  if (left > 0) await sink.write(`… and ${countOf(left, "more site")}\n`);
}

/** Calls \`use\` with what is planned on a site. */
export async function withPlannedChanges(
  context: Context,
  { label, planned }: SiteRun,
  use: (changes: PlannedChanges) => Promise<void>,
): Promise<void> {
  if (planned?.job === undefined) return;
  const journal = await (await context.jobs()).open(planned.job);
  try {
    const labels = await stepLabels(context, journal.job.kind);
    const steps = () => journal.allSteps({ state: "planned" });
    await use({ title: `${label}: ${planned.title}`, ...labels, facts: {}, steps });
  } finally {
    await journal.close();
  }
}

/** The fewest of the newest jobs that are looked through for an earlier run. */
const fewestJobs = 200;

/** Says that the same command changed some of the sites within the last hour: a relative change is applied once more. */
async function earlierChanges(context: Context, sites: readonly SiteRun[]): Promise<string | undefined> {
  const ids = new Set(sites.flatMap(({ planned }) => planned?.job ?? []));
  if (ids.size === 0) return undefined;
  const newest = await (await context.jobs()).list(Math.max(fewestJobs, 4 * ids.size));
  const entries = newest.flatMap((entry) => ("damaged" in entry ? [] : [entry]));
  const since = context.now().getTime() - hour;
  const recent = entries.filter(
    ({ id, job, counts }) => !ids.has(id) && job.createdAt.getTime() >= since && counts.done > 0,
  );
  const found = entries.flatMap(({ id, job }) =>
    ids.has(id)
      ? (recent.find((earlier) => isSamePlace(earlier.job, job) && isSameRun(earlier.job, job)) ?? [])
      : [],
  );
  if (found.length === 0) return undefined;
  const changes = countOf(
    found.reduce((sum, { counts }) => sum + counts.done, 0),
    "change",
  );
  const where = `${formatCount(found.length)} of these sites`;
  return `The same command made ${changes} on ${where} within the last hour. This is a new run, from the present values.`;
}

const planStates: Partial<Record<SiteRun["state"], string>> = {
  planned: "to change",
  unchanged: "unchanged",
  failed: "cannot be planned",
};

const planColumns = columnsOf<SiteRun>({
  label: { label: "Site" },
  changes: { value: ({ planned }) => (planned ? formatCount(planned.changes) : ""), align: "right" },
  requests: {
    value: ({ planned }) => (planned?.requests === undefined ? "" : formatCount(planned.requests)),
    align: "right",
  },
  time: { value: ({ planned }) => (planned?.seconds === undefined ? "" : timeOf(planned.seconds)) },
  note: { value: planNote, grow: true },
});

function timeOf(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${formatCount(Math.ceil(seconds / 60))} min`;
}

function planNote({ state, planned, error }: SiteRun): string {
  if (error) return `cannot be planned: ${firstLine(error.message)}`;
  if (state === "unchanged") return "nothing to do";
  // The note of a payment says its total.
  const title = planned?.job === undefined ? planned?.title : undefined;
  return [title, planned?.note].filter(Boolean).join("; ");
}

/** Prints what came of every site. */
export async function printFleetResult(
  context: Context,
  request: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  const { format } = context;
  if (format === "json" || format === "yaml") return await printRun(context, request, sites);
  for (const site of sites) if (site.output !== "") await printOutput(context, site);
  await context.print(
    sites.map((site) => recordOf({ ...site, output: "" })),
    { kind: "siteResult", fields: resultFields },
  );
}

const resultFields: Fields<SiteRecord> = {
  name: { label: "Site" },
  state: {},
  done: {
    path: "done",
    value: ({ done, changes }) => `${formatCount(done)}/${formatCount(changes)}`,
    align: "right",
  },
  failed: { path: "failed", value: ({ failed, unknown }) => failed + unknown, as: "number" },
  job: {},
  exitCode: { label: "Exit", as: "number" },
  note: { path: "error.message", value: ({ error }) => (error ? firstLine(error.message) : ""), grow: true },
};

const firstLine = (text: string) => text.split("\n")[0] ?? "";

/** Prints a run as one JSON value. */
async function printRun(
  context: Context,
  { id, dryRun }: EachRequest,
  sites: readonly SiteRun[],
): Promise<void> {
  const { streams, format } = context;
  const exitCode = runExit(sites.map((site) => site.exitCode));
  const records = sites.map(recordOf);
  if (format === "ndjson")
    for (const record of records)
      await streams.stdout.write(`${jsonText({ _kind: "siteResult", ...record })}\n`);
  else if (format === "yaml") {
    const { yamlText } = await import("../output/yaml.ts");
    await streams.stdout.write(yamlText({ _kind: "run", id, dryRun, exitCode, sites: records }));
  } else await streams.stdout.write(`${jsonText({ _kind: "run", id, dryRun, exitCode, sites: records })}\n`);
}

/** Prints the output of commands that read, in the order of the sites, while other sites are still being read. */
export interface OutputPrinter {
  /** Resolves when the output of the sites before is so far printed that another site may be read. */
  room(site: SiteRun): Promise<void>;
  /** Prints what has its turn. */
  print(): Promise<void>;
  end(): Promise<void>;
}

/** Returns the printer of a run. Commands that write print nothing. */
export function outputPrinter(
  context: Context,
  request: EachRequest,
  sites: readonly SiteRun[],
): OutputPrinter {
  const { stdout } = context.streams;
  const isOne = context.format === "json";
  const ahead = 4 * request.atOnce;
  let next = 0;
  const due: SiteRun[] = [];
  let printed = 0;
  let turn = Promise.withResolvers<void>();
  return {
    async room(site) {
      while (sites.indexOf(site) - next > ahead) await turn.promise;
    },
    async print() {
      for (let site = sites[next]; site && hasEnded(site); site = sites[next]) {
        next += 1;
        due.push(site);
      }
      // A site whose line cannot be parsed does not say whether the command reads; the others do.
      const known = sites.find(({ command }) => command)?.command;
      for (let site = known && due.shift(); site; site = due.shift()) {
        if ((site.command ?? known)?.writes !== false) continue;
        printed += 1;
        if (isOne) {
          const start = printed === 1 ? `{"_kind":"run","id":"${request.id}","sites":[` : ",";
          await stdout.write(`${start}${jsonText(recordOf(site))}`);
          site.output = "";
        } else await printOutput(context, site);
      }
      turn.resolve();
      turn = Promise.withResolvers();
    },
    async end() {
      if (!isOne || printed === 0) return;
      await stdout.write(`],"exitCode":${runExit(sites.map(({ exitCode }) => exitCode))}}\n`);
    },
  };
}

const hasEnded = ({ state }: SiteRun) => state !== "waiting" && state !== "planning";

/**
 * Prints what a command printed for a site, below a line with its name; JSON as a line with the profile and the site, and
 * NDJSON as such a line for each record. Forgets it afterwards.
 */
async function printOutput(context: Context, site: SiteRun): Promise<void> {
  const { streams, format } = context;
  const { output, error, line, label } = site;
  if (isNdjson(line) || format === "ndjson") await streams.stdout.write(siteLine(site, output));
  else if (line.some((word) => /^--(json|jq)(=|$)/.test(word))) {
    const { profile, site: id, name, exitCode, error: reason, output: value } = recordOf(site);
    const tag = { profile, site: id, name, exitCode };
    await streams.stdout.write(`${jsonText({ ...tag, error: reason, output: value })}\n`);
  } else if (output !== "" || error === undefined) await streams.stdout.write(`== ${label}\n${output}`);
  site.output = "";
  const said = error?.message ?? (output === "" ? site.summary : undefined);
  if (said !== undefined) await context.status(`${label}: ${said}`);
}

const isNdjson = (line: readonly string[]) =>
  line.some((word, at) => word === "--output=ndjson" || (word === "ndjson" && line[at - 1] === "--output"));

/** Returns lines of NDJSON with the site that they are about. */
export function siteLine({ label, profile, site }: SiteRun, text: string): string {
  const tag = { profile, site, name: label };
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => `${jsonText({ ...tag, record: parsed(line) })}\n`)
    .join("");
}

/** Returns JSON as its value, and other text unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One site of a run, and what came of it so far. */
export interface SiteRun {
  readonly label: string;
  readonly profile: string;
  readonly site?: string | undefined;
  readonly line: readonly string[];
  /** The columns of the file that names it. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** What earlier runs of its job did. */
  readonly earlier?: { readonly done: number; readonly failed: number } | undefined;
  state: SiteState;
  planned?: PlannedPart;
  command?: CommandFacts;
  exitCode: ExitCode;
  job?: string;
  done: number;
  failed: number;
  unknown: number;
  /** Why it failed. */
  error?: Pick<ErrorReport, "code" | "message" | "hint">;
  /** What a command that reads printed, and its last notice. */
  output: string;
  summary?: string;
}

type NewSiteRun = Pick<SiteRun, "label" | "profile" | "site" | "line" | "values" | "earlier">;

/** How a command line is run on many sites. */
export interface EachRequest {
  /** The id that the jobs share: a new one, or that of an earlier run. */
  id: string;
  /** `till products update …`, or `Resume run r7kmn3`. */
  title: string;
  sites: readonly NewSiteRun[];
  /** The jobs that exist already: they are kept if the run is not applied. */
  keepsJobs?: boolean;
  /** The command line that goes on with what is left. Default: `jobs resume --run ID`. */
  again?: string;
  atOnce: number;
  yes: boolean;
  dryRun: boolean;
  failFast: boolean;
  /** Guards over all sites: the number of changes, and the highest totals. */
  expect?: number | undefined;
  limits?: readonly TotalLimit[];
  /** The file of a JUnit report. */
  junit?: string | undefined;
  /** Sites of an earlier run that are not resumed: they are in the report only. */
  ended?: readonly SiteRun[];
}

/** Returns a site of a run before it begins. */
export function newSiteRun(site: NewSiteRun): SiteRun {
  return { ...site, state: "waiting", exitCode: exitCodes.ok, done: 0, failed: 0, unknown: 0, output: "" };
}

/** Returns whether changes of a site are left, or may be: its job stopped, or an outcome is unknown. */
export function isLeft({ state, unknown, done, failed, planned }: SiteRun): boolean {
  return (
    state === "stopped" || unknown > 0 || (state === "failed" && done + failed < (planned?.changes ?? 0))
  );
}

/** Counts an event of a job of a site. */
export function countEvent(site: SiteRun, event: BulkEvent): void {
  if (event.type === "step.done") site.done += 1;
  else if (event.type === "step.failed") site.failed += 1;
  else if (event.type === "step.unknown") site.unknown += 1;
}
