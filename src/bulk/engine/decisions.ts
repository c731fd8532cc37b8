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

/** The time and the waits of a run whose reads may trail its writes. */
export interface LateReads {
  /** On the clock of `sentAt`. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Observes planned steps and decides which of them to send now, and what to record for the others. */
export async function decideBeforeSending(
  work: Pick<Work, "read" | "find" | "rereads">,
  steps: readonly Step[],
  { now, sleep }: LateReads,
  explain?: ExplainChanges,
): Promise<{ transitions: StepTransition[]; send: Step[] }> {
  const states = await observe(work, steps);
  await observeLate(work, steps, states, sleep, (step, state) => mayTrail(step, state, now()));
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
  const found = (keyed.length > 0 && (await work.find?.(keyed))) || new Map<number, string>();
  for (const { seq, key } of creates) {
    const id = found.get(seq);
    states.set(
      seq,
      key === undefined ? { is: "hidden" } : id === undefined ? { is: "absent" } : { is: "done", id },
    );
  }
  return states;
}

/**
 * Reads steps again, as often as the work says, and updates `states`. `mayBeLate`: by default of a create that got no response and
 * is not shown. All steps are read again, as a work may keep what it has read of an object for all steps on it.
 */
export async function observeLate(
  work: Pick<Work, "read" | "find" | "rereads">,
  steps: readonly Step[],
  states: Map<number, ObservedState>,
  sleep: LateReads["sleep"],
  mayBeLate = (step: Step, { is }: ObservedState) => isCreate(step) && is === "absent",
): Promise<void> {
  for (const milliseconds of work.rereads ?? []) {
    if (!steps.some((step) => mayBeLate(step, states.get(step.seq) ?? { is: "hidden" }))) return;
    await sleep(milliseconds);
    for (const [seq, state] of await observe(work, steps)) states.set(seq, state);
  }
}

/** The states of a step of which nothing has happened. */
export const undone: ReadonlySet<string> = new Set(["undone", "absent", "new"]);

/** How long after a write a read may show what was before, in milliseconds. */
const trailMs = 10_000;

/**
 * Returns whether a planned step is not shown as it should be because reads trail the writes of its job: it is on an entity that
 * the job has created, or undoes what was sent a moment ago.
 */
function mayTrail(step: Step, { is }: ObservedState, now: number): boolean {
  if (is === "hidden" || undone.has(is)) return false;
  const isOnCreated = step.before === null && step.dependsOn !== undefined && !isCreate(step);
  return isOnCreated ? is === "gone" : step.sentAt !== undefined && now - step.sentAt < trailMs;
}

function compare(step: Step, present: ReadonlyMap<number, Json | undefined>): ObservedState {
  if (!present.has(step.seq)) return { is: "hidden" };
  const value = present.get(step.seq);
  if (value === undefined) return { is: step.after === null ? "done" : "gone" };
  if (step.after !== null && sameJson(value, step.after)) return { is: "done" };
  if (sameJson(value, step.before)) return { is: "undone" };
  return { is: step.before === null ? "new" : "changed", present: value };
}
