import { setTimeout as wait } from "node:timers/promises";
import {
  ApiError,
  type ErrorReport,
  exitCodes,
  reportError,
  TillError,
  TransportError,
  UnknownOutcomeError,
} from "../../kernel/errors.ts";
import { withLastWrite } from "../../kernel/last-write.ts";
import { withReadBack } from "../../kernel/read-back.ts";
import type { BulkEvent, Step, StepError, StepOutcome, Work } from "../journal/step.ts";
import type { Moment, SendGuard } from "../postgres/lease.ts";
import { decideSent, type ExplainChanges, observe, observeLate, undone } from "./decisions.ts";
import { failureKind, isForWholeRequest, isJournalError, isUnanswered, stepErrorOf } from "./failure.ts";
import { Feed, type PreparedRequest, readLimit, split } from "./feed.ts";
import { isCreate, type Schedule, type StepTransition } from "./schedule.ts";

/** How long, and how many items, may wait for the next commit. */
const limits = { milliseconds: 50, items: 256 };

/** Records items in transactions that many concurrent requests share. */
export interface GroupCommit<T> {
  /** Records items, and all that wait, once the event loop has handled the present events. */
  now(items: readonly T[]): Promise<void>;
  /** Records items with the next commit, after 50 ms at most. */
  soon(items: readonly T[]): Promise<void>;
}

/**
 * Runs a function after some milliseconds; after 0, once the event loop has handled the present events. Returns a function
 * that cancels it.
 */
export type After = (ms: number, run: () => void) => () => void;

