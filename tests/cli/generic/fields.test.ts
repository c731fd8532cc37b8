import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("products update oven-mitt --set price=3 --yes");
});
afterAll(() => world.close());

test.each([
  ["products list", "nmae", "name"],
  ["products stock list", "stoc", "stock"],
  ["products stock get oven-mitt", "stoc", "stock"],
  ["jobs list", "stat", "state"],
  ["discounts list", "nmae", "name"],
  ["settings shipping options list", "titel", "title"],
  ["settings shipping options list", "title,titel", "title"],
  ["settings tax groups list", "nmae", "name"],
  ["tickets list", "nmae", "name"],
  ["events rsvps list", "statsu", "status"],
])("till %s --fields %s is refused, and the field that was meant is named", async (line, fields, meant) => {
  const { code, stdout, stderr } = await world.till(`${line} --fields ${fields}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`Did you mean "${meant}"?`);
  expect(stderr).toContain("Fields are: ");
});

test.each([
  ["products stock list", "handle,tracked,variantId"],
  ["jobs list", "id,run,budget,holder"],
  ["discounts list", "name,active,revision"],
  ["settings shipping options list", "title,rates,revision"],
  ["tickets list", "name,policy"],
])("till %s --fields %s works", async (line, fields) => {
  expect(await world.till(`${line} --fields ${fields}`)).toMatchObject({ code: 0 });
});
