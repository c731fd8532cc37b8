import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test.each(["v1", "v3"])("what a create command made is deleted by undo (catalog %s)", async (catalog) => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till(`sandbox seed demo --catalog ${catalog}`);
  for (const [kind, create] of [
    ["products", "products create --name Cup9 --price 3 --yes"],
    ["collections", "collections create --name Cup9 --yes"],
  ] as const) {
    const found = async () => (await world.till(`${kind} list --filter "name = 'Cup9'"`)).stdout;
    expect((await world.till(create)).code).toBe(0);
    expect(await found()).toContain("Cup9");
    const undone = await world.till("jobs undo last --yes");
    expect([undone.code, await found()]).toEqual([0, ""]);
  }
});
