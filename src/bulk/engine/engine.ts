import { ApiError, type ErrorReport, exitCodes, reportError, TillError } from "../../kernel/errors.ts";
import { groupCommit } from "../journal/group-commit.ts";
import type { BulkEvent, Step, StepError, StepOutcome, Work } from "../journal/step.ts";
import { eventOf } from "../language/change-event.ts";
import { type Call, Feed, readLimit } from "../plan/feed.ts";
import { inspect } from "../plan/inspect.ts";
import { split } from "./calls.ts";
import { type Change, type Course, isCreate } from "./course.ts";
import { isOurDisk, meaningOf, stepErrorOf } from "./failure.ts";
import { Outage } from "./outage.ts";
import { Outbox } from "./outbox.ts";
import { lookBefore, verdictOnSent } from "./verdict.ts";

export interface RunOptions {
  /** Once aborted no new call begins; those on their way are finished and recorded. */
  signal?: AbortSignal;
  /** Calls at a time. Default 8. */
  concurrency?: number;
}

const noAnswer: StepError = {
  code: "UNKNOWN_OUTCOME",
  message: "was sent, and nobody knows whether it arrived",
};

const interrupted: ErrorReport = {
  code: "INTERRUPTED",
  message: "Stopped early.",
  retryable: true,
  exitCode: exitCodes.interrupted,
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
  readonly #commit;
  readonly #feed: Feed;
  /** Seqs that this run has sent for the second and last time. */
  readonly #again = new Set<number>();
  readonly #outage = new Outage();
  #stop: ErrorReport | undefined;
  /** An error that is nobody's but ours (or the disk's): thrown once everything in flight has ended. */
  #crash: { error: unknown } | undefined;

  constructor(course: Course, work: Work, { signal, concurrency = 8 }: RunOptions) {
    this.#course = course;
    this.#work = work;
    this.#signal = signal;
    this.#concurrency = concurrency;
    this.#commit = groupCommit<Change>((changes) => course.record(changes));
    this.#feed = new Feed({
      course,
      work,
      concurrency,
      room: () => this.events.room(),
      halted: () => this.stopped !== undefined || this.#crash !== undefined,
      mark: (steps) => this.#mark(steps),
      record: (changes) => this.#record(changes),
      fail: (error) => this.#fail(error),
      idle: () => void this.#commit.now([]),
    });
  }

  get stopped(): ErrorReport | undefined {
    return this.#stop ?? (this.#signal?.aborted ? interrupted : undefined);
  }

  /** Nobody listens any more. */
  abandon(): void {
    this.#stop ??= interrupted;
    this.events.close();
    this.#feed.wake();
  }

  throwCrash(): void {
    if (this.#crash) throw this.#crash.error;
  }

  /** Never rejects: see `stopped` and `throwCrash`. */
  async follow(): Promise<void> {
    try {
      await this.#settleUncertain();
      for (const phase of this.#course.phases()) {
        await Promise.all(Array.from({ length: this.#concurrency }, () => this.#sendCalls(phase)));
        this.#record(this.#feed.leave().map((step) => ({ to: "planned", step })));
        await this.#commit.now([]);
      }
      this.#record(this.#outage.spared().map((step) => ({ to: "planned", step })));
      await this.#commit.now([]);
    } catch (error) {
      this.#fail(error);
    }
    this.events.close();
  }

  /** Ends the run: with a reason to report where it is one that we know, else it is thrown in the end. */
  #fail(error: unknown): void {
    if (error instanceof TillError && !isOurDisk(error)) this.#stop ??= reportError(error);
    else this.#crash ??= { error };
    this.#feed.wake();
  }

  async #settleUncertain(): Promise<void> {
    let steps = this.#course.uncertain(0, readLimit);
    while (steps.length > 0 && !this.stopped) {
      await this.#settle(steps, undefined);
      steps = this.#course.uncertain(steps.at(-1)?.seq ?? 0, readLimit);
    }
    await this.#commit.now([]);
  }

  async #sendCalls(phase: number): Promise<void> {
    try {
      for (let call = await this.#feed.next(phase); call; call = await this.#feed.next(phase))
        await this.#send(call);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #send(call: Call): Promise<void> {
    const open = call.marked ? call.steps : await this.#claim(call.steps);
    await call.marked;
    if (open.length === 0) return;
    const steps = open.map(asSent);
    this.events.push({ type: "step.sent", steps });
    let outcomes: StepOutcome[];
    try {
      outcomes = await this.#work.write(steps);
    } catch (error) {
      await this.#rejected(steps, error);
      return;
    }
    if (outcomes.some(({ ok }) => ok)) this.#outage.end();
    const bySeq = new Map(outcomes.map((outcome) => [outcome.seq, outcome]));
    this.#record(steps.flatMap((step) => outcomeChange(step, bySeq.get(step.seq))));
    const unanswered = steps.filter(({ seq }) => !bySeq.has(seq));
    if (unanswered.length > 0) await this.#settle(unanswered, noAnswer);
  }

  /** Looks whether the creates among these steps are there already, and marks what remains as sent. */
  async #claim(steps: readonly Step[]): Promise<Step[]> {
    const [creates, others] = split(steps, isCreate);
    const { changes, send } = await lookBefore(this.#work, creates);
    this.#record(changes);
    const open = [...send, ...others];
    if (this.stopped || open.length === 0) return [];
    await this.#mark(open);
    return open;
  }

  #mark(steps: readonly Step[]): Promise<void> {
    return this.#commit.now(steps.map((step) => ({ to: "sent", step: asSent(step) })));
  }

  async #rejected(steps: readonly Step[], error: unknown): Promise<void> {
    const meaning = meaningOf(error);
    if (meaning === "unsent") {
      this.#record(steps.map((step) => ({ to: "planned", step })));
      this.#fail(error);
      return;
    }
    // A second try that is refused may meet the effect of the first one.
    const gone = error instanceof ApiError && error.status === 404;
    const doubtful = (step: Step) => meaning === "lost" || step.attempts > 1 || (step.after === null && gone);
    const [lost, refused] = split(steps, doubtful);
    this.#record(refused.map((step) => ({ to: "failed", step, error: stepErrorOf(error) })));
    const refusal = gone ? "gone" : meaning === "refused" ? "refused" : undefined;
    if (meaning === "refused") this.#outage.end();
    const down = this.#outage.count(error);
    if (lost.length > 0) await this.#settle(lost, stepErrorOf(error), refusal);
    if (down) this.#fail(down);
  }

  /**
   * Reads back what was sent. `error` is what came instead of an answer (undefined: an earlier process sent it).
   * What is provably not done goes back to planned once in a run; then, or where there was a `refusal`, it failed.
   * A delete of what is `gone` is done.
   */
  async #settle(
    steps: readonly Step[],
    error: StepError | undefined,
    refusal?: "refused" | "gone",
  ): Promise<void> {
    let sights: Awaited<ReturnType<typeof inspect>>;
    try {
      sights = await inspect(this.#work, steps);
    } catch (cause) {
      this.#record(steps.map((step) => ({ to: "unknown", step, error: error ?? stepErrorOf(cause) })));
      this.#fail(cause);
      return;
    }
    const changes = steps.map((step): Change => {
      const sight = sights.get(step.seq) ?? { is: "hidden" };
      if (refusal === "gone" && step.after === null && sight.is === "hidden") return { to: "done", step };
      const change = verdictOnSent(step, sight, error ?? step.error ?? noAnswer);
      if (!error || (change.to !== "planned" && change.to !== "unknown")) return change;
      if (refusal) return { to: "failed", step, error };
      if (change.to === "unknown") return change;
      if (this.#work.once) return { to: "unknown", step, error };
      if (this.#again.has(step.seq)) {
        this.#outage.giveUp(step);
        return { to: "failed", step, error };
      }
      this.#again.add(step.seq);
      return change;
    });
    if (error && changes.some(({ to }) => to === "done")) this.#outage.end();
    this.#record(changes);
  }

  /** Records soon, and then tells; does not hold up the caller. */
  #record(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    for (const change of changes)
      if (change.to === "failed" && change.error.code === "DEPENDENCY") this.#outage.giveUp(change.step);
    // What cannot be found again if we die now is not kept waiting.
    const urgent = changes.some(({ step }) => isCreate(step) && step.key === undefined);
    this.#commit[urgent ? "now" : "soon"](changes).then(
      () => {
        for (const event of changes.flatMap((change) => eventOf(change) ?? [])) this.events.push(event);
        this.#feed.release(changes.map(({ step }) => step));
      },
      (error: unknown) => this.#fail(error),
    );
  }
}

function asSent(step: Step): Step {
  return { ...step, state: "sent", attempts: step.attempts + 1 };
}

function outcomeChange(step: Step, outcome: StepOutcome | undefined): Change[] {
  if (!outcome) return [];
  if (!outcome.ok) return [{ to: "failed", step, error: outcome.error }];
  const { seq: _, ok: __, ...known } = outcome;
  return [{ to: "done", step, ...known }];
}
