import type { ChangedStep, ExplainChanges } from "../../bulk/engine/decisions.ts";
import type { JobPlace } from "../../bulk/engine/job.ts";
import type { EntityChange } from "../../bulk/journal/journals.ts";
import type { Context } from "../../context/context.ts";

/** A change that may be the reason for a present value: who made it, and the values that it left. */
interface KnownChange {
  by: string;
  left: unknown;
  isUndo: boolean;
}

interface Since {
  place: JobPlace;
  /** The job that is not looked at. */
  except: string;
  since: Date;
}

/** Returns what names the later job that changed a row. Rows that no record explains are left out. */
export function changedBy(context: Context, { place, except, since }: Since): ExplainChanges {
  return async (rows) => {
    const ids = [...new Set(rows.flatMap(({ step }) => step.id ?? []))];
    const changes = await (await context.jobs()).changesSince({ place, ids, since, except });
    const byId = Map.groupBy(changes, ({ step }) => step.id ?? "");
    return new Map(
      rows.flatMap((row): [number, string][] => {
        const reasons = (byId.get(row.step.id ?? "") ?? [])
          .map(changeOfStep)
          .filter(({ left }) => explains(left, row));
        // The job whose values an undo has restored is still in effect, so it can be undone.
        const reason = reasons.find(({ isUndo }) => !isUndo) ?? reasons[0];
        return reason ? [[row.step.seq, reason.by]] : [];
      }),
    );
  };
}

const changeOfStep = ({ job, step }: EntityChange): KnownChange =>
  step.state === "undone"
    ? { by: `the undo of job ${job}`, left: step.before, isUndo: true }
    : { by: `job ${job}`, left: step.after, isUndo: false };

/** Returns whether a change set a present value that was not expected. */
function explains(left: unknown, { present, step }: ChangedStep): boolean {
  const [there, before, set] = [leaves(present), leaves(step.before), leaves(left)];
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
