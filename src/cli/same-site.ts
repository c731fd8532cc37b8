import { environmentProfile } from "../config/profiles.ts";
import type { Context } from "../context/context.ts";
import type { Globals } from "../context/host.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";

type Chosen = Pick<Context, "globals" | "environment">;

/** Returns a command for a job, such as `jobs undo k3f9`, with the profile and the site if the command line needs them. */
export function jobLine(context: Chosen, verb: string, id: string, ...flags: readonly string[]): string {
  return sameSiteLine(context, "jobs", verb, id, ...flags);
}

/** Returns a command line, with the profile and the site if a flag or TILL_PROFILE named that of the context. */
export function sameSiteLine(context: Chosen, ...words: readonly string[]): string {
  return inShell(commandLine(...words, ...siteFlags(context)), context.environment.shell);
}

/** Returns the flags that a printed command needs to be about the same shop. */
export function siteFlags({ globals: { profile, site }, environment }: Chosen): string[] {
  const { TILL_PROFILE: named } = environment.variables;
  const chosen = profile ?? (named === environmentProfile || named === "" ? undefined : named);
  return Object.entries({ profile: chosen, site }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}

/** Returns the global flags of this run that a command started from the screen inherits: `--profile`, `shop`. */
export function inheritedFlags({
  profile,
  site,
  as,
  quiet,
  verbose,
  debug,
  pager,
  color,
  timeout,
  concurrency,
  maxRequests,
}: Globals): string[] {
  const valued = {
    profile,
    site,
    as,
    color: typeof color === "string" ? color : undefined,
    timeout: timeout === undefined ? undefined : `${timeout}ms`,
    concurrency,
    "max-requests": maxRequests,
  };
  const bare = { quiet, verbose, "no-pager": pager === false, "no-color": color === false };
  return [
    ...Object.entries(valued).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)],
    ),
    ...Object.entries(bare).flatMap(([name, given]) => (given ? [`--${name}`] : [])),
    ...(debug ? [debug === true ? "--debug" : `--debug=${debug}`] : []),
  ];
}
