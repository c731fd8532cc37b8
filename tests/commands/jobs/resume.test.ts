import { readFileSync, writeFileSync } from "node:fs";
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
    stdout: expect.stringMatching(/Oven Mitt\tprice\t19.00\t20.00/),
    stderr: expect.stringMatching(/Left: the changes to 1 product\.(.|\n)*1 changed value written/),
  });
  expect(await world.till(retry)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Cannot confirm the changes to 1 product without a terminal."),
  });
  expect(await world.till(`${retry} --yes`)).toMatchObject({ code: 0 });
});

test("resuming a finished job exits as the job did, with the rows that were left out of its plan", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  writeFileSync(world.path("prices.csv"), "slug,price\noven-mitt,21\nserving-bowl,cheap\n");
  const line = "products import prices.csv --key handle --yes --skip-invalid";
  expect(await world.till(line)).toMatchObject({ code: 9 });
  expect(await world.till("jobs resume last")).toMatchObject({
    code: 9,
    stderr: expect.stringContaining("is finished."),
  });
  writeFileSync(world.path("shops.csv"), "profile,file\nsandbox,prices.csv\n");
  await world.till(
    `each --sites shops.csv --yes -- ${line.replace("prices.csv", "{file}").replace("--yes ", "")}`,
  );
  expect(await world.till("jobs resume --run last --junit sites.xml")).toMatchObject({ code: 9 });
  expect(readFileSync(world.path("sites.xml"), "utf8")).toContain('failures="1"');
});
