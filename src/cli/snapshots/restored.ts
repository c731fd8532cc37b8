import type { Journal } from "../../bulk/journal/journal.ts";
import { restoredIdOf } from "../../bulk/plan/stage.ts";
import type { Context, JobResults } from "../../context/context.ts";
import { countOf } from "../../kernel/text.ts";
import type { LaterIds } from "../../resources/snapshot/pair-stores.ts";

/** A deleted object that a restore created again. */
interface Restored {
  /** `product`, `collection` … */
  kind: string;
  name: string;
  oldId: string;
  id: string;
}

/** Yields the objects that a restore has created. */
function* restoredBy(journal: Journal): Generator<Restored> {
  for (const step of journal.allSteps({ state: "done" })) {
    const { kind, id, label } = step;
    if (!kind.endsWith(".create") || id === undefined) continue;
    const oldId = restoredIdOf(journal, step);
    if (oldId) yield { kind: kind.slice(0, kind.indexOf(".")), name: label, oldId, id };
  }
}

/** The most new ids that are printed. */
const mostPrinted = 20;

/** Returns what a restore reports: the new ids of the objects that it created again. */
export function restoredResults(journal: Journal): JobResults {
  const restored = [...restoredBy(journal)];
  const lines = restored.slice(0, mostPrinted).map(({ name, oldId, id }) => `${name}: ${oldId} is now ${id}`);
  const more = restored.length - lines.length;
  return {
    json: { restored },
    lines: [
      ...(restored.length > 0
        ? [`${countOf(restored.length, "deleted object")} came back under new ids:`]
        : []),
      ...lines,
      ...(more > 0 ? [`… and ${countOf(more, "other")}. All of them: --json`] : []),
    ],
  };
}

/** Returns the ids that objects of the profile's site got when earlier restores created them again. */
export async function laterIds(context: Context): Promise<LaterIds> {
  const site = (await context.site()).id;
  const jobs = await context.jobs();
  const later = new Map<string, string[]>();
  for (const entry of await jobs.list()) {
    if ("damaged" in entry || entry.job.kind !== "restore" || entry.job.site !== site) continue;
    if (entry.counts.done === 0) continue;
    const journal = await jobs.open(entry.id);
    try {
      for (const { oldId, id } of restoredBy(journal)) later.set(oldId, [...(later.get(oldId) ?? []), id]);
    } finally {
      await journal.close();
    }
  }
  return (id) => {
    const found = new Set([id]);
    // An object that was restored, deleted and restored again has had several ids.
    for (const one of found) for (const next of later.get(one) ?? []) found.add(next);
    found.delete(id);
    return [...found];
  };
}
