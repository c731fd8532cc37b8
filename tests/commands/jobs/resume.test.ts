import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a preview and the question of --retry-failed have the failed steps", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("sandbox fault 500 --route products.update --count 8 --quiet");
  await world.till("products update oven-mitt --set price=+1 --yes");
  await world.till("sandbox fault --clear");
  const retry = "jobs resume last --retry-failed";
  expect(await world.till("jobs show last --steps failed")).toMatchObject({
    stdout: expect.stringContaining("Oven Mitt"),
  });
  expect(await world.till(`${retry} --dry-run --diff changes.csv`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Oven Mitt\tprice\t19\t20/),
    stderr: expect.stringMatching(/1 change left to make\.(.|\n)*1 changed value written/),
  });
  expect(await world.till(retry)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Cannot confirm 1 change without a terminal."),
  });
  expect(await world.till(`${retry} --yes`)).toMatchObject({ code: 0 });
});
