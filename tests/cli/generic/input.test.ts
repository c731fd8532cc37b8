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

test("a name that two objects have is refused with their ids, whatever is done with it", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  for (const percent of [10, 20])
    await world.till(`discounts create --name Twice --percent ${percent} --yes`);
  const ids = (await world.till("discounts list --filter 'name = Twice' --fields id")).stdout
    .trim()
    .split("\n");
  for (const verb of [
    "get Twice",
    "update Twice --percent 5 --yes",
    "update Twice 'Big basket' --set active=false --yes",
    "delete Twice --yes",
  ]) {
    const { code, stderr } = await world.till(`discounts ${verb}`);
    expect([verb, code, stderr]).toEqual([
      verb,
      6,
      expect.stringContaining('2 discount rules match "Twice": '),
    ]);
    for (const id of ids) expect(stderr).toContain(id);
  }
  expect(
    (await world.till("discounts list --filter 'name = Twice' --fields id")).stdout.trim().split("\n"),
  ).toEqual(ids);
});
