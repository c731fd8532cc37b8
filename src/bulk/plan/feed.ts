import { groupCalls, split, wholeGroups } from "../engine/calls.ts";
import { type Change, type Course, isCreate } from "../engine/course.ts";
import { lookBefore } from "../engine/verdict.ts";
import type { Step, Work } from "../journal/step.ts";

/** Steps that are read again in one call before they are sent. */
export const readLimit = 100;

/** Steps that travel together. `marked`: settles once the journal has them as sent, so that they may be. */
export interface Call {
  steps: readonly Step[];
  marked?: Promise<void>;
}

export interface FeedOptions {
  course: Course;
  work: Work;
  concurrency: number;
  /** Resolves while the listener keeps up. */
  room(): Promise<void>;
  halted(): boolean;
  /** Marks steps as sent. */
  mark(steps: readonly Step[]): Promise<void>;
  record(changes: readonly Change[]): void;
  /** Halts the run. */
  fail(error: unknown): void;
  /** Somebody has nothing to do until what waits to be recorded is. */
  idle(): void;
}

/**
 * Turns planned steps into calls: reads the next page while the last one is being written, gives up what must not be
 * sent, and marks some calls ahead as sent, many in one transaction.
 */
export class Feed {
  readonly #options: FeedOptions;
  /** Seqs that are being looked at, wait for their call, are on their way or not yet recorded. */
  readonly #taken = new Set<number>();
  #ready: Call[] = [];
  #refill: Promise<number> | undefined;
  #progress = Promise.withResolvers<void>();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** The next call of a phase; undefined when nothing is left of it or the run is halted. */
  async next(phase: number): Promise<Call | undefined> {
    const { concurrency, halted, idle } = this.#options;
    while (!halted()) {
      if (this.#ready.length < 2 * concurrency) {
        this.#refill ??= this.#fetch(phase).finally(() => {
          this.#refill = undefined;
        });
      }
      const call = this.#ready.shift();
      if (call) return this.#markWithNext(call);
      const { promise } = this.#progress;
      const found = await this.#refill;
      if (found !== 0 || this.#ready.length > 0) continue;
      if (this.#taken.size === 0) return undefined;
      // What is on its way may set free what waits for it.
      idle();
      await promise;
    }
    return undefined;
  }

  /** These steps are recorded: what they were taken for is over. */
  release(steps: readonly Step[]): void {
    for (const { seq } of steps) this.#taken.delete(seq);
    this.wake();
  }

  /** Lets everybody who waits look again. */
  wake(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }

  /** Ends a phase: the steps that were marked and not sent. */
  leave(): Step[] {
    const marked = this.#ready.flatMap((call) => (call.marked ? call.steps : []));
    this.#ready = [];
    this.#taken.clear();
    return marked;
  }

  /** Takes the next steps, reads what they change again, and makes calls of those that are to be sent. Never rejects. */
  async #fetch(phase: number): Promise<number> {
    const { course, work, record, room, fail } = this.#options;
    try {
      await room();
      const tasks = course
        .next(phase, readLimit + this.#taken.size)
        .filter(({ step }) => !this.#taken.has(step.seq))
        .slice(0, readLimit);
      const steps = tasks.map(({ step }) => step);
      if (tasks.length === readLimit) tasks.length = wholeGroups(steps, work);
      for (const { step } of tasks) this.#taken.add(step.seq);
      record(tasks.flatMap(({ step, refused }) => (refused ? [{ to: "failed", step, error: refused }] : [])));
      const open = tasks.flatMap(({ step, refused }) => (refused ? [] : [step]));
      const [creates, others] = split(open, isCreate);
      const { changes, send } = await lookBefore(work, others);
      record(changes);
      this.#ready.push(...groupCalls([...creates, ...send], work).map((steps) => ({ steps })));
      return tasks.length;
    } catch (error) {
      fail(error);
      return 0;
    }
  }

  /**
   * Creates are not marked ahead: they are looked up just before they are sent, and one that was never sent must not
   * look as if it had been, or someone else's would be taken for ours.
   */
  #markWithNext(call: Call): Call {
    if (call.marked || call.steps.some(isCreate)) return call;
    const calls: Call[] = [];
    let steps = 0;
    for (const one of [call, ...this.#ready]) {
      if (steps >= readLimit) break;
      if (one.marked || one.steps.some(isCreate)) continue;
      steps += one.steps.length;
      calls.push(one);
    }
    const marked = this.#options.mark(calls.flatMap(({ steps }) => steps));
    for (const one of calls) one.marked = marked;
    return call;
  }
}
