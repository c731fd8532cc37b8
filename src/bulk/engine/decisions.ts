import { sameJson } from "../../kernel/json.ts";
import type { Json, Step, StepError, Work } from "../journal/step.ts";
import { isCreate, type StepTransition } from "./schedule.ts";

/** A row that has neither the values that the plan read nor the planned ones. */
export interface ChangedStep {
  step: Step;
  present: Json;
}

/** Returns by seq who changed rows since, such as `job k3f9`, as far as there is a record of it. */
export type ExplainChanges = (changed: readonly ChangedStep[]) => Promise<ReadonlyMap<number, string>>;

const changed = (by: string | undefined): StepError => ({
  code: "CHANGED",
  message: `changed by ${by ?? "someone else"} since${by === undefined ? " the plan" : ""}; left alone`,
});
const gone: StepError = { code: "GONE", message: "no longer exists" };
const exists: StepError = { code: "EXISTS", message: "one with this key already exists; left alone" };

/** Observes planned steps and decides which of them to send now, and what to record for the others. */
export async function decideBeforeSending(
  work: Pick<Work, "read" | "find">,
  steps: readonly Step[],
  explain?: ExplainChanges,
): Promise<{ transitions: StepTransition[]; send: Step[] }> {
  const states = await observe(work, steps);
  const others = steps.flatMap((step): ChangedStep[] => {
    const state = states.get(step.seq);
    return state?.is === "changed" ? [{ step, present: state.present }] : [];
  });
  const known = others.length > 0 ? await explain?.(others) : undefined;
  const decisions = steps.map((step) =>
    decidePlanned(step, states.get(step.seq) ?? { is: "hidden" }, known?.get(step.seq)),
  );
  return {
    transitions: decisions.flatMap((decision) => (decision.to === "send" ? [] : [decision])),
    send: decisions.flatMap((decision) => (decision.to === "send" ? [decision.step] : [])),
  };
}

function decidePlanned(
  step: Step,
  state: ObservedState,
  by: string | undefined,
): StepTransition | { to: "send"; step: Step } {
  switch (state.is) {
    case "done":
      // An entity that a create finds is its own if the create was sent before; else someone else made it.
      if (state.id !== undefined && step.attempts === 0) return { to: "failed", step, error: exists };
      return { to: "done", step, already: true, id: state.id };
    case "changed":
      return { to: "failed", step, error: changed(by) };
    case "gone":
      return { to: "failed", step, error: gone };
    case "new":
      return { to: "send", step: { ...step, before: state.present } };
    default:
      return { to: "send", step };
  }
}

/** Decides the transition of a step that was sent and got no response, from what the platform shows. */
export function decideSent(
  step: Step,
  state: ObservedState,
  error: StepError,
  settlesOnly = false,
): StepTransition {
  switch (state.is) {
    case "done":
      return { to: "done", step, id: state.id };
    case "undone":
    case "absent":
      return { to: "planned", step };
    case "gone":
      return { to: "failed", step, error: gone };
    case "hidden":
      // A delete by id can be repeated.
      return step.after === null && !settlesOnly ? { to: "planned", step } : { to: "unknown", step, error };
    default:
      return { to: "unknown", step, error };
  }
}

/**
 * The state of a step as the platform shows it:
 * `done`: as planned (`id`: the entity that was created);
 * `undone`: as before; `absent`: no entity has the key of the create;
 * `new`: this job has created the entity, and `present` becomes the step's `before`;
 * `changed`: neither as before nor as planned, but `present`; `gone`: the entity does not exist;
 * `hidden`: the platform cannot show it.
 */
type ObservedState =
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
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const creates = lost.filter(isCreate);
  for (const milliseconds of work.rereads ?? []) {
    const absent = creates.filter(({ seq }) => states.get(seq)?.is === "absent");
    if (absent.length === 0) return;
    await sleep(milliseconds);
    for (const [seq, state] of await observe(work, absent)) states.set(seq, state);
  }
}

function compare(step: Step, present: ReadonlyMap<number, Json | undefined>): ObservedState {
  if (!present.has(step.seq)) return { is: "hidden" };
  const value = present.get(step.seq);
  if (value === undefined) return { is: step.after === null ? "done" : "gone" };
  if (step.after !== null && sameJson(value, step.after)) return { is: "done" };
  if (sameJson(value, step.before)) return { is: "undone" };
  return { is: step.before === null ? "new" : "changed", present: value };
}
