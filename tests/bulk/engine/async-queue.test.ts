import { expect, test } from "vitest";
import { AsyncQueue } from "../../../src/bulk/engine/engine.ts";

/** Returns a function that returns whether a promise has settled. */
function watch(promise: Promise<unknown>): () => Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  return async () => {
    await new Promise(setImmediate);
    return settled;
  };
}

test("items arrive once and in order, before and while they are read", async () => {
  const queue = new AsyncQueue<number>(9);
  queue.push(1);
  queue.push(2);
  const items = queue.items();
  expect([(await items.next()).value, (await items.next()).value]).toEqual([1, 2]);
  const third = items.next();
  queue.push(3);
  queue.push(4);
  expect((await third).value).toBe(3);
  queue.close();
  expect((await items.next()).value).toBe(4);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

test("a waiting reader ends when the queue is closed", async () => {
  const queue = new AsyncQueue<number>(9);
  const next = queue.items().next();
  await new Promise(setImmediate);
  queue.close();
  expect(await next).toEqual({ done: true, value: undefined });
});

test("accepts one item less than the limit, and more once they are read", async () => {
  const queue = new AsyncQueue<number>(2);
  queue.push(1);
  await queue.room();
  queue.push(2);
  const full = [watch(queue.room()), watch(queue.room())];
  expect(await Promise.all(full.map((settled) => settled()))).toEqual([false, false]);
  await queue.items().next();
  expect(await Promise.all(full.map((settled) => settled()))).toEqual([true, true]);
});

test("closing the queue releases a waiting producer", async () => {
  const queue = new AsyncQueue<number>(1);
  queue.push(1);
  const full = watch(queue.room());
  expect(await full()).toBe(false);
  queue.close();
  expect(await full()).toBe(true);
  await queue.room();
});
