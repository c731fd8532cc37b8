import { type RecordedCall, withCallLog } from "../../bulk/call-log.ts";
import type { ChangedStep, ExplainChanges } from "../../bulk/engine/decisions.ts";
import type { JobPlace } from "../../bulk/engine/job.ts";
import type { EntityChange } from "../../bulk/journal/journals.ts";
import type { Context } from "../../context/context.ts";

/** The most single changes of an object that are looked at. */
const maxCalls = 50;

/** A change that may be the reason for a present value: who made it, and the values that it left. */
interface KnownChange {
  by: string;
  left: unknown;
  isUndo: boolean;
}

/** What was changed since: an object by its id, the values that are there, and those that were expected. */
type Changed = Pick<ChangedStep, "present"> & { id?: string | undefined; expected: unknown };

interface Since {
  place: JobPlace;
  /** The job that is not looked at. */
  except: string;
  since: Date;
}

/** Returns what names the later job that changed a row. Rows that no record explains are left out. */
export function changedBy(context: Context, { place, except, since }: Since): ExplainChanges {
  return async (steps) => {
    const rows = steps.map(({ step, present }) => ({ id: step.id, present, expected: step.before }));
    const found = await jobsThatChanged(context, rows, { place, except, since });
    return new Map(
      found.flatMap((by, index): [number, string][] => {
        const seq = steps[index]?.step.seq;
        return by === undefined || seq === undefined ? [] : [[seq, by]];
      }),
    );
  };
}

/** Returns for each object what set its present values, such as `job k3f9`; undefined if no record shows it. */
export async function jobsThatChanged(
  context: Context,
  objects: readonly Changed[],
  { place, except, since }: Since,
): Promise<(string | undefined)[]> {
  const ids = [...new Set(objects.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return objects.map(() => undefined);
  const steps = await (await context.jobs()).changesSince({ place, ids, since, except });
  const byId = Map.groupBy(steps, ({ step }) => step.id ?? "");
  return withCallLog(context.paths.calls, (log) =>
    objects.map((object) => {
      const { id } = object;
      if (id === undefined) return undefined;
      const calls = log?.changesOf(id, place, maxCalls).filter(({ job }) => job !== except) ?? [];
      const known = [...(byId.get(id) ?? []).map(changeOfStep), ...calls.map(changeOfCall)];
      const reasons = known.filter(({ left }) => explains(left, object));
      // The job whose values an undo has restored is still in effect, so it can be undone.
      return (reasons.find(({ isUndo }) => !isUndo) ?? reasons[0])?.by;
    }),
  );
}

const changeOfStep = ({ job, step }: EntityChange): KnownChange =>
  step.state === "undone"
    ? { by: `the undo of job ${job}`, left: step.before, isUndo: true }
    : { by: `job ${job}`, left: step.after, isUndo: false };

const changeOfCall = ({ job, state, before, after, input }: RecordedCall): KnownChange =>
  state === "undone"
    ? { by: `the undo of job ${job}`, left: before, isUndo: true }
    : { by: `job ${job}`, left: after ?? input, isUndo: false };

/** Returns whether a change set a present value that was not expected. */
function explains(left: unknown, { present, expected }: Changed): boolean {
  const [there, before, set] = [leaves(present), leaves(expected), leaves(left)];
  return [...there].some((leaf) => !before.has(leaf) && set.has(leaf));
}

/** Returns the values of an object with the names of their fields; jobs and API calls nest them differently. */
function leaves(value: unknown, name = "", found = new Set<string>()): Set<string> {
  if (value !== null && typeof value === "object") {
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) leaves(inner, isList ? name : key, found);
  } else found.add(`${name} ${String(value)}`);
  return found;
}
