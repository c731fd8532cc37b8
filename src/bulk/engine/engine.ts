import { setTimeout as wait } from "node:timers/promises";
import { ApiError, type ErrorReport, exitCodes, reportError, TillError } from "../../kernel/errors.ts";
import { groupCommit } from "../journal/group-commit.ts";
import type { BulkEvent, Step, StepError, StepOutcome, Work } from "../journal/step.ts";
import { AsyncQueue } from "./async-queue.ts";
import { asSent, asUnsent, isDoubtful } from "./attempts.ts";
import { decideSent, type ExplainChanges } from "./decisions.ts";
import { failureKind, isForWholeRequest, isJournalError, stepErrorOf } from "./failure.ts";
import { Feed, type PreparedRequest, readLimit } from "./feed.ts";
import { observe, observeLate } from "./observe.ts";
import { Outage } from "./outage.ts";
import { split } from "./requests.ts";
import { isCreate, type Schedule, type StepTransition } from "./schedule.ts";
import { eventOf } from "./transition-event.ts";

/** The maximum number of times that a step is read and sent again because others changed its entity. */
const maxStale = 5;

export interface RunOptions {
  /** Once aborted, no new request is sent; those in flight are finished and recorded. */
  signal?: AbortSignal;
  /** Requests at a time. Default 8. */
  concurrency?: number;
  /** Says who changed a row since it was read. */
  explain?: ExplainChanges;
  /**
   * For how many milliseconds the platform may still carry out a request whose sender has died. Until then, a step that an
   * earlier run sent is not sent again, unless its write is conditional. Default 0: a request ends with its process.
   */
  requestLimit?: number;
  clock?: EngineClock;
}

/** The time, as the journal and the waits of a run see it. */
export interface EngineClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after some milliseconds, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: EngineClock = {
  now: Date.now,
  sleep: async (ms, signal) => await wait(ms, undefined, { signal }).catch(() => {}),
};

/** How often the journal records that requests may still be leaving: pacing and retries delay them. */
const leavingMs = 1000;

const noResponse: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent and got no response",
};

const notSettled: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent, and the response does not say whether it was done",
};

const interrupted: ErrorReport = {
  code: "INTERRUPTED",
  message: "Stopped early.",
  retryable: true,
  exitCode: exitCodes.interrupted,
};

/**
 * Runs a schedule to its end: settles what was sent before, then the phases one by one. Yields events and returns why it
 * stopped early, or undefined. When the consumer stops reading, the run stops as after an abort.
 */
export async function* runSchedule(
  schedule: Schedule,
  work: Work,
  options: RunOptions,
): AsyncGenerator<BulkEvent, ErrorReport | undefined> {
  const run = new Run(schedule, work, options);
  const ended = run.start();
  try {
    yield* run.events.items();
    await ended;
    return run.stopped;
  } finally {
    run.abandon();
    await ended;
    run.throwCrash();
  }
}

class Run {
  readonly events = new AsyncQueue<BulkEvent>(1000);
  readonly #schedule: Schedule;
  readonly #work: Work;
  readonly #signal: AbortSignal | undefined;
  readonly #concurrency: number;
  readonly #commit;
  readonly #feed: Feed;
  /** Seqs of steps that this run plans to send for the second and last time. */
  readonly #retried = new Set<number>();
  /** The number of times that each step was rejected as stale. */
  readonly #stale = new Map<number, number>();
  readonly #outage = new Outage();
  readonly #clock: EngineClock;
  readonly #requestLimit: number;
  /** Steps that are marked as sent and have no recorded outcome, by seq. */
  readonly #leaving = new Map<number, Step>();
  /** Aborted when the run is to end, so that waits end. */
  readonly #ended = new AbortController();
  #stop: ErrorReport | undefined;
  /** A bug or an error of the journal's file: thrown once everything in flight has ended. */
  #crash: { error: unknown } | undefined;

