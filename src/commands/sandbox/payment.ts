import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

/** Shows the outcome of the next payment, or sets it. */
export async function run(
  context: Context,
  [action, outcome]: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  if (action !== undefined && outcome === undefined) {
    throw new UsageError("Missing outcome: till sandbox payment next <outcome>", {
      field: "outcome",
      hint: "Example: till sandbox payment next DECLINED",
    });
  }
  const control = await sandboxControl(context, target);
  const next =
    outcome === undefined
      ? await control(sandbox.payment, {})
      : await control(sandbox.nextPayment, { outcome });
  const text = context.globals.json
    ? jsonText({ _kind: "payment", outcome: next.outcome })
    : `The next payment: ${next.outcome}`;
  await context.streams.stdout.write(`${text}\n`);
  return undefined;
}
