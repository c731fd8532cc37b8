import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("an update without flags changes nothing and says so", async () => {
  const world = createWorld();
  await world.till("cart add --custom Tour --price 5");
  await world.till("cart checkout");
  expect(await world.till("checkout update")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing to change."),
  });
  const noted = await world.till("checkout update --note Hello --json");
  expect(JSON.parse(noted.stdout)).toMatchObject({ note: "Hello" });
  const cleared = await world.till(["checkout", "update", "--note", "", "--json"]);
  expect(JSON.parse(cleared.stdout)).not.toHaveProperty("note");
});
