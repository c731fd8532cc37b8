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

test("items that an order does not have, or that are named twice, are a problem of that column", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const problem = async (items: string) => {
    writeFileSync(world.path("parcels.csv"), `order,items,tracking\n10007,${items},A\n`);
    const { code, stderr } = await world.till("orders fulfill --file parcels.csv --dry-run");
    return [code, /parcels\.csv:.*/.exec(stderr)?.[0]];
  };
  expect(await problem("Stoneware Mug:1;Stoneware Mug:2")).toEqual([
    2,
    'parcels.csv:2, items: "Stoneware Mug:2" is named twice in the parcel',
  ]);
  await world.till('orders fulfill 10007 --item "Stoneware Mug:2" --yes');
  expect(await problem("Stoneware Mug:5")).toEqual([
    2,
    'parcels.csv:2, items: "Stoneware Mug:5": only 4 of it are not fulfilled',
  ]);
});

test("a file of parcels without tracking numbers can be run again", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  writeFileSync(world.path("parcels.csv"), "order,items\n10007,Stoneware Mug:2\n10008,\n");
  const fulfilled = async () =>
    (
      await world.till(
        'orders list --filter \'number in ("10007", "10008")\' --fields number,fulfillmentStatus',
      )
    ).stdout;
  const first = await world.till("orders fulfill --file parcels.csv --yes");
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("2 orders, 2 ok")]);
  expect(await fulfilled()).toBe("10008\tFULFILLED\n10007\tPARTIALLY_FULFILLED\n");
  const again = await world.till("orders fulfill --file parcels.csv --yes");
  expect([again.code, again.stdout + again.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
});