  constructor(schedule: Schedule, work: Work, options: RunOptions) {
    const { signal, concurrency = 8, explain, requestLimit = 0, clock = systemClock } = options;
    this.#schedule = schedule;
    this.#work = work;
    this.#signal = signal;
    this.#concurrency = concurrency;
    this.#clock = clock;
    this.#requestLimit = requestLimit;
    this.#commit = groupCommit<StepTransition>((transitions) => schedule.record(transitions));
    this.#feed = new Feed({
      schedule,
      work,
      concurrency,
      explain,
      room: () => this.events.room(),
      isHalted: () => this.stopped !== undefined || this.#crash !== undefined,
      mark: (steps) => this.#mark(steps),
      record: (transitions) => this.#record(transitions),
      fail: (error) => this.#fail(error),
      idle: () => void this.#commit.now([]),
    });
  }

  get stopped(): ErrorReport | undefined {
    return this.#stop ?? (this.#signal?.aborted ? interrupted : undefined);
  }

  /** Stops the run because nothing reads its events. */
  abandon(): void {
    this.#stop ??= interrupted;
    this.#ended.abort();
    this.events.close();
    this.#feed.wake();
  }

  throwCrash(): void {
    if (this.#crash) throw this.#crash.error;
  }

  /** Never rejects: see `stopped` and `throwCrash`. */
  async start(): Promise<void> {
    const leaving = setInterval(() => this.#noteLeaving(), leavingMs).unref();
    try {
      await this.#settleUncertain();
      for (const phase of this.#schedule.phases()) {
        await Promise.all(Array.from({ length: this.#concurrency }, () => this.#sendRequests(phase)));
        this.#record(this.#feed.endPhase().map((step) => ({ to: "planned", step })));
        await this.#commit.now([]);
      }
      this.#record(this.#outage.stepsToRetry().map((step) => ({ to: "planned", step })));
      await this.#commit.now([]);
    } catch (error) {
      this.#fail(error);
    }
    clearInterval(leaving);
    this.events.close();
  }

  /** Records that the requests in flight may leave this computer only now. */
  #noteLeaving(): void {
    if (this.#leaving.size === 0 || this.#crash) return;
    const at = this.#clock.now();
    const steps = [...this.#leaving.values()];
    this.#commit
      .soon(steps.map((step) => ({ to: "leaving", step, at })))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Ends the run: an expected error is reported as the reason, any other is thrown in the end. */
  #fail(error: unknown): void {
    if (error instanceof TillError && !isJournalError(error)) this.#stop ??= reportError(error);
    else this.#crash ??= { error };
    this.#ended.abort();
    this.#feed.wake();
  }

  /**
   * Settles what earlier runs sent. A request may still wait at the platform although its process has died, so that a step
   * that is not done is read again, and perhaps sent again, only when the platform has given that request up.
   */
  async #settleUncertain(): Promise<void> {
    const early: Step[] = [];
    let steps = this.#schedule.uncertain(0, readLimit);
    while (steps.length > 0 && !this.stopped) {
      early.push(...(await this.#settle(steps, () => undefined, { waits: true })));
      steps = this.#schedule.uncertain(steps.at(-1)?.seq ?? 0, readLimit);
    }
    await this.#commit.now([]);
    if (early.length === 0 || this.stopped) return;
    const ms = Math.max(...early.map((step) => this.#remainingMs(step)));
    this.events.push({ type: "waiting", steps: early.length, seconds: Math.ceil(ms / 1000) });
    const signals = [this.#ended.signal, ...(this.#signal ? [this.#signal] : [])];
    await this.#clock.sleep(ms, AbortSignal.any(signals));
    for (let from = 0; from < early.length && !this.stopped; from += readLimit)
      await this.#settle(early.slice(from, from + readLimit), () => undefined);
    await this.#commit.now([]);
  }

  /** Returns for how long the platform may still carry out the request of a step. */
  #remainingMs({ sentAt }: Step): number {
    const limit = this.#requestLimit;
    if (sentAt === undefined || limit === 0) return 0;
    // The clock may have been set back, and another computer's may differ.
    return Math.min(limit + leavingMs, Math.max(0, sentAt + leavingMs + limit - this.#clock.now()));
  }

  async #sendRequests(phase: number): Promise<void> {
    try {
      for (let request = await this.#feed.next(phase); request; request = await this.#feed.next(phase))
        await this.#send(request);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #send({ steps: prepared, marked }: PreparedRequest): Promise<void> {
    await (marked ?? this.#mark(prepared));
    const steps = prepared.map(asSent);
    this.events.push({ type: "step.sent", steps });
    await this.#write(steps);
  }

  /** Sends one request for steps that are marked as sent, and records their outcomes. */
  async #write(steps: readonly Step[]): Promise<void> {
    let outcomes: StepOutcome[];
    try {
      outcomes = await this.#work.write(steps);
    } catch (error) {
      await this.#writeFailed(steps, error);
      return;
    }
    if (outcomes.some(({ ok }) => ok)) this.#outage.end();
    const bySeq = new Map(outcomes.map((outcome) => [outcome.seq, outcome]));
    const errors = new Map<number, StepError>();
    const missing: Step[] = [];
    for (const step of steps) {
      const outcome = bySeq.get(step.seq);
      if (outcome === undefined) missing.push(step);
      else if (outcome.ok || outcome.stale || !(outcome.unsure || isDoubtful(step)))
        this.#record([this.#transition(step, outcome)]);
      else errors.set(step.seq, outcome.error);
    }
    if (missing.length > 0) await this.#settle(missing, () => notSettled);
    const doubtful = steps.filter(({ seq }) => errors.has(seq));
    if (doubtful.length > 0)
      await this.#settle(doubtful, ({ seq }) => errors.get(seq), { rejection: "rejected" });
  }

  /** A step that is stale was certainly not carried out: it is read and decided anew, a few times per run. */
  #transition(step: Step, outcome: StepOutcome): StepTransition {
    if (outcome.ok) {
      const { seq: _, ok: __, ...known } = outcome;
      return { to: "done", step, ...known };
    }
    const times = (this.#stale.get(step.seq) ?? 0) + 1;
    this.#stale.set(step.seq, times);
    if (outcome.stale && times <= maxStale) return { to: "planned", step: asUnsent(step) };
    return { to: "failed", step, error: outcome.error };
  }

  #mark(steps: readonly Step[]): Promise<void> {
    const at = this.#clock.now();
    for (const step of steps) this.#leaving.set(step.seq, step);
    return this.#commit.now(steps.map((step) => ({ to: "sent", step: asSent(step), at })));
  }

  async #writeFailed(steps: readonly Step[], error: unknown): Promise<void> {
    const kind = failureKind(error);
    if (kind === "unsent") {
      this.#record(steps.map((step) => ({ to: "planned", step })));
      this.#fail(error);
      return;
    }
    if (steps.length > 1 && isForWholeRequest(error)) {
      await this.#writeHalves(steps);
      return;
    }
    const gone = error instanceof ApiError && error.status === 404;
    const [lost, rejected] = split(
      steps,
      (step) => kind === "lost" || step.attempts > 1 || (step.after === null && gone),
    );
    this.#record(rejected.map((step) => ({ to: "failed", step, error: stepErrorOf(error) })));
    const rejection = gone ? "gone" : kind === "rejected" ? "rejected" : undefined;
    if (kind === "rejected") this.#outage.end();
    const down = this.#outage.count(error);
    if (lost.length > 0) await this.#settle(lost, () => stepErrorOf(error), { rejection });
    if (down) this.#fail(down);
  }

  /** Sends the halves of a request that was rejected as a whole, so that one invalid step fails alone. */
  async #writeHalves(steps: readonly Step[]): Promise<void> {
    const middle = Math.ceil(steps.length / 2);
    for (const half of [steps.slice(0, middle), steps.slice(middle)]) {
      if (this.stopped) this.#record(half.map((step) => ({ to: "planned", step: asUnsent(step) })));
      else await this.#write(half);
    }
  }

  /**
   * Reads back steps that were sent and records their outcome. `errorOf`: the error instead of a result (undefined: an
   * earlier process sent them). A step that was certainly not carried out is planned once more per run; after that, or
   * after a `rejection`, it fails. A delete of an entity that is `gone` is done. With `waits`, returns the steps that could
   * be sent again, but whose earlier requests the platform may still carry out; nothing is recorded for them.
   */
  async #settle(
    steps: readonly Step[],
    errorOf: (step: Step) => StepError | undefined,
    { rejection, waits = false }: { rejection?: "rejected" | "gone" | undefined; waits?: boolean } = {},
  ): Promise<Step[]> {
    const early: Step[] = [];
    let states: Awaited<ReturnType<typeof observe>>;
    try {
      states = await observe(this.#work, steps);
      if (rejection === undefined) await observeLate(this.#work, steps.filter(errorOf), states);
    } catch (cause) {
      this.#record(
        steps.map((step) => ({ to: "unknown", step, error: errorOf(step) ?? stepErrorOf(cause) })),
      );
      this.#fail(cause);
      return early;
    }
    const transitions = steps.flatMap((step): StepTransition | [] => {
      const state = states.get(step.seq) ?? { is: "hidden" };
      const error = errorOf(step);
      if (rejection === "gone" && step.after === null && state.is === "hidden") return { to: "done", step };
      const decision = decideSent(step, state, error ?? step.error ?? noResponse);
      const isEarly = waits && decision.to === "planned" && this.#remainingMs(step) > 0;
      if (isEarly && this.#work.conditional?.(step) !== true) {
        early.push(step);
        return [];
      }
      if (!error || (decision.to !== "planned" && decision.to !== "unknown")) return decision;
      if (rejection) return { to: "failed", step, error };
      if (decision.to === "unknown") return decision;
      if (this.#work.once) return { to: "unknown", step, error };
      if (this.#retried.has(step.seq)) {
        this.#outage.addFailed(step);
        return { to: "failed", step, error };
      }
      this.#retried.add(step.seq);
      return decision;
    });
    if (transitions.some(({ to, step }) => to === "done" && errorOf(step))) this.#outage.end();
    this.#record(transitions);
    return early;
  }

  /** Records transitions with the next commit, then pushes their events; does not block the caller. */
  #record(transitions: readonly StepTransition[]): void {
    if (transitions.length === 0) return;
    for (const { step } of transitions) this.#leaving.delete(step.seq);
    for (const transition of transitions)
      if (transition.to === "failed" && transition.error.code === "DEPENDENCY")
        this.#outage.addFailed(transition.step);
    // A create without a key cannot be found again if the process dies now.
    const urgent = transitions.some(({ step }) => isCreate(step) && step.key === undefined);
    this.#commit[urgent ? "now" : "soon"](transitions).then(
      () => {
        for (const event of transitions.flatMap((transition) => eventOf(transition) ?? []))
          this.events.push(event);
        this.#feed.release(transitions.map(({ step }) => step));
      },
      (error: unknown) => this.#fail(error),
    );
  }
}