const afterTimeout: After = (ms, run) => {
  if (ms === 0) {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Groups items into calls of `record`, one transaction each and one at a time. Each promise settles with the transaction of
 * its items.
 */
export function groupCommit<T>(
  record: (items: readonly T[]) => Promise<void>,
  after: After = afterTimeout,
): GroupCommit<T> {
  let items: T[] = [];
  let flushed = Promise.withResolvers<void>();
  let cancelNow: (() => void) | undefined;
  let cancelSoon: (() => void) | undefined;
  let recording = false;
  /** Whether to flush again once the present transaction has ended. */
  let due = false;

  const flush = () => {
    cancelNow?.();
    cancelSoon?.();
    cancelNow = cancelSoon = undefined;
    due = recording;
    if (recording) return;
    const [batch, { resolve, reject }] = [items, flushed];
    items = [];
    flushed = Promise.withResolvers();
    if (batch.length === 0) return resolve();
    recording = true;
    record(batch)
      .then(resolve, reject)
      .finally(() => {
        recording = false;
        if (due) flush();
      });
  };
  const now = (more: readonly T[]) => {
    items.push(...more);
    cancelNow ??= after(0, flush);
    return flushed.promise;
  };
  const soon = (more: readonly T[]) => {
    if (items.length + more.length >= limits.items) return now(more);
    items.push(...more);
    cancelSoon ??= after(limits.milliseconds, flush);
    return flushed.promise;
  };
  return { now, soon };
}

/** The number of consecutive requests without a response, or with a 5xx, that counts as an outage. */
const limit = 20;

/** Detects that the platform rejects all writes although it can be read; steps that fail meanwhile stay planned. */
class Outage {
  #requests = 0;
  #detected = false;
  readonly #failed = new Map<number, Step>();

  /** Counts a failed request. Returns the error that ends the run once too many have failed in a row. */
  count(error: unknown): TillError | undefined {
    const reason = error instanceof UnknownOutcomeError ? (error.cause ?? error) : error;
    const down = reason instanceof TransportError || (reason instanceof ApiError && reason.status >= 500);
    if (!down) return undefined;
    this.#requests += 1;
    if (this.#requests < limit) return undefined;
    this.#detected = true;
    const message = `${this.#requests} requests in a row failed, the last with: ${reason.message}`;
    return new TillError(exitCodes.unavailable, message, {
      code: "OUTAGE",
      hint: "These rows do not count as failed. Resume the job later.",
      cause: reason,
    });
  }

  /** Resets the count after a request that was carried out or rejected for its content. */
  end(): void {
    if (this.#detected) return;
    this.#requests = 0;
    this.#failed.clear();
  }

  /** Remembers a step that failed during the outage, or because a step that it depends on did. */
  addFailed(step: Step): void {
    if (this.#requests > 0) this.#failed.set(step.seq, step);
  }

  /** Returns the steps to plan again; none if there was no outage. */
  stepsToRetry(): Step[] {
    return this.#detected ? [...this.#failed.values()] : [];
  }
}

/** A queue between a producer that is not blocked by every item and a consumer that may be slow. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  readonly #limit: number;
  #closed = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#wakeReader?.();
  }

  /** Resolves when fewer than `limit` items are waiting, or the queue is closed. */
  async room(): Promise<void> {
    while (this.#items.length >= this.#limit && !this.#closed)
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
  }

  /** Ends the queue: called by the producer after the last item, or by the consumer when it stops reading. */
  close(): void {
    this.#closed = true;
    this.#wakeReader?.();
    this.#release();
  }

  /** Yields every item once, until `close`. */
  async *items(): AsyncGenerator<T> {
    for (;;) {
      const batch = this.#items.splice(0);
      this.#release();
      yield* batch;
      if (this.#items.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      this.#wakeReader = undefined;
    }
  }

  #release(): void {
    for (const wake of this.#wakeWriters.splice(0)) wake();
  }
}

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
  /** Where the run says whether its requests may start: after a pause, the journal must first record that they leave only now. */
  guards?: Set<SendGuard>;
  clock?: EngineClock;
}

/** The time, as the journal and the waits of a run see it. */
export interface EngineClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after some milliseconds, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Default: a timer of the process. */
  after?: After;
  /** Milliseconds on a clock that is never set. Default: that of the process. */
  steady?(): number;
}

const systemClock: EngineClock = {
  now: Date.now,
  sleep: async (ms, signal) => await wait(ms, undefined, { signal }).catch(() => {}),
};

/** How often the journal records that requests may still be leaving: pacing and retries delay them. */
const leavingMs = 500;
/** How long after that a request may start. */
const startMs = 1000;

const noResponse: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent and got no response",
};

const notSettled: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent, and the response does not say whether it was done",
};

const notDone: StepError = {
  code: "NOT_DONE",
  message: "was not carried out",
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
  /** Seqs of steps of which a request got no response, in this run or lately: the platform may still carry it out. */
  readonly #unanswered = new Set<number>();
  /**
   * Creates that got no response and are not found. The platform may still carry them out, and would create a second entity
   * if they were sent again, so that they wait until all others are sent.
   */
  readonly #lostCreates: Step[] = [];
  /** The number of times that each step was rejected as stale. */
  readonly #stale = new Map<number, number>();
  readonly #outage = new Outage();
  readonly #clock: EngineClock;
  readonly #after: After;
  readonly #steady: () => number;
  readonly #guards: Set<SendGuard> | undefined;
  readonly #guard: SendGuard = {
    holds: () => this.#leaving.size === 0 || this.#sinceNoted() <= startMs,
    confirm: async () => {
      if (this.#leaving.size > 0 && this.#sinceNoted() > startMs / 2) await this.#noteLeaving();
    },
  };
  readonly #requestLimit: number;
  /** Steps that are marked as sent and have no recorded outcome, by seq. */
  readonly #leaving = new Map<number, Step>();
  /** Since when the journal has recorded no earlier time for any of them. */
  #noted: Moment = { steady: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  /** Aborted when the run is to end, so that waits end. */
  readonly #ended = new AbortController();
  #stop: ErrorReport | undefined;
  /** A bug or an error of the journal's file: thrown once everything in flight has ended. */
  #crash: { error: unknown } | undefined;

  constructor(schedule: Schedule, work: Work, options: RunOptions) {
    const { signal, concurrency = 8, explain, requestLimit = 0, guards, clock = systemClock } = options;
    this.#schedule = schedule;
    this.#work = work;
    this.#signal = signal;
    this.#concurrency = concurrency;
    this.#clock = clock;
    this.#after = clock.after ?? afterTimeout;
    this.#steady = clock.steady ?? (() => performance.now());
    this.#guards = requestLimit > 0 ? guards : undefined;
    this.#requestLimit = requestLimit;
    this.#commit = groupCommit<StepTransition>((transitions) => schedule.record(transitions), this.#after);
    this.#feed = new Feed({
      schedule,
      work,
      concurrency,
      explain,
      now: () => this.#leavesAt(),
      sleep: (ms) => this.#clock.sleep(ms, this.#ended.signal),
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
    const noteLeaving = () => {
      this.#noteLeaving().catch((error: unknown) => this.#fail(error));
      cancel = this.#after(leavingMs, noteLeaving);
    };
    let cancel = this.#after(leavingMs, noteLeaving);
    this.#guards?.add(this.#guard);
    try {
      await this.#settleUncertain();
      await this.#sendPhases();
      if (this.#lostCreates.length > 0 && !this.stopped) {
        await this.#settleLater(this.#lostCreates.splice(0));
        await this.#sendPhases();
      }
      await this.#planAgain(this.#outage.stepsToRetry());
    } catch (error) {
      this.#fail(error);
    }
    cancel();
    this.#guards?.delete(this.#guard);
    this.events.close();
  }

  async #sendPhases(): Promise<void> {
    for (const phase of this.#schedule.phases()) {
      await Promise.all(Array.from({ length: this.#concurrency }, () => this.#sendRequests(phase)));
      await this.#planAgain(this.#feed.endPhase());
    }
  }

  async #planAgain(steps: readonly Step[]): Promise<void> {
    this.#record(steps.map((step) => ({ to: "planned", step })));
    await this.#commit.now([]);
  }

  /** Records that the requests in flight may leave this computer only now. */
  async #noteLeaving(): Promise<void> {
    if (this.#crash) return;
    const now = { steady: this.#steady(), wall: this.#clock.now() };
    const steps = [...this.#leaving.values()];
    if (steps.length > 0)
      await this.#commit.now(steps.map((step) => ({ to: "leaving", step, at: this.#leavesAt() })));
    this.#noted = now;
  }

  /** Returns the time of a request that leaves now, as the journal records it: other computers may have other clocks. */
  #leavesAt(): number {
    return this.#schedule.time()?.latest ?? this.#clock.now();
  }

  /** Milliseconds, at least what either clock says: one stops while the computer sleeps, the other may be set back. */
  #sinceNoted(): number {
    return Math.max(this.#steady() - this.#noted.steady, this.#clock.now() - this.#noted.wall);
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
    if (early.length > 0 && !this.stopped) await this.#settleLater(early);
  }

  /** Settles steps once the platform has given their requests up. */
  async #settleLater(early: readonly Step[]): Promise<void> {
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
    const now = this.#schedule.time()?.earliest ?? this.#clock.now();
    // The clock may have been set back.
    return Math.min(limit + startMs, Math.max(0, sentAt + startMs + limit - now));
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
    const { result, last } = withLastWrite(() =>
      withReadBack(
        () => this.#isUndone(steps),
        () => this.#work.write(steps),
      ),
    );
    try {
      outcomes = await result;
    } catch (error) {
      await this.#writeFailed(steps, error);
      return;
    }
    const { requestId, repeated } = last();
    if (repeated === true) for (const { seq } of steps) this.#unanswered.add(seq);
    if (outcomes.some(({ ok }) => ok)) this.#outage.end();
    const bySeq = new Map(outcomes.map((outcome) => [outcome.seq, outcome]));
    const errors = new Map<number, StepError>();
    const missing: Step[] = [];
    for (const step of steps) {
      const outcome = bySeq.get(step.seq);
      if (outcome === undefined) missing.push(step);
      else if (outcome.ok || outcome.stale || !(outcome.unsure || repeated || isDoubtful(step)))
        this.#record([this.#transition(step, outcome, requestId)]);
      else errors.set(step.seq, { requestId, ...outcome.error });
    }
    if (missing.length > 0) await this.#settle(missing, () => ({ ...notSettled, requestId }));
    const doubtful = steps.filter(({ seq }) => errors.has(seq));
    if (doubtful.length > 0)
      await this.#settle(doubtful, ({ seq }) => errors.get(seq), { rejection: "rejected" });
  }

  /** Waits, also after a stop: a create that is read too early looks as if it had failed. */
  #sleepFully(ms: number): Promise<void> {
    return this.#clock.sleep(ms, new AbortController().signal);
  }

  /** Returns whether the platform shows that nothing of these steps has happened. */
  async #isUndone(sent: readonly Step[]): Promise<boolean> {
    // What a create that was sent has done in part would count as absent.
    const steps = sent.map((step) => (isCreate(step) ? { ...step, attempts: 0 } : step));
    const states = await observe(this.#work, steps);
    await observeLate(this.#work, steps.filter(isCreate), states, (ms) => this.#sleepFully(ms));
    return steps.every(({ seq }) => undone.has(states.get(seq)?.is ?? "hidden"));
  }

  /** A step that is stale was certainly not carried out: it is read and decided anew, a few times per run. */
  #transition(step: Step, outcome: StepOutcome, requestId: string | undefined): StepTransition {
    if (outcome.ok) {
      const { seq, ok, ...known } = outcome;
      return { to: "done", step, ...known, requestId: known.requestId ?? requestId };
    }
    const times = (this.#stale.get(step.seq) ?? 0) + 1;
    this.#stale.set(step.seq, times);
    if (outcome.stale && times <= maxStale) return { to: "planned", step: asUnsent(step) };
    return { to: "failed", step, error: { requestId, ...outcome.error } };
  }

  #mark(steps: readonly Step[]): Promise<void> {
    const at = this.#leavesAt();
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
    if (isUnanswered(error)) for (const { seq } of lost) this.#unanswered.add(seq);
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
    // More attempts than this run has made: of an earlier run, or one that counted as not sent.
    for (const step of steps) {
      const own = this.#retried.has(step.seq) ? 2 : 1;
      if (step.attempts > own && this.#remainingMs(step) > 0) this.#unanswered.add(step.seq);
    }
    let states: Awaited<ReturnType<typeof observe>>;
    try {
      states = await observe(this.#work, steps);
      if (rejection === undefined)
        await observeLate(
          this.#work,
          steps.filter((step) => isCreate(step) && errorOf(step)),
          states,
          (ms) => this.#sleepFully(ms),
        );
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
      const { settlesOnly } = this.#schedule;
      const decision = decideSent(step, state, error ?? step.error ?? noResponse, settlesOnly);
      const isEarly = waits && decision.to === "planned" && this.#remainingMs(step) > 0;
      if (isEarly && this.#work.conditional?.(step) !== true) {
        early.push(step);
        return [];
      }
      if (settlesOnly && decision.to === "planned") return { to: "failed", step, error: notDone };
      // Its revision makes the earlier request lose, but only once this one is carried out.
      if (isEarly) this.#unanswered.add(step.seq);
      if (!error || (decision.to !== "planned" && decision.to !== "unknown")) return decision;
      const isOpen = this.#requestLimit > 0 && this.#unanswered.has(step.seq);
      if (rejection) return { to: isOpen ? "unknown" : "failed", step, error };
      if (decision.to === "unknown") return decision;
      if (this.#work.once) return { to: "unknown", step, error };
      if (this.#retried.has(step.seq)) {
        if (isOpen) return { to: "unknown", step, error };
        this.#outage.addFailed(step);
        return { to: "failed", step, error };
      }
      this.#retried.add(step.seq);
      if (!isOpen || !isCreate(step)) return decision;
      this.#lostCreates.push({ ...step, sentAt: this.#leavesAt() });
      this.#leaving.delete(step.seq);
      this.#feed.release([step]);
      return [];
    });
    if (transitions.some(({ to, step }) => to === "done" && errorOf(step))) this.#outage.end();
    this.#record(transitions);
    return early;
  }

  /** Records transitions with the next commit, then pushes their events; does not block the caller. */
  #record(transitions: readonly StepTransition[]): void {
    if (transitions.length === 0) return;
    const at = this.#clock.now();
    for (const { step } of transitions) this.#leaving.delete(step.seq);
    for (const transition of transitions)
      if (transition.to === "failed" && transition.error.code === "DEPENDENCY")
        this.#outage.addFailed(transition.step);
    // A create without a key cannot be found again if the process dies now.
    const urgent = transitions.some(({ step }) => isCreate(step) && step.key === undefined);
    this.#commit[urgent ? "now" : "soon"](transitions.map((transition) => ({ at, ...transition }))).then(
      () => {
        for (const event of transitions.flatMap((transition) => eventOf(transition) ?? []))
          this.events.push(event);
        this.#feed.release(transitions.map(({ step }) => step));
      },
      (error: unknown) => this.#fail(error),
    );
  }
}

/** Returns the event of a recorded transition; none for a step that is planned again or about to be sent. */
function eventOf(transition: StepTransition): BulkEvent | undefined {
  const { step } = transition;
  switch (transition.to) {
    case "done": {
      const { already, requestId, note, id = step.id } = transition;
      return {
        type: "step.done",
        step: { ...step, id: id ?? step.id, state: "done" },
        already: already || undefined,
        requestId,
        note,
      };
    }
    case "failed": {
      const { error } = transition;
      return { type: "step.failed", step: { ...step, state: "failed", error }, error };
    }
    case "unknown": {
      const { error } = transition;
      return { type: "step.unknown", step: { ...step, state: "sent", error }, error };
    }
    default:
      return undefined;
  }
}

/** Returns a step as it is recorded before it is sent. */
function asSent(step: Step): Step {
  return { ...step, state: "sent", attempts: step.attempts + 1 };
}

/** Returns a step that was marked as sent and certainly not carried out. */
function asUnsent(step: Step): Step {
  return { ...step, state: "planned", attempts: step.attempts - 1 };
}

/** Returns whether a rejected step may be done: by its first attempt, or, for a delete, by someone else. */
function isDoubtful({ attempts, after }: Step): boolean {
  return attempts > 1 || after === null;
}
