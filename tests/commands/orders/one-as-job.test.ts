import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("one order is planned, expected and compared as several are, and nothing is sent", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const writes: string[] = [];
  const onRequest = ({ effect, name }: { effect: string; name: string }) => {
    if (effect !== "read") writes.push(name);
  };
  for (const change of [
    "approve 10011",
    "reject 10011",
    "mark-paid 10012",
    "update 10011 --set email=a@b.example",
  ]) {
    const file = `${change.split(" ")[0]}.plan.ndjson`;
    const line = `orders ${change} --yes`;
    expect(await world.till(`${line} --plan-out ${file}`, { onRequest }), change).toMatchObject({ code: 0 });
    expect(existsSync(world.path(file)), change).toBe(true);
    expect(await world.till(`${line} --expect 2`, { onRequest }), change).toMatchObject({ code: 6 });
    expect(await world.till(`${line} --dry-run --diff ${file}.csv`, { onRequest })).toMatchObject({
      code: 0,
    });
    expect(existsSync(world.path(`${file}.csv`)), change).toBe(true);
  }
  expect(
    await world.till("orders mark-paid 10012 --amount 1 --plan-out x.ndjson --yes", { onRequest }),
  ).toMatchObject({ code: 2, stderr: expect.stringContaining("--amount") });
  expect(writes).toEqual([]);
  expect(await world.till("apply mark-paid.plan.ndjson --yes", { onRequest })).toMatchObject({ code: 0 });
  expect(writes).toEqual(["orders.bulkMarkAsPaid"]);
});
