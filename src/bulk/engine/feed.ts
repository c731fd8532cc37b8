import type { Size, Step, Work } from "../journal/step.ts";
import { decideBeforeSending, type ExplainChanges, type LateReads } from "./decisions.ts";
import { isCreate, type Schedule, type StepTransition } from "./schedule.ts";

type Grouping = Pick<Work, "group" | "limits" | "size">;
type Sized = Pick<Step, "id">;

const singleStep: Size = { steps: 1 };

/** Returns the size of a step. */
function sizeOf(step: Step, { size }: Pick<Work, "size">): Size {
  return size?.(step) ?? singleStep;
}

/** Adds up the sizes of the steps of one request. Consecutive steps on the same entity count once, with the larger amounts. */
export class RequestSize {
  readonly #limits: Size;
  #sums: Record<string, number> = {};
  #id: string | undefined;
  #last: Size = {};

  constructor(limits: Size) {
    this.#limits = limits;
  }

  /** Returns whether a step fits, and adds it if so. The first one always fits. */
  add({ id }: Sized, size: Size): boolean {
    const last = id !== undefined && id === this.#id ? this.#last : {};
    const sums = { ...this.#sums };
    const merged: Record<string, number> = { ...last };
    for (const [measure, amount] of Object.entries(size)) {
      const before = last[measure] ?? 0;
      merged[measure] = Math.max(before, amount);
      sums[measure] = (sums[measure] ?? 0) + Math.max(0, amount - before);
    }
    const isFirst = Object.keys(this.#sums).length === 0;
    const fits = Object.entries(sums).every(([measure, sum]) => sum <= (this.#limits[measure] ?? Infinity));
    if (!fits && !isFirst) return false;
    this.#sums = sums;
    this.#id = id;
    this.#last = merged;
    return true;
  }
}

interface OpenRequest {
  key: string | undefined;
  size: RequestSize;
  steps: Step[];
}

/** Packs pages of steps into requests. Steps of a group are adjacent, so the last group of a page may continue on the next. */
export class Packer {
  readonly #work: Grouping;
  #carried: OpenRequest | undefined;

  constructor(work: Grouping) {
    this.#work = work;
  }

  /** Returns the requests that are complete; unless `more` steps follow, all of them. */
  add(steps: readonly Step[], more: boolean): Step[][] {
    const requests = this.#carried ? [this.#carried] : [];
    const open = new Map(requests.map((request) => [request.key, request]));
    let last = this.#carried;
    for (const step of steps) {
      const key = this.#work.group?.(step);
      const size = sizeOf(step, this.#work);
      const joined = key === undefined ? undefined : open.get(key);
      if (joined?.size.add(step, size)) {
        joined.steps.push(step);
        last = joined;
        continue;
      }
      last = { key, size: new RequestSize(this.#work.limits ?? {}), steps: [step] };
      last.size.add(step, size);
      requests.push(last);
      if (key !== undefined) open.set(key, last);
    }
    this.#carried = more && last?.key !== undefined ? last : undefined;
    return requests.filter((request) => request !== this.#carried).map((request) => request.steps);
  }
}

/** Splits items into those that pass a test and those that do not. */
export function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The number of steps that one request reads again before they are sent. */
export const readLimit = 100;

/** Steps of one request. `marked`: resolves once the journal has them as sent. */
export interface PreparedRequest {
  steps: readonly Step[];
  marked?: Promise<void>;
}

export interface FeedOptions extends LateReads {
  schedule: Schedule;
  work: Work;
  concurrency: number;
  explain: ExplainChanges | undefined;
  /** Resolves when the consumer of the events keeps up. */
  room(): Promise<void>;
  isHalted(): boolean;
  /** Marks steps as sent. */
  mark(steps: readonly Step[]): Promise<void>;
  record(transitions: readonly StepTransition[]): void;
  /** Halts the run. */
  fail(error: unknown): void;
  /** Called when there is nothing to send until waiting transitions are recorded. */
  idle(): void;
}

/**
 * Turns planned steps into requests: reads the next page while the last one is being written, records steps that must not
 * be sent, and marks several requests ahead as sent in one transaction.
 */
export class Feed {
  readonly #options: FeedOptions;
  /** Seqs of steps that are being read, prepared, sent or recorded. */
  readonly #taken = new Set<number>();
  #ready: PreparedRequest[] = [];
  #packer: Packer;
  #refill: Promise<number> | undefined;
  #progress = Promise.withResolvers<void>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#packer = new Packer(options.work);
  }

  /** Returns the next request of a phase; undefined when nothing is left or the run is halted. */
  async next(phase: number): Promise<PreparedRequest | undefined> {
    const { concurrency, isHalted, idle } = this.#options;
    while (!isHalted()) {
      if (this.#ready.length < 2 * concurrency && this.#readySteps() < 4 * readLimit) {
        this.#refill ??= this.#fetch(phase).finally(() => {
          this.#refill = undefined;
        });
      }
      const request = this.#ready.shift();
      if (request) return this.#markWithNext(request);
      const { promise } = this.#progress;
      const found = await this.#refill;
      if (found !== 0 || this.#ready.length > 0) continue;
      if (this.#taken.size === 0) return undefined;
      // Steps may wait for one that is in flight.
      idle();
      await promise;
    }
    return undefined;
  }

  /** Releases steps that are recorded. */
  release(steps: readonly Step[]): void {
    for (const { seq } of steps) this.#taken.delete(seq);
    this.wake();
  }

  /** Wakes all callers of `next` that wait. */
  wake(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }

  /** Ends a phase. Returns the steps that were marked and not sent. */
  endPhase(): Step[] {
    const marked = this.#ready.flatMap((request) => (request.marked ? request.steps : []));
    this.#ready = [];
    this.#packer = new Packer(this.#options.work);
    this.#taken.clear();
    return marked;
  }

  #readySteps(): number {
    return this.#ready.reduce((sum, { steps }) => sum + steps.length, 0);
  }

  /** Takes the next steps, reads them again, and prepares requests for those to be sent. Never rejects. */
  async #fetch(phase: number): Promise<number> {
    const { schedule, work, explain, record, room, fail } = this.#options;
    try {
      await room();
      const tasks = schedule
        .next(phase, readLimit + this.#taken.size)
        .filter(({ step }) => !this.#taken.has(step.seq))
        .slice(0, readLimit);
      for (const { step } of tasks) this.#taken.add(step.seq);
      record(
        tasks.flatMap(({ step, rejected }) => (rejected ? [{ to: "failed", step, error: rejected }] : [])),
      );
      const open = tasks.flatMap(({ step, rejected }) => (rejected ? [] : [step]));
      const { transitions, send } = await decideBeforeSending(work, open, this.#options, explain);
      record(transitions);
      const requests = this.#packer.add(send, tasks.length === readLimit);
      this.#ready.push(...requests.map((steps) => ({ steps })));
      return tasks.length;
    } catch (error) {
      fail(error);
      return 0;
    }
  }

  /**
   * Marks a request and some that follow as sent. Does not mark creates ahead: if a marked one was never sent, an entity
   * that someone else creates would be taken for its result.
   */
  #markWithNext(request: PreparedRequest): PreparedRequest {
    if (request.marked || request.steps.some(isCreate)) return request;
    const requests: PreparedRequest[] = [];
    let steps = 0;
    for (const one of [request, ...this.#ready]) {
      if (steps >= readLimit) break;
      if (one.marked || one.steps.some(isCreate)) continue;
      steps += one.steps.length;
      requests.push(one);
    }
    const marked = this.#options.mark(requests.flatMap(({ steps }) => steps));
    for (const request of requests) request.marked = marked;
    return request;
  }
}
