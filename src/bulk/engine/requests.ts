import type { Size, Step, Work } from "../journal/step.ts";

type Grouping = Pick<Work, "group" | "limits" | "size">;
type Sized = Pick<Step, "id">;

const one: Size = { steps: 1 };

/** Returns the size of a step. */
function sizeOf(step: Step, { size }: Pick<Work, "size">): Size {
  return size?.(step) ?? one;
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
      const key = this.#work.group(step);
      const size = sizeOf(step, this.#work);
      const joined = key === undefined ? undefined : open.get(key);
      if (joined?.size.add(step, size)) {
        joined.steps.push(step);
        last = joined;
        continue;
      }
      last = { key, size: new RequestSize(this.#work.limits), steps: [step] };
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
