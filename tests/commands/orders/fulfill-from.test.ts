import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a file that names an order by its number and by its id is refused", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const { stdout } = await world.till("orders get 10007 --json --jq .id");
  const id = stdout.trim().replaceAll('"', "").toUpperCase();
  writeFileSync(world.path("parcels.csv"), `order,tracking\n10007,A\n${id},B\n`);
  const planned = await world.till("orders fulfill --file parcels.csv --dry-run");
  expect(planned.code).toBe(2);
  expect(planned.stderr).toContain("parcels.csv:3: this is the order of line 2");
});
