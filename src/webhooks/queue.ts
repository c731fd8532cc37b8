import type { Delivery } from "./forward.ts";

export interface QueueOptions<D extends Delivery> {
  /** The most concurrent deliveries. Default: 16. */
  concurrency?: number;
  /** Delivers one event; resolves when it is settled, successfully or not. */
  deliver(delivery: D): Promise<unknown>;
  /** Called when all events up to this position are settled; a restart continues from there. */
  onSettled(seq: number): void;
}

/** A queue of events. Events of one entity are delivered in order, those of different entities concurrently. */
export interface Queue<D extends Delivery> {
  /** Adds an event; resolves when there is room for it. */
  push(delivery: D): Promise<void>;
  /** Resolves when all pushed events are settled. */
  drained(): Promise<void>;
}

/** Returns a queue that keeps the order of each entity's events. If `deliver` fails, the next push or `drained` rejects. */
export function createQueue<D extends Delivery>(options: QueueOptions<D>): Queue<D> {
  const { concurrency = 16, deliver, onSettled } = options;
  const lastOf = new Map<string, Promise<void>>();
  /** The pushed events in order; those before the first open one are settled. */
  const open = new Set<number>();
  let settled = 0;
  let failure: { error: unknown } | undefined;
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Called when an event is settled or failed. */
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
      // More events than deliveries are accepted, so that one slow entity does not block the others.
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
