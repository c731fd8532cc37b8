import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("times of a service are those of a calendar, with their zone", async () => {
  const world = createWorld();
  const add = (...flags: string[]) =>
    world.till(["cart", "add", "--custom", "Tour", "--price", "5", ...flags]);
  for (const time of ["2026-02-30T10:00:00Z", "2026-02-28T10:00", "2026-02-28", "1Z"]) {
    const { code, stderr } = await add("--on", time);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`--on takes a time with its zone, not "${time}"`),
    ]);
  }
  const until = await add("--on", "2026-02-28T10:00Z", "--until", "2026-02-29T10:00Z");
  expect([until.code, until.stderr]).toEqual([2, expect.stringContaining("--until takes a time")]);
  expect((await add("--on", "2028-02-29T10:00+01:00")).code).toBe(0);
});

test("an option or text that none of the products has is refused", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const several = ["oven-mitt", "kitchen-towel-strich"];
  for (const [products, flag, text] of [
    [several, "--option", "Size=Large"],
    [several, "--option", "Colour"],
    [several, "--text", "Engraving=For Ada"],
    [["--custom", "Tour", "--price", "5"], "--text", "Engraving=For Ada"],
  ] as const)
    expect(await world.till(["cart", "add", ...products, flag, text])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`No item has ${flag} ${text}.`),
    });
  expect((await world.till(["cart", "get"])).code).toBe(5);
});
