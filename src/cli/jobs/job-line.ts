import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";

type Chosen = Pick<Context, "globals" | "environment">;

/** Returns a command for a job, such as `jobs undo k3f9`, with the profile and the site if the command line needs them. */
export function jobLine(context: Chosen, verb: string, id: string, ...flags: readonly string[]): string {
  return sameSiteLine(context, "jobs", verb, id, ...flags);
}

/** Returns a command line, with the profile and the site if a flag or TILL_PROFILE named that of the context. */
export function sameSiteLine(context: Chosen, ...words: readonly string[]): string {
  return commandLine(...words, ...siteFlags(context));
}

/** Returns the flags that a printed command needs to be about the same shop. */
export function siteFlags({ globals: { profile, site }, environment }: Chosen): string[] {
  const { TILL_PROFILE: named } = environment.variables;
  const chosen = profile ?? (named === environmentProfile || named === "" ? undefined : named);
  return Object.entries({ profile: chosen, site }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}
