import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Queue } from "../../src/bulk/queue/queue.ts";
import type { Context } from "../../src/context/context.ts";
import type { Postgres } from "../../src/kernel/postgres.ts";
import { WorkerCounts } from "../../src/workers/log.ts";
import { runWorker } from "../../src/workers/worker.ts";
import { inContext } from "../support/context.ts";
import { createWorld } from "../support/world.ts";

test("a worker that waits for tasks for days keeps nothing of its waits", async () => {
  const stop = new AbortController();
  const query = async () => [];
  const postgres = {
    name: "db",
    query,
    transaction: async (work: (on: object) => unknown) => await work({ query }),
  };
  const listeners: number[] = [];
  await inContext(createWorld(), async (own) => {
    const context: Context = { ...own, signal: stop.signal };
    await runWorker(context, {
      id: "w1",
      postgres: postgres as unknown as Postgres,
      queue: { take: async () => undefined } as unknown as Queue,
      atOnce: 1,
      log: () => {},
      counts: new WorkerCounts(0),
      onError(error) {
        throw error;
      },
      clock: {
        now: () => 0,
        after(_, run) {
          if (listeners.push(getEventListeners(stop.signal, "abort").length) === 50) stop.abort("SIGTERM");
          run();
          return () => {};
        },
        every: () => () => {},
      },
    });
  });
  expect(new Set(listeners).size).toBe(1);
});
