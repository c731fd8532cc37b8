import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";

/** Returns the command that continues or undoes a job, with the profile and the site if the command line named them. */
export function jobLine(context: Pick<Context, "globals">, verb: "resume" | "undo", id: string): string {
  return sameSiteLine(context, "jobs", verb, id);
}

/** Returns a command line, with the profile and the site if that of the context named them. */
export function sameSiteLine(
  { globals: { profile, site } }: Pick<Context, "globals">,
  ...words: readonly string[]
): string {
  const flags = Object.entries({ profile, site }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return commandLine(...words, ...flags);
}
