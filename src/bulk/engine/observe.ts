import { setTimeout as wait } from "node:timers/promises";
import { sameJson } from "../../kernel/json.ts";
import type { Json, Step, Work } from "../journal/step.ts";
import { isCreate } from "./schedule.ts";

/**
 * The state of a step as the platform shows it:
 * `done`: as planned (`id`: the entity that was created);
 * `undone`: as before; `absent`: no entity has the key of the create;
 * `new`: this job has created the entity, and `present` becomes the step's `before`;
 * `changed`: neither as before nor as planned, but `present`; `gone`: the entity does not exist;
 * `hidden`: the platform cannot show it.
 */
export type ObservedState =
  | { is: "done"; id?: string }
  | { is: "undone" | "absent" | "gone" | "hidden" }
  | { is: "new" | "changed"; present: Json };

/** Reads the state of each step: creates by their keys, the others by id. Rejects if a request fails. */
export async function observe(
  work: Pick<Work, "read" | "find">,
  steps: readonly Step[],
): Promise<Map<number, ObservedState>> {
  const [creates, others] = [steps.filter(isCreate), steps.filter((step) => !isCreate(step))];
  const present = others.length > 0 ? await work.read(others) : new Map<number, Json | undefined>();
  const states = new Map<number, ObservedState>(others.map((step) => [step.seq, compare(step, present)]));
  const keyed = creates.filter(({ key }) => key !== undefined);
  const found = keyed.length > 0 ? await work.find(keyed) : new Map<number, string>();
  for (const { seq, key } of creates) {
    const id = found.get(seq);
    states.set(
      seq,
      key === undefined ? { is: "hidden" } : id === undefined ? { is: "absent" } : { is: "done", id },
    );
  }
  return states;
}

/** Reads creates again that got no response and are not shown, as often as the work says, and updates `states`. */
export async function observeLate(
  work: Pick<Work, "read" | "find" | "rereads">,
  lost: readonly Step[],
  states: Map<number, ObservedState>,
): Promise<void> {
  const creates = lost.filter(isCreate);
  for (const milliseconds of work.rereads ?? []) {
    const absent = creates.filter(({ seq }) => states.get(seq)?.is === "absent");
    if (absent.length === 0) return;
    await wait(milliseconds);
    for (const [seq, state] of await observe(work, absent)) states.set(seq, state);
  }
}

function compare(step: Step, present: ReadonlyMap<number, Json | undefined>): ObservedState {
  if (!present.has(step.seq)) return { is: "hidden" };
  const value = present.get(step.seq);
  if (value === undefined) return { is: step.after === null ? "done" : "gone" };
  if (step.after !== null && sameJson(value, step.after)) return { is: "done" };
  if (step.before === null) return { is: "new", present: value };
  return sameJson(value, step.before) ? { is: "undone" } : { is: "changed", present: value };
}
