import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { CommandFacts, PlannedPart } from "../../context/host.ts";
import { type ErrorReport, type ExitCode, exitCodes } from "../../kernel/errors.ts";
import type { SiteState } from "../../ui/screens/sites.tsx";

/** One site of a run, and what came of it so far. */
export interface SiteRun {
  readonly label: string;
  readonly profile: string;
  readonly site?: string | undefined;
  readonly line: readonly string[];
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

/** How a command line is run on many sites. */
export interface EachRequest {
  /** The id that the jobs share: a new one, or that of an earlier run. */
  id: string;
  /** `till products update …`, or `Resume run r7kmn3`. */
  title: string;
  sites: readonly Pick<SiteRun, "label" | "profile" | "site" | "line">[];
  /** The jobs that exist already: they are kept if the run is not applied. */
  keepsJobs?: boolean;
  atOnce: number;
  yes: boolean;
  dryRun: boolean;
  failFast: boolean;
}

/** Returns a site of a run before it begins. */
export function newSiteRun(site: Pick<SiteRun, "label" | "profile" | "site" | "line">): SiteRun {
  return { ...site, state: "waiting", exitCode: exitCodes.ok, done: 0, failed: 0, unknown: 0, output: "" };
}

/** Returns whether changes of a site are left, or may be: its job stopped, or an outcome is unknown. */
export function isLeft({ state, unknown, done, failed, planned }: SiteRun): boolean {
  return (
    state === "stopped" || unknown > 0 || (state === "failed" && done + failed < (planned?.changes ?? 0))
  );
}

/** Counts an event of a job of a site. */
export function count(site: SiteRun, event: BulkEvent): void {
  if (event.type === "step.done") site.done += 1;
  else if (event.type === "step.failed") site.failed += 1;
  else if (event.type === "step.unknown") site.unknown += 1;
}

/**
 * Returns the exit code of a run: that of all sites if they have the same, else 9. An outcome that is unknown outranks the
 * others, so that nobody runs the command again blindly.
 */
export function exitOf(codes: readonly ExitCode[]): ExitCode {
  const [first = exitCodes.ok] = codes;
  if (codes.includes(exitCodes.unknown)) return exitCodes.unknown;
  if (codes.includes(exitCodes.interrupted)) return exitCodes.interrupted;
  return codes.every((code) => code === first) ? first : exitCodes.partial;
}
