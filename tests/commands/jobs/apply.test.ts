import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

const nameOfCoffee = async () => {
  const { stdout } = await world.till("collections get coffee --json");
  return (JSON.parse(stdout) as { name: string }).name;
};

test("a plan of a single change that was previewed, too, is carried out", async () => {
  for (const [preview, name] of [
    ["--dry-run --plan-out plan.ndjson", "A"],
    ["-n --detailed-exitcode --plan-out=plan.ndjson", "B"],
  ] as const) {
    await world.till(`collections update coffee --name ${name} ${preview}`);
    expect(await world.till("apply plan.ndjson --yes")).toMatchObject({ code: 0 });
    expect(await nameOfCoffee()).toBe(name);
  }
});
