import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { completionScripts, type Shell } from "./scripts.ts";

/** Prints the script that a shell is to load. */
export async function run(context: Context, [shell]: string[]): Promise<ExitCode | undefined> {
  await context.streams.stdout.write(completionScripts[shell as Shell]);
  return undefined;
}
