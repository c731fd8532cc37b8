import type { Globals } from "../../context/host.ts";

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
  rate,
}: Globals): string[] {
  const valued = {
    profile,
    site,
    as,
    color: typeof color === "string" ? color : undefined,
    timeout: timeout === undefined ? undefined : `${timeout}ms`,
    concurrency,
    rate,
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
