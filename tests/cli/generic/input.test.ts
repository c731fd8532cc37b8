import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test.each([
  ["discounts get Nope", "till discounts list"],
  ["--profile sandbox discounts get Nope", "till discounts list"],
  ["--output yaml settings shipping options get Nope", "till settings shipping options list"],
  ["settings shipping options get options --profile sandbox", "till settings shipping options list"],
  ["--profile=sandbox tickets definitions update Nope --name Door", "till tickets definitions list"],
])("till %s: the hint names the list of the group", async (line, list) => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const { code, stderr } = await world.till(line);
  expect(code).toBe(5);
  expect(stderr).toContain(`List them: ${list}\n`);
});
