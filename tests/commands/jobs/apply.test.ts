import { existsSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

const rename = "collections update coffee --name Kaffee";
const nameOfCoffee = async () => {
  const { stdout } = await world.till("collections get coffee --json");
  return (JSON.parse(stdout) as { name: string }).name;
};

test("a plan of a single change that was previewed, too, is carried out", async () => {
  for (const [preview, name] of [
    ["--dry-run --plan-out plan.ndjson", "A"],
    ["-n --detailed-exitcode --plan-out=plan.ndjson", "B"],
  ] as const) {
    await world.till(`collections update coffee --name ${name} ${preview}`);
    expect(await world.till("apply plan.ndjson --yes")).toMatchObject({ code: 0 });
    expect(await nameOfCoffee()).toBe(name);
  }
  await world.till("collections delete coffee -yn --plan-out plan.ndjson");
  expect(await world.till("apply plan.ndjson --yes")).toMatchObject({ code: 0 });
  expect(await world.till("collections get coffee")).toMatchObject({ code: 5 });
});

test("flags of a dry run, of output and of a diff count for a single change, or are rejected", async () => {
  await world.till(`${rename} --plan-out plan.ndjson`);
  expect(await world.till("apply plan.ndjson --dry-run --detailed-exitcode")).toMatchObject({ code: 11 });
  const record = await world.till("apply plan.ndjson --dry-run --output ndjson --fields call");
  expect(record).toMatchObject({ code: 0, stdout: '{"_kind":"plannedCall","call":"collections.update"}\n' });
  expect(await world.till("apply plan.ndjson --dry-run --diff changes.csv")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--diff is for bulk changes: this plan is a single change."),
  });
  expect(existsSync(world.path("changes.csv"))).toBe(false);
  expect(await world.till("apply plan.ndjson --expect 2 --yes --json")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('"code":"EXPECTATION_FAILED"'),
  });
  expect(await nameOfCoffee()).toBe("Coffee");
});

test("names the job that has changed a row since the plan, not since it is applied", async () => {
  await world.till("products update oven-mitt --set price=+1 --plan-out plan.ndjson");
  const { stdout } = await world.till("products update oven-mitt --set price=+2 --yes --json");
  const { id } = JSON.parse(stdout) as { id: string };
  expect(await world.till("apply plan.ndjson --yes")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(`changed by job ${id} since; left alone`),
  });
});
