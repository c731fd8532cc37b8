import { setTimeout as pause } from "node:timers/promises";
import type { Json, Step, StepDraft, StepOutcome, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { ApiError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import { type Account, type Aim, type Hold, type PaymentDesk, totalOf } from "./account.ts";
import { wordsOfAim } from "./verdict.ts";

/** What a step of a capture or void plans: how each payment stands, and what they come to. */
interface Planned {
  states: Record<string, string>;
  amount: string;
  currency: string;
}

export interface PaymentWorkOptions {
  /** Milliseconds before each further look at a payment whose answer was lost. */
  waits?: readonly number[];
}

const usualWaits = [200, 800];

/** The step that moves these payments of an account. */
export function paymentStep(aim: Aim, account: Account, holds: readonly Hold[], source?: string): StepDraft {
  const { id, number, currency } = account;
  const money = { amount: totalOf(holds, currency), currency };
  const states = (state?: string) => Object.fromEntries(holds.map((hold) => [hold.id, state ?? hold.state]));
  return {
    kind: `payment.${aim}`,
    id,
    label: number,
    before: { states: states(), ...money },
    after: { states: states(wordsOfAim[aim].target), ...money },
    ...(source !== undefined && { source }),
  };
}

/** What a step moves: decimal text and currency. */
export function moneyOf({ after }: Pick<StepDraft, "after">): { amount: string; currency: string } {
  const { amount, currency } = plannedOf(after);
  return { amount, currency };
}

/** The payments that a step moves. */
export function paymentIdsOf({ after }: Pick<StepDraft, "after">): string[] {
  return Object.keys(plannedOf(after).states);
}

const plannedOf = (value: Json): Planned => value as unknown as Planned;

/**
 * Captures and voids as the bulk engine asks for them: one order a step, one call a step, sent once. A lost answer is
 * settled by reading the payments again; what they do not show as done stays unknown.
 */
export function paymentWork(desk: PaymentDesk, { waits = usualWaits }: PaymentWorkOptions = {}): Work {
  const present = (step: Step, holds: readonly Hold[] | undefined): Json | undefined => {
    if (holds === undefined) return undefined;
    const { states, currency } = plannedOf(step.before);
    const own = holds.filter((hold) => Object.hasOwn(states, hold.id));
    const now = Object.fromEntries(own.map(({ id, state }) => [id, state]));
    return { states: now, amount: totalOf(own, currency), currency };
  };
  const look = async (step: Step) => {
    const { holds, requestId } = await desk.holds([step.id ?? ""]);
    return { holds: holds.get(step.id ?? ""), requestId };
  };
  /** What the payments show of a call whose answer was lost, if they show it. */
  const settle = async (step: Step): Promise<StepOutcome | undefined> => {
    for (const wait of [0, ...waits]) {
      if (wait > 0) await pause(wait);
      const { holds, requestId } = await look(step);
      const outcome = holds && outcomeOf(step, holds, requestId);
      if (outcome === "pending") throw notSettled(requestId);
      if (outcome) return outcome;
    }
    return undefined;
  };
  /** A refusal for the state of the payments may mean that somebody else has done it meanwhile. */
  const doneByOthers = async (step: Step): Promise<StepOutcome | undefined> => {
    const { holds, requestId } = await look(step);
    const outcome = holds && outcomeOf(step, holds, requestId);
    if (outcome === "pending") throw notSettled(requestId);
    return typeof outcome === "object" && outcome.ok ? { ...outcome, already: true } : undefined;
  };
  const write = async (step: Step): Promise<StepOutcome> => {
    const aim = aimOf(step);
    try {
      const { holds, requestId } = await desk.move(aim, step.id ?? "", paymentIdsOf(step));
      const outcome = holds && outcomeOf(step, holds, requestId, true);
      if (outcome === "pending") throw notSettled(requestId);
      if (outcome) return outcome;
      const known = requestId === undefined ? {} : { requestId };
      throw new TransportError("The answer does not say what became of the payments.", "maybe", known);
    } catch (error) {
      // "Come back later" is an answer: nothing was done.
      if (error instanceof ApiError && error.status >= 500 && error.status !== 501)
        throw new TransportError(error.message, "no", { code: error.code, cause: error });
      const lost = error instanceof UnknownOutcomeError ? error.code !== "PENDING" : isMaybeLost(error);
      const refused = error instanceof ApiError && error.status === 409;
      if (!lost && !refused) throw error;
      // Where looking fails too, what happened first is what there is to say.
      const known = await (lost ? settle(step) : doneByOthers(step)).catch((cause: unknown) => {
        throw cause instanceof UnknownOutcomeError ? cause : error;
      });
      if (known) return known;
      throw error;
    }
  };
  return {
    kinds: new Set(["payment.capture", "payment.void"]),
    once: true,
    groupLimit: 1,
    group: () => undefined,
    find: async () => undefined,
    invert: (step) => {
      aimOf(step);
      return undefined;
    },
    async read(steps) {
      steps.forEach(aimOf);
      const { holds } = await desk.holds(steps.map(({ id = "" }) => id));
      return new Map(steps.map((step) => [step.seq, present(step, holds.get(step.id ?? ""))]));
    },
    write: (steps) => Promise.all(steps.map(write)),
  };
}

function aimOf({ kind }: Step): Aim {
  if (kind === "payment.capture") return "capture";
  return kind === "payment.void" ? "void" : unknownKind({ kind });
}

const isMaybeLost = (error: unknown) => error instanceof TransportError && error.arrived === "maybe";

function notSettled(requestId: string | undefined): UnknownOutcomeError {
  const where = requestId === undefined ? "" : ` (request ${requestId})`;
  return new UnknownOutcomeError(`the payment provider accepted it and has not settled it yet${where}`, {
    code: "PENDING",
  });
}

/**
 * What the payments of a step show: done, refused by the provider, on their way, or (undefined) nothing of it. A
 * failure that stood there before counts where the platform `answered` with it.
 */
function outcomeOf(
  step: Step,
  holds: readonly Hold[],
  requestId: string | undefined,
  answered = false,
): StepOutcome | "pending" | undefined {
  const aim = aimOf(step);
  const { states } = plannedOf(step.before);
  const { target, verb } = wordsOfAim[aim];
  const [going, failing] = aim === "capture" ? ["CAPTURING", "CAPTURE_FAILED"] : ["VOIDING", "VOID_FAILED"];
  const own = holds.filter(({ id }) => Object.hasOwn(states, id));
  const known = requestId === undefined ? {} : { requestId };
  if (own.length > 0 && own.every(({ state }) => state === target))
    return { seq: step.seq, ok: true, ...known };
  if (own.some(({ state }) => state === going)) return "pending";
  const failed = own.find(({ id, state }) => state === failing && (answered || states[id] !== failing));
  if (failed === undefined) return undefined;
  const why = failed.failure === undefined ? "" : ` (${failed.failure})`;
  const message = `the payment provider refused the ${verb}${why}`;
  return { seq: step.seq, ok: false, error: { code: failing ?? "", message, ...known } };
}
