import { sentFields } from "../api/difference.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { asFields, inverseOf } from "../api/inverse.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { Json } from "../bulk/journal/step.ts";
import { describeChange } from "../bulk/plan/stage.ts";
import type { Program } from "../context/context.ts";
import type { PlannedCall } from "../context/recorder.ts";
import { jsonText } from "../output/json.ts";
import type { Sink } from "../output/streams.ts";
import { singleChanges } from "../resources/single-changes.ts";
import { confirm } from "./confirm.ts";
import { printSample } from "./jobs/preview.ts";

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
  else await printChange(context.streams.stderr, change, endpoint, text);
  if (isFirst)
    await confirm(context, text ?? `${whatOf(endpoint) || `Send ${change.call}`}?`, yes, { typed });
};

/**
 * Prints the preview of a single change in the form of any other: what it does, each value before and after, and why it is final if it
 * is. A command with a question of its own has described the change: only values that change are shown.
 */
export async function printChange(
  sink: Sink,
  { call, label, id, before, after, input }: PlannedCall,
  endpoint: Endpoint | undefined,
  question?: string,
): Promise<void> {
  const given = endpoint === undefined ? input : sentFields(endpoint, input);
  const changes = (fields: { before?: unknown; after?: unknown }) =>
    singleChanges({
      kind: call,
      before: (fields.before ?? null) as Json,
      after: (fields.after ?? null) as Json,
    });
  const known = before === undefined && question !== undefined ? [] : changes({ before, after });
  const isKnown = known.some(({ field }) => field !== "");
  const rows = (isKnown || question !== undefined ? known : changes({ after: given })).filter(
    ({ field, after: value }) => field !== "" && value !== id,
  );
  const name = label ?? id ?? "";
  if (question === undefined) await sink.write(`${whatOf(endpoint) || call}\n`);
  await printSample(sink, {
    lines: rows.slice(0, shown).map((change) => describeChange(name, change)),
    left: Math.max(0, rows.length - shown),
    noun: "value",
  });
  const made = endpoint && {
    endpoint,
    input: asFields(input) ?? {},
    before,
    after: { id: newId, fulfillmentId: newId },
  };
  const { final } = (made && (await inverseOf(made))) ?? {};
  if (final !== undefined) await sink.write(`This cannot be undone. ${final}\n`);
}

/** The most values that a preview shows. */
const shown = 20;

/** Returns the summary of a call without what it needs: `Update a tax rate (requires its revision)`. */
const whatOf = (endpoint: Endpoint | undefined) => endpoint?.summary.replace(/ \(.*\)$/, "");

/** The id of an object that a create makes, as far as an undo depends on it. */
const newId = "00000000-0000-4000-8000-000000000000";
