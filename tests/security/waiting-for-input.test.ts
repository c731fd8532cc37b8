import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  expect(await world.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

/** Input that never comes, or never ends after its first line. */
async function* silence(first?: string): AsyncGenerator<string> {
  if (first !== undefined) yield first;
  await new Promise(() => {});
}

test.each([
  ["products import - --yes", "handle,kind,price\nmug,product,mug,31\n"],
  ["orders capture - --yes", "10006\n"],
  ["orders fulfill --file - --yes", "order\n10006\n"],
  ["apply - --yes", undefined],
  ["products delete - --yes", undefined],
  ["products create --input -", "{"],
  ["tickets check-in raku-night -", undefined],
  ["each --sites - products list", undefined],
])("%s ends at the first signal while it waits for stdin, and sends nothing", async (line, first) => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const stop = new AbortController();
    const writes: string[] = [];
    const reading = Promise.withResolvers<void>();
    async function* typing() {
      reading.resolve();
      yield* silence(first);
    }
    const running = world.till(line, {
      typing: typing(),
      signal: stop.signal,
      onRequest: ({ name = "", effect }) => {
        if (effect !== "read") writes.push(name);
      },
    });
    await Promise.race([reading.promise, running]);
    stop.abort(signal);
    expect(await running).toMatchObject({ code, stdout: "" });
    expect(writes).toEqual([]);
  }
});
