import type { Call } from "../api/caller.ts";
import { ofShape, sameValue } from "../api/difference.ts";
import { type Endpoint, valueAt, type WireInput } from "../api/endpoint.ts";
import { asFields, type Fields, type Inverse, inverseOf, objectRead, withRevision } from "../api/inverse.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { FieldChange, StepDescription } from "../bulk/engine/job-kinds.ts";
import type { Json, RecordedCall, Step, StepDraft, Work } from "../bulk/journal/step.ts";
import { describeChanges, valueText } from "../bulk/plan/stage.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { refundState } from "./orders/refund.ts";
import { readWaits } from "./read-until.ts";

/** Returns how the single changes of a job are read, and how those that are done are undone. */
export async function singleWork(call: Call, steps: readonly Step[], signal: AbortSignal): Promise<Work> {
  const inverses = new Map<number, Inverse>();
  for (const step of steps) inverses.set(step.seq, await inverseOfStep(step));
  /** The objects that were read last, by seq. A write needs their revisions. */
  const objects = new Map<number, Fields | undefined>();

  /** Reads what a step changes. Returns nothing if no read shows whether it was made. */
  async function read(step: Step): Promise<[number, Json | undefined] | undefined> {
    const { seq, kind, before, after } = step;
    const { input, known, unread } = callOf(step);
    if (kind === "orderBilling.refund") {
      const state = await refundState(call, { input, known });
      return state && [seq, state === "done" ? after : before];
    }
    const endpoint = await loadEndpoint(kind).catch(() => undefined);
    if (endpoint === undefined) return undefined;
    const present = await readPresent(call, endpoint, input, signal);
    objects.set(seq, present?.object);
    const isSet = endpoint.effect === "set" || endpoint.effect === "delete";
    if (present === undefined || unread || !isSet) return undefined;
    const { object } = present;
    const shows = (value: Json) => value !== null && sameValue(ofShape(object, value), value);
    if (object === undefined) return [seq, undefined];
    if (shows(after)) return [seq, after];
    // Of an object that was to be deleted, only that it exists may be known.
    return [seq, shows(before) || (after === null && before === null) ? before : (object as Json)];
  }

  return {
    kinds: new Set(steps.map(({ kind }) => kind)),
    rereads: readWaits,
    limits: { steps: 1 },
    async read(some) {
      const found = new Map<number, Json | undefined>();
      for (const step of some) {
        const present = await read(step);
        if (present) found.set(...present);
      }
      return found;
    },
    async write([step]) {
      if (step === undefined) return [];
      const endpoint = await loadEndpoint(step.kind);
      const input = withRevision(endpoint, callOf(step).input as Fields, objects.get(step.seq));
      await call(endpoint, input as WireInput<Endpoint>, { signal });
      return [{ seq: step.seq, ok: true }];
    },
    invert(step) {
      const inverse = inverses.get(step.seq);
      return inverse && inverse.final === undefined ? invertedStep(step, inverse) : undefined;
    },
    final: ({ seq }) => inverses.get(seq)?.final,
  };
}

/** Returns why none of some steps can be undone: `final: It moves money.`; undefined if one can be, or there is none. */
export async function whySingleIsFinal(steps: readonly Step[]): Promise<string | undefined> {
  const reasons = new Set<string>();
  for (const step of steps) {
    const { final } = await inverseOfStep(step);
    if (final === undefined) return undefined;
    reasons.add(final);
  }
  return steps.length === 0 ? undefined : `final: ${[...reasons].join(" ")}`;
}

const callOf = ({ call }: Step): RecordedCall => call ?? { input: {} };

async function inverseOfStep(step: Step): Promise<Inverse> {
  const endpoint = await loadEndpoint(step.kind).catch(() => undefined);
  if (endpoint === undefined) return { final: "This version of till does not know the call." };
  const { before, after } = step;
  return await inverseOf({ endpoint, input: asFields(callOf(step).input) ?? {}, before, after });
}

/** Returns the step that undoes one. Only of updates and creates, a read shows whether the object is as they left it. */
function invertedStep(
  { kind, id, label, before, after }: Step,
  { endpoint, input }: Extract<Inverse, { endpoint: Endpoint }>,
): StepDraft {
  const { name, effect } = endpoint;
  const draft = { kind: name, id, label };
  if (name === kind) return { ...draft, before: after, after: before, call: { input } };
  const removes = effect === "delete";
  if (removes && valueAt(after, "id") !== undefined)
    return { ...draft, before: after, after: null, call: { input } };
  return { ...draft, before: {}, after: removes ? null : {}, call: { input, unread: true } };
}

/** Reads the object that a call changes, which may not exist; undefined if it cannot be read. */
async function readPresent(
  call: Call,
  endpoint: Endpoint,
  input: unknown,
  signal: AbortSignal,
): Promise<{ object?: Fields | undefined } | undefined> {
  const read = await objectRead(endpoint, input);
  if (read === undefined) return undefined;
  try {
    return { object: read.objectIn(await call(read.endpoint, read.input, { signal })) };
  } catch (error) {
    if (error instanceof TillError && error.exitCode === exitCodes.notFound) return {};
    throw error;
  }
}

/** Returns a single change as a line: its only or first changed value, else the name of the call. */
export function describeSingle(step: Step): StepDescription {
  const { kind, label, before, after } = step;
  const changes = before === null || after === null ? [] : singleChanges(step);
  const [first] = changes;
  if (first === undefined || first.field === "") return { label, what: kind, before: "", after: "" };
  return describeChanges(label, changes);
}

/** Returns the values that a call changed, those inside of objects by their paths. */
export function singleChanges({
  kind,
  before,
  after,
}: Pick<Step, "kind" | "before" | "after">): FieldChange[] {
  const action = kind.split(".").at(-1) ?? kind;
  const values = isRecord(after)
    ? Object.keys(after).flatMap((name) => leaves(name, isRecord(before) ? before[name] : null, after[name]))
    : [];
  if (values.length === 0) return [{ action, field: "", before: null, after: null }];
  return values
    .filter(([, from, to]) => valueText(from) !== valueText(to))
    .map(([field, from, to]) => ({ action, field, before: from, after: to }));
}

function leaves(path: string, before: Json = null, after: Json = null): [string, Json, Json][] {
  const isSameList = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (isSameList && after.every(isRecord))
    return after.flatMap((value, index) => leaves(`${path}[${index}]`, before[index], value));
  if (!isRecord(after) || Object.keys(after).length === 0 || (before !== null && !isRecord(before)))
    return [[path, before, after]];
  return Object.keys(after).flatMap((name) =>
    leaves(`${path}.${name}`, (before as Record<string, Json> | null)?.[name], after[name] as Json),
  );
}
