import { isCreate } from "../engine/course.ts";
import type { Json, Step, Work } from "../journal/step.ts";
import { sameJson } from "./same-json.ts";

/**
 * What the platform shows of a step:
 * `done` it is as planned (`id`: of the entity that was created);
 * `undone` it is as it was before; `absent` there is no entity of the create's key;
 * `fresh` the entity is one that this job created, and this is what it has now: the base to compare with later;
 * `changed` it is neither as before nor as planned; `gone` the entity is not there;
 * `hidden` the platform cannot show it.
 */
export type Sight =
  | { is: "done"; id?: string }
  | { is: "undone" | "absent" | "changed" | "gone" | "hidden" }
  | { is: "fresh"; present: Json };

/** Looks up each step, reading all but creates in one call. Rejects where a read does. */
export async function inspect(
  work: Pick<Work, "read" | "find">,
  steps: readonly Step[],
): Promise<Map<number, Sight>> {
  const [creates, others] = [steps.filter(isCreate), steps.filter((step) => !isCreate(step))];
  const present = others.length > 0 ? await work.read(others) : new Map<number, Json | undefined>();
  const sights = new Map<number, Sight>(others.map((step) => [step.seq, compare(step, present)]));
  await Promise.all(creates.map(async (step) => sights.set(step.seq, await search(work, step))));
  return sights;
}

function compare(step: Step, present: ReadonlyMap<number, Json | undefined>): Sight {
  if (!present.has(step.seq)) return { is: "hidden" };
  const value = present.get(step.seq);
  if (value === undefined) return { is: step.after === null ? "done" : "gone" };
  if (step.after !== null && sameJson(value, step.after)) return { is: "done" };
  if (step.before === null) return { is: "fresh", present: value };
  return { is: sameJson(value, step.before) ? "undone" : "changed" };
}

async function search(work: Pick<Work, "find">, step: Step): Promise<Sight> {
  if (step.key === undefined) return { is: "hidden" };
  const id = await work.find(step);
  return id === undefined ? { is: "absent" } : { is: "done", id };
}
