import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";

/** Returns the command that continues or undoes a job, with the profile and the site if the command line named them. */
export function jobLine(
  { globals: { profile, site } }: Pick<Context, "globals">,
  verb: "resume" | "undo",
  id: string,
): string {
  const named = { profile, site };
  const flags = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return commandLine("jobs", verb, id, ...flags);
}
