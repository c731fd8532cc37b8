import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

/** Shows or moves the sandbox's clock. */
export async function run(context: Context, [change, value]: string[]): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  const clock = await moved(control, change, value);
  if (context.globals.json) await context.streams.stdout.write(`${jsonText({ _kind: "clock", ...clock })}\n`);
  else await context.streams.stdout.write(`${clock.now} (${clock.mode})\n`);
  return undefined;
}

async function moved(
  control: Awaited<ReturnType<typeof sandboxControl>>,
  change: string | undefined,
  value: string | undefined,
) {
  if (change === undefined) return (await control.status({})).clock ?? {};
  if (change === "real") return await control.clock({ real: true });
  if (value === undefined || (change !== "set" && change !== "advance")) {
    throw new UsageError("Say set TIME, advance DURATION, or real.", {
      hint: "For example: till sandbox clock advance 2h",
    });
  }
  return change === "set" ? await control.clock({ set: value }) : await control.advance({ by: value });
}
