import { ApiError, type ErrorReport, exitCodes, reportError, TillError } from "../errors.ts";
import { groupCalls, split, wholeGroups } from "./calls.ts";
import { eventOf } from "./change-event.ts";
import { type Change, type Course, isCreate } from "./course.ts";
import { meaningOf, stepErrorOf } from "./failure.ts";
import { groupCommit } from "./group-commit.ts";
import { inspect } from "./inspect.ts";
import { Outbox } from "./outbox.ts";
import type { BulkEvent, Step, StepError, Work } from "./step.ts";
import { verdictOnPlanned, verdictOnSent } from "./verdict.ts";

export interface RunOptions {
  /** Once aborted no new call begins; those on their way are finished and recorded. */
  signal?: AbortSignal;
  /** Calls at a time. Default 8. */
  concurrency?: number;
}

/** Steps that are read again in one call before they are sent. */
export const readLimit = 100;

const noAnswer: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent, and nobody knows whether it arrived",
};

/**
 * Follows a course to its end: settles what was sent, then takes the phases one by one. Yields what happens, returns
 * why it stopped early (undefined: it did not). When the reader leaves, it stops as after an abort.
 */
export async function* runCourse(
  course: Course,
  work: Work,
  options: RunOptions,
): AsyncGenerator<BulkEvent, ErrorReport | undefined> {
  const run = new Run(course, work, options);
  const ended = run.follow();
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
  readonly events = new Outbox<BulkEvent>(1000);
  readonly #course: Course;
  readonly #work: Work;
  readonly #signal: AbortSignal | undefined;
  readonly #concurrency: number;
  readonly #commit: (changes: readonly Change[]) => Promise<void>;
  /** Seqs that are being looked at, wait for their call, are on their way or not yet recorded. */
  readonly #taken = new Set<number>();
  /** Seqs that this run has sent for the second and last time. */
  readonly #again = new Set<number>();
  /** Calls that may be sent. */
  #ready: Step[][] = [];
  #refill: Promise<number> | undefined;
  #progress = Promise.withResolvers<void>();
  #stop: ErrorReport | undefined;
  /** An error that is nobody's but ours (or the disk's): thrown once everything in flight has ended. */
  #crash: { error: unknown } | undefined;

  constructor(course: Course, work: Work, { signal, concurrency = 8 }: RunOptions) {
    this.#course = course;
    this.#work = work;
    this.#signal = signal;
    this.#concurrency = concurrency;
    this.#commit = groupCommit((changes) => course.record(changes));
  }

  get stopped(): ErrorReport | undefined {
    if (this.#stop) return this.#stop;
    if (!this.#signal?.aborted) return undefined;
    return {
      code: "INTERRUPTED",
      message: "Stopped before the end.",
      retryable: true,
      exitCode: exitCodes.interrupted,
    };
  }

  /** Nobody listens any more. */
  abandon(): void {
    this.#stop ??= {
      code: "ABANDONED",
      message: "Stopped before the end.",
      retryable: true,
      exitCode: exitCodes.interrupted,
    };
    this.events.close();
    this.#moved();
  }

  /** Never rejects: see `stopped` and `throwCrash`. */
  async follow(): Promise<void> {
    try {
      await this.#settleUncertain();
      await this.#commit([]);
      for (const phase of this.#course.phases()) {
        if (this.#halted) break;
        await Promise.all(Array.from({ length: this.#concurrency }, () => this.#sendCalls(phase)));
      }
      await this.#commit([]);
    } catch (error) {
      this.#fail(error);
    }
    this.events.close();
  }

  throwCrash(): void {
    if (this.#crash) throw this.#crash.error;
  }

  get #halted(): boolean {
    return this.stopped !== undefined || this.#crash !== undefined;
  }

  /** Ends the run: for what we know of it stops, anything else is thrown in the end. */
  #fail(error: unknown): void {
    if (error instanceof TillError && !isOurDisk(error)) this.#stop ??= reportError(error);
    else this.#crash ??= { error };
    this.#moved();
  }

  #moved(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers<void>();
  }

  async #settleUncertain(): Promise<void> {
    let after = 0;
    for (;;) {
      const steps = this.#halted ? [] : this.#course.uncertain(after, readLimit);
      if (steps.length === 0) return;
      after = steps.at(-1)?.seq ?? after;
      await this.#settle(steps, undefined);
    }
  }

  async #sendCalls(phase: number): Promise<void> {
    try {
      for (let call = await this.#nextCall(phase); call; call = await this.#nextCall(phase))
        await this.#send(call);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #nextCall(phase: number): Promise<Step[] | undefined> {
    while (!this.#halted) {
      // Reading the next steps overlaps with writing these.
      if (this.#ready.length < 2 * this.#concurrency) {
        this.#refill ??= this.#fetch(phase).finally(() => {
          this.#refill = undefined;
        });
      }
      const call = this.#ready.shift();
      if (call) return call;
      const { promise } = this.#progress;
      const found = await this.#refill;
      if (found !== 0 || this.#ready.length > 0) continue;
      if (this.#taken.size === 0) return undefined;
      await promise;
    }
    return undefined;
  }

  /** Takes the next steps, reads what they change again, and makes calls of those that are to be sent. */
  async #fetch(phase: number): Promise<number> {
    await this.events.room();
    const tasks = this.#course
      .next(phase, readLimit + this.#taken.size)
      .filter(({ step }) => !this.#taken.has(step.seq))
      .slice(0, readLimit);
    if (tasks.length === readLimit)
      tasks.length = wholeGroups(
        tasks.map(({ step }) => step),
        this.#work,
      );
    if (tasks.length === 0) return 0;
    for (const { step } of tasks) this.#taken.add(step.seq);
    const refused = tasks.flatMap(({ step, refused }): Change[] =>
      refused ? [{ to: "failed", step, error: refused }] : [],
    );
    const [creates, others] = split(
      tasks.flatMap(({ step, refused }) => (refused ? [] : [step])),
      isCreate,
    );
    try {
      const { changes, send } = await this.#lookBefore(others);
      this.#record([...refused, ...changes]);
      this.#ready.push(...groupCalls([...creates, ...send], this.#work));
    } catch (error) {
      this.#fail(error);
    }
    return tasks.length;
  }

  async #lookBefore(steps: readonly Step[]): Promise<{ changes: Change[]; send: Step[] }> {
    const sights = await inspect(this.#work, steps);
    const verdicts = steps.map((step) => verdictOnPlanned(step, sights.get(step.seq) ?? { is: "hidden" }));
    return {
      changes: verdicts.flatMap((verdict) => (verdict.to === "send" ? [] : [verdict])),
      send: verdicts.flatMap((verdict) => (verdict.to === "send" ? [verdict.step] : [])),
    };
  }

  async #send(call: readonly Step[]): Promise<void> {
    const [creates, others] = split(call, isCreate);
    const { changes, send } = await this.#lookBefore(creates);
    this.#record(changes);
    const steps = [...send, ...others].map(
      (step): Step => ({ ...step, state: "sent", attempts: step.attempts + 1 }),
    );
    if (steps.length === 0 || this.#halted) return;
    await this.#commit(steps.map((step) => ({ to: "sent", step })));
    this.events.push({ type: "step.sent", steps });
    let outcomes: Awaited<ReturnType<Work["write"]>>;
    try {
      outcomes = await this.#work.write(steps);
    } catch (error) {
      await this.#rejected(steps, error);
      return;
    }
    const bySeq = new Map(outcomes.map((outcome) => [outcome.seq, outcome]));
    const [answered, unanswered] = split(steps, ({ seq }) => bySeq.has(seq));
    this.#record(
      answered.flatMap((step): Change[] => {
        const outcome = bySeq.get(step.seq);
        if (!outcome) return [];
        if (!outcome.ok) return [{ to: "failed", step, error: outcome.error }];
        return [{ to: "done", step, ...(outcome.id !== undefined && { id: outcome.id }) }];
      }),
    );
    if (unanswered.length > 0) await this.#settle(unanswered, noAnswer);
  }

  async #rejected(steps: readonly Step[], error: unknown): Promise<void> {
    const meaning = meaningOf(error);
    if (meaning === "unsent") {
      this.#record(steps.map((step) => ({ to: "planned", step })));
      this.#fail(error);
      return;
    }
    // A second try that is refused may meet the effect of the first one.
    const doubtful = (step: Step) =>
      meaning === "lost" ||
      step.attempts > 1 ||
      (step.after === null && error instanceof ApiError && error.status === 404);
    const [lost, refused] = split(steps, doubtful);
    this.#record(refused.map((step) => ({ to: "failed", step, error: stepErrorOf(error) })));
    if (lost.length > 0) await this.#settle(lost, stepErrorOf(error), meaning === "refused");
  }

  /**
   * Reads back what was sent. `error` is what came instead of an answer (undefined: an earlier process sent it).
   * What is provably not done goes back to planned once in a run; then, or where it was `refused`, it failed.
   */
  async #settle(steps: readonly Step[], error: StepError | undefined, refused = false): Promise<void> {
    let sights: Awaited<ReturnType<typeof inspect>>;
    try {
      sights = await inspect(this.#work, steps);
    } catch (cause) {
      this.#record(steps.map((step) => ({ to: "unknown", step, error: error ?? stepErrorOf(cause) })));
      this.#fail(cause);
      return;
    }
    this.#record(
      steps.map((step): Change => {
        const sight = sights.get(step.seq) ?? { is: "hidden" };
        const change = verdictOnSent(step, sight, error ?? step.error ?? noAnswer);
        if (change.to === "unknown" && refused && error) return { to: "failed", step, error };
        if (change.to !== "planned" || !error) return change;
        if (refused || this.#again.has(step.seq)) return { to: "failed", step, error };
        this.#again.add(step.seq);
        return change;
      }),
    );
  }

  /** Records and, once that is safe, tells; does not hold up the caller. */
  #record(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#commit(changes).then(
      () => {
        for (const event of changes.flatMap((change) => eventOf(change) ?? [])) this.events.push(event);
        for (const { step } of changes) this.#taken.delete(step.seq);
        this.#moved();
      },
      (error: unknown) => this.#fail(error),
    );
  }
}

/** Errors of the journal's own file: nothing can be recorded any more. */
function isOurDisk({ code }: TillError): boolean {
  return code.startsWith("DATABASE_") || code === "DISK_FULL";
}
