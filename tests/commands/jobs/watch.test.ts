import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("exits as the job did: with rows that were left out, and if others have changed all of them", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("products update oven-mitt --set price=+1 --plan-out plan.ndjson");
  await world.till("products update oven-mitt --set price=+2 --yes");
  for (const [line, code] of [
    ["products update oven-mitt --set price=+2 --yes", 0],
    ["orders fulfill 10012 10008 10003 --skip-invalid --yes", 9],
    ["apply plan.ndjson --yes", 6],
  ] as const) {
    expect(await world.till(line)).toMatchObject({ code });
    expect(await world.till("jobs watch last"), line).toMatchObject({ code });
  }
});

test("names the undo of a job and of a run that ended, but not of payments that were captured", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("products update oven-mitt --set price=+1 --yes");
  const { stderr } = await world.till("jobs watch last");
  expect(stderr).toMatch(/^Undo with: till jobs undo \w+$/m);
  await world.till("jobs undo last --yes");
  expect((await world.till("jobs watch last")).stderr).not.toContain("Undo with");
  await world.till("orders capture 10013 10009 --yes");
  expect((await world.till("jobs watch last")).stderr).not.toContain("Undo with");
});
