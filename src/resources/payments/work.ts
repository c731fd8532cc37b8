import { setTimeout as pause } from "node:timers/promises";
import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepDraft, StepOutcome, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { ApiError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import {
  type Authorization,
  actions,
  authorizedTotal,
  type PaymentAction,
  type PaymentGateway,
  type PaymentOrder,
} from "./gateway.ts";

export interface PaymentWorkOptions {
  /** Milliseconds to wait before each further read of a payment after a lost response. */
  waits?: readonly number[];
  sleep?(ms: number): Promise<void>;
}

const defaultWaits = [200, 800];

/**
 * Returns how jobs capture and void: one order per step, one request per step, sent once. After a lost response the
 * payments are read again; a step that they do not show as done stays unknown.
 */
export function paymentWork(
  gateway: PaymentGateway,
  { waits = defaultWaits, sleep = async (ms) => await pause(ms) }: PaymentWorkOptions = {},
): Work {
  const lookUp = async (step: Step): Promise<StepOutcome | undefined> => {
    const { authorizations, requestId } = await gateway.authorizations([step.id ?? ""]);
    const present = authorizations.get(step.id ?? "");
    const outcome = present && outcomeOf(step, present, requestId);
    if (outcome === "pending") throw notSettled(requestId);
    return outcome;
  };
  /** Reads the outcome of a request whose response was lost; undefined if the payments do not show it. */
  const settle = async (step: Step): Promise<StepOutcome | undefined> => {
    for (const wait of [0, ...waits]) {
      if (wait > 0) await sleep(wait);
      const outcome = await lookUp(step);
      if (outcome) return outcome;
    }
    return undefined;
  };
  /** Returns the outcome if the payments already have the requested state, because another run has set it. */
  const doneByOthers = async (step: Step): Promise<StepOutcome | undefined> => {
    const outcome = await lookUp(step);
    return outcome?.ok ? { ...outcome, already: true } : undefined;
  };
  const write = async (step: Step): Promise<StepOutcome> => {
    const action = actionOf(step);
    try {
      const paymentIds = Object.keys(statesOf(step.after).states);
      const { authorizations, requestId } = await gateway.perform(action, step.id ?? "", paymentIds);
      const outcome = authorizations && outcomeOf(step, authorizations, requestId, true);
      if (outcome === "pending") throw notSettled(requestId);
      if (outcome) return outcome;
      const known = requestId === undefined ? {} : { requestId };
      throw new TransportError("The response does not contain the state of the payments.", "maybe", known);
    } catch (error) {
      // Payment requests with an unclear outcome throw UnknownOutcomeError, so this response means that nothing was done.
      if (error instanceof ApiError && error.status >= 500 && error.status !== 501)
        throw new TransportError(error.message, "no", { code: error.code, cause: error });
      const lost = error instanceof UnknownOutcomeError ? error.code !== "PENDING" : isMaybeLost(error);
      const rejected = error instanceof ApiError && error.status === 409;
      if (!lost && !rejected) throw error;
      // If reading fails too, the first error is reported.
      const known = await (lost ? settle(step) : doneByOthers(step)).catch((cause: unknown) => {
        throw cause instanceof UnknownOutcomeError ? cause : error;
      });
      if (known) return known;
      throw error;
    }
  };
  return {
    kinds: paymentStepKinds,
    once: true,
    invert: (step) => {
      actionOf(step);
      return undefined;
    },
    async read(steps) {
      steps.forEach(actionOf);
      const { authorizations } = await gateway.authorizations(steps.map(({ id = "" }) => id));
      return new Map(steps.map((step) => [step.seq, presentStates(step, authorizations.get(step.id ?? ""))]));
    },
    write: (steps) => Promise.all(steps.map(write)),
  };
}

const isMaybeLost = (error: unknown) => error instanceof TransportError && error.arrived === "maybe";

function notSettled(requestId: string | undefined): UnknownOutcomeError {
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  return new UnknownOutcomeError(`the payment provider accepted it and has not settled it yet${request}`, {
    code: "PENDING",
  });
}

/** Returns the present state of a step's payments in the shape of its `before`. */
function presentStates(step: Step, authorizations: readonly Authorization[] | undefined): Json | undefined {
  if (authorizations === undefined) return undefined;
  const { states, currency } = statesOf(step.before);
  const own = authorizations.filter(({ id }) => Object.hasOwn(states, id));
  const present = Object.fromEntries(own.map(({ id, state }) => [id, state]));
  return { states: present, amount: authorizedTotal(own, currency), currency };
}

/**
 * Returns what the payments of a step show: done, rejected by the provider, pending, or (undefined) no effect. A failed
 * state that was there before the step counts only if it is in the `response` to the step.
 */
function outcomeOf(
  step: Step,
  authorizations: readonly Authorization[],
  requestId: string | undefined,
  response = false,
): StepOutcome | "pending" | undefined {
  const action = actionOf(step);
  const { states } = statesOf(step.before);
  const { target, running, failed } = actions[action];
  const own = authorizations.filter(({ id }) => Object.hasOwn(states, id));
  const known = requestId === undefined ? {} : { requestId };
  if (own.length > 0 && own.every(({ state }) => state === target))
    return { seq: step.seq, ok: true, ...known };
  if (own.some(({ state }) => state === running)) return "pending";
  const rejected = own.find(({ id, state }) => state === failed && (response || states[id] !== failed));
  if (rejected === undefined) return undefined;
  const why = rejected.failure === undefined ? "" : ` (${rejected.failure})`;
  const message = `the payment provider rejected the ${action}${why}`;
  return { seq: step.seq, ok: false, error: { code: failed, message, ...known } };
}

/** The `before` and `after` of a step: the state of each payment, and their total. */
interface PaymentStates {
  states: Record<string, string>;
  amount: string;
  currency: string;
}

/** The step kinds of captures and voids. */
export const paymentStepKinds: ReadonlySet<string> = new Set(["payment.capture", "payment.void"]);

/** Returns the step that captures or voids these payments of an order. */
export function paymentStep(
  action: PaymentAction,
  { id, number, currency }: PaymentOrder,
  authorizations: readonly Authorization[],
  source?: string,
): StepDraft {
  const money = { amount: authorizedTotal(authorizations, currency), currency };
  const states = (state?: string) =>
    Object.fromEntries(
      authorizations.map((authorization) => [authorization.id, state ?? authorization.state]),
    );
  return {
    kind: `payment.${action}`,
    id,
    label: number,
    before: { states: states(), ...money },
    after: { states: states(actions[action].target), ...money },
    source,
  };
}

/** Returns the action of a step. Throws UsageError for an unknown step kind. */
export function actionOf({ kind }: Pick<Step, "kind">): PaymentAction {
  if (kind === "payment.capture") return "capture";
  return kind === "payment.void" ? "void" : unknownKind({ kind });
}

/** Returns the amount of a step: decimal text and currency. */
export function moneyOf({ after }: Pick<StepDraft, "after">): { amount: string; currency: string } {
  const { amount, currency } = statesOf(after);
  return { amount, currency };
}

/** Returns a step's `before` or `after`. */
export const statesOf = (value: Json): PaymentStates => value as unknown as PaymentStates;

/** Returns the change of a step of a capture or void: the state of the payments and their total. */
export function paymentChanges(step: Step): FieldChange[] {
  const action = actionOf(step);
  const { amount, currency } = moneyOf(step);
  const after = `${amount} ${currency} ${actions[action].done}`;
  return [{ action, field: "payment", before: `${amount} ${currency} authorized`, after }];
}

/** Describes a step of a capture or void for a preview. */
export function describePaymentStep(step: Step): StepDescription {
  const { amount, currency } = moneyOf(step);
  return { label: step.label, what: actionOf(step), before: `${amount} ${currency}`, after: "" };
}
