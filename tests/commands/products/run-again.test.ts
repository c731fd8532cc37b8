import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a relative change that is run again is applied again, and the preview mentions the first run", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  const again =
    /The same command made 1 change 1 min ago \(job \w{4}\)\. This is a new run, from the present values\./;
  const line = "products update serving-bowl --set price=+10%";
  const first = await world.till(`${line} --yes`);
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringMatching(again)]);
  const preview = await world.till(`${line} --dry-run`);
  expect([preview.code, preview.stderr]).toEqual([0, expect.stringMatching(again)]);
  const second = await world.till(`${line} -y`);
  expect([second.code, second.stderr]).toEqual([0, expect.stringMatching(again)]);
  const other = await world.till("products update serving-bowl --set price=+5% --yes");
  expect([other.code, other.stderr]).toEqual([0, expect.not.stringMatching(again)]);
  const undone = await world.till("jobs undo last --yes");
  expect(undone.code).toBe(0);
  expect((await world.till("products update serving-bowl --set price=+5% --dry-run")).stderr).not.toMatch(
    again,
  );
});

test("a change right after another one starts from its values, though lists lag behind", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  await world.till("sandbox settings listLag=2000");
  await world.till("sandbox clock set 2030-01-01T00:00:00Z");
  const onSleep = (ms: number) => world.till(`sandbox clock advance ${ms}ms`);
  expect((await world.till("products update serving-bowl --set price=50 --yes", { onSleep })).code).toBe(0);
  const second = await world.till("products update serving-bowl --set price=+10% --yes", { onSleep });
  expect([second.code, second.stderr]).toEqual([0, expect.stringMatching(/price\s+50\.00\s+55\.00/)]);
});

test.each(["orders update 10002 --set tags=VIP", "products update serving-bowl --set price=50"])(
  "an undo right after %s is carried out, though lists lag behind",
  async (line) => {
    const world = createWorld();
    onTestFinished(() => world.close());
    await world.till("sandbox seed demo");
    const [resource, , id] = line.split(" ");
    const shown = async () =>
      JSON.parse((await world.till(`${resource} get ${id} --jq "[.tags, .priceData]"`)).stdout);
    const before = await shown();
    await world.till("sandbox settings listLag=2000");
    expect((await world.till(`${line} --yes`)).code).toBe(0);
    expect((await world.till("jobs undo last --yes")).code).toBe(0);
    await world.till("sandbox settings listLag=0");
    expect(await shown()).toEqual(before);
  },
);
