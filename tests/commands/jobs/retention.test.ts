import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("after a job, records of finished jobs that are older than keepJobs are deleted, and those that can be resumed kept", async () => {
  const world = createWorld();
  const march = new Date("2026-03-01T06:00:00Z");
  const days = (count: number) => new Date(march.getTime() + count * 86_400_000);
  await world.till("sandbox seed demo", { now: march });
  const set = (price: number) => `products update oven-mitt --set price=${price} --yes`;
  const jobs = async () => {
    const { stdout } = await world.till("jobs list --json");
    return (JSON.parse(stdout) as { items: { command: string; state: string }[] }).items.length;
  };
  await world.till(set(21), { now: march });
  await world.till("collections update coffee --name Kaffee", { now: march });
  const stopping = new AbortController();
  await world.till(
    "products update oven-mitt serving-bowl --set 'price = price + 1' --yes --concurrency 1 --output ndjson",
    {
      now: march,
      signal: stopping.signal,
      onOutput: (text) => text.includes("step.sent") && stopping.abort("SIGINT"),
    },
  );
  expect(await jobs()).toBe(3);
  await world.till(set(32), { now: days(364) });
  expect(await jobs()).toBe(4);
  await world.till("config set keepJobs 300d");
  // Records are looked through once a day.
  await world.till(set(33), { now: days(364.5) });
  expect(await jobs()).toBe(5);
  await world.till(set(34), { now: days(366) });
  expect(await jobs()).toBe(4);
  expect((await world.till("jobs list --json --filter 'state = \"stopped\"'")).stdout).toContain(
    "serving-bowl",
  );
  expect(await world.till("config set keepJobs 1h")).toMatchObject({ code: 2 });
});
