import type { Delivery } from "./forward.ts";

export interface QueueOptions<D extends Delivery> {
  /** How many are on their way at the same time. Default 16. */
  concurrency?: number;
  /** Takes one event all the way; resolves when it is settled, whatever came of it. */
  deliver(delivery: D): Promise<unknown>;
  /** Every event up to this place is settled: what a restart goes on from. */
  onSettled(seq: number): void;
}

/** Events on their way. Those of one entity go one after the other, those of different entities side by side. */
export interface Queue<D extends Delivery> {
  /** Takes an event as soon as there is room; resolves then. */
  push(delivery: D): Promise<void>;
  /** Resolves when all that was pushed is settled. */
  drained(): Promise<void>;
}

/** A queue that keeps the order of each entity's events. A failing `deliver` makes the next push, or `drained`, reject. */
export function createQueue<D extends Delivery>(options: QueueOptions<D>): Queue<D> {
  const { concurrency = 16, deliver, onSettled } = options;
  const lastOf = new Map<string, Promise<void>>();
  /** In the order pushed; those before the first that is open are settled. */
  const open = new Set<number>();
  let settled = 0;
  let failure: { error: unknown } | undefined;
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Woken when something is settled, or failed. */
  let progress = Promise.withResolvers<void>();

  const slot = async <T>(work: () => Promise<T>): Promise<T> => {
    while (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const wake = () => {
    progress.resolve();
    progress = Promise.withResolvers();
  };
  const throwFailure = () => {
    if (failure) throw failure.error;
  };

  const take = async (delivery: D, before: Promise<void> | undefined) => {
    await before;
    if (failure) return;
    try {
      await slot(() => deliver(delivery));
    } catch (error) {
      failure ??= { error };
      wake();
      return;
    }
    open.delete(delivery.seq);
    const [first] = open.keys();
    settled = Math.max(settled, delivery.seq);
    onSettled(first === undefined ? settled : first - 1);
    wake();
  };

  return {
    async push(delivery) {
      // Room for some more than are on their way, so that one slow entity does not hold up the others.
      while (open.size >= concurrency * 8 && !failure) await progress.promise;
      throwFailure();
      const { entityId, seq } = delivery;
      open.add(seq);
      const done = take(delivery, lastOf.get(entityId));
      lastOf.set(entityId, done);
      void done.then(() => lastOf.get(entityId) === done && lastOf.delete(entityId));
    },
    async drained() {
      while (open.size > 0 && !failure) await progress.promise;
      throwFailure();
    },
  };
}
