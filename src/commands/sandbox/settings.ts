import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { settingProblem } from "../../sandbox/kernel/settings.ts";

/** Shows the sandbox's settings, optionally after changing those given as `name=value`. */
export async function run(
  context: Context,
  args: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const current = (await control(sandbox.settings, {})).settings ?? [];
  const changes = args.map((arg) =>
    parseChange(
      arg,
      current.map(({ name }) => name ?? ""),
    ),
  );
  for (const { name, value } of changes) checkValue(name, value);
  for (const change of changes) await control(sandbox.configure, change);
  const { settings } = changes.length > 0 ? await control(sandbox.settings, {}) : { settings: current };
  const changedNames = changes.map(({ name }) => name);
  await context.print(
    (settings ?? []).filter(({ name }) => changedNames.length === 0 || changedNames.includes(name ?? "")),
    {
      kind: "setting",
      fields: {
        name: { label: "Setting" },
        value: {},
        summary: { label: "Description", grow: true },
      },
    },
  );
  return undefined;
}

function parseChange(text: string, names: readonly string[]): { name: string; value: string } {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const hint = "List all settings: till sandbox settings";
  if (at < 1 || value === "")
    throw new UsageError(`Invalid argument "${text}": expected name=value.`, { field: "changes", hint });
  if (names.includes(name)) return { name, value };
  const closest = nearest(name, names);
  const guess = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw new UsageError(`Unknown setting "${name}".${guess}`, { field: "changes", hint });
}

/** Throws UsageError for a value that a setting cannot have, before any of several settings is changed. */
function checkValue(name: string, value: string): void {
  // A setting that only a newer sandbox has is checked there.
  const found = settingProblem(name, value)?.violations.find(({ field }) => field === name);
  if (found) throw new UsageError(`"${name}" ${found.description}`, { field: name });
}

/** Shows the outcome of the next payment, or sets it. */
export async function payment(
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
  const { outcome: result } = next;
  await context.printResult({ _kind: "payment", outcome: result }, `The next payment: ${result}`);
  return undefined;
}
