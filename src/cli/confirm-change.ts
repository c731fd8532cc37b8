import { givenFields } from "../api/difference.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { inverseOf, recordOf } from "../api/inverse.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { Program } from "../context/context.ts";
import type { PlannedCall } from "../context/recorder.ts";
import { jsonText } from "../output/json.ts";
import { changeLines } from "../resources/history.ts";
import { confirm } from "./confirm.ts";

/**
 * Shows on stderr what a single change does, with the values before it and whether it is final, and asks whether to send it if it is
 * the first one of the command. A question that the command has set replaces the general one. A sandbox shows nothing that is not
 * asked. Throws like `confirm`.
 */
export const confirmChange: Program["confirmChange"] = async (context, change, isFirst, question) => {
  const { text, typed, yes = context.globals.yes } = question ?? {};
  if (yes && !(await context.site()).hosted) return;
  // A raw request of an unknown path is in no contract.
  const endpoint = await loadEndpoint(change.call).catch(() => undefined);
  const { reads, money, ...shown } = change;
  if (context.globals.json) await context.status(jsonText({ _kind: "plannedCall", ...shown }));
  else
    for (const line of await previewLines(change, endpoint, text !== undefined)) await context.status(line);
  if (isFirst)
    await confirm(context, text ?? `${whatOf(endpoint) || `Send ${change.call}`}?`, yes, { typed });
};

/**
 * Returns the lines of the preview: the call with its object, a line for each field, and why the change is final if it is. A command
 * with a question of its own has described the change: only fields that change are shown.
 */
async function previewLines(
  { call, label, id, before, after, input }: PlannedCall,
  endpoint: Endpoint | undefined,
  isDescribed: boolean,
): Promise<string[]> {
  const changes = isDescribed && (before === undefined || after === null) ? [] : changeLines(before, after);
  const given = endpoint === undefined ? input : givenFields(endpoint, input);
  const made = endpoint && { endpoint, input: recordOf(input) ?? {}, before, after: { id: newId } };
  const { final } = (made && (await inverseOf(made))) ?? {};
  const last = final === undefined ? [] : [`This cannot be undone. ${final}`];
  if (isDescribed) return [...changes, ...last];
  return [
    [call, label, id].filter(Boolean).join("  "),
    ...[...(changes.length > 0 ? changes : changeLines(undefined, given)), ...last].map(
      (line) => `  ${line}`,
    ),
  ];
}

/** Returns the summary of a call without what it needs: `Update a tax rate (requires its revision)`. */
const whatOf = (endpoint: Endpoint | undefined) => endpoint?.summary.replace(/ \(.*\)$/, "");

/** The id of an object that a create makes, as far as an undo depends on it. */
const newId = "00000000-0000-4000-8000-000000000000";
