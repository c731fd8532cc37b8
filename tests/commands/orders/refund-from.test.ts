import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("an order that a list of refunds names by number and by id is refunded once", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  const id = (await world.till("orders get 10001 --jq .id")).stdout.trim();
  writeFileSync(world.path("refunds.csv"), `order,amount\n10001,1\n${id},1\n`);
  const planned = await world.till("orders refund --file refunds.csv --dry-run");
  expect(planned.stderr).toContain("refunds.csv:3: this is the order of line 2");
});

test("a list of refunds of items that is run again refunds nothing twice", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  const run = async (items: string) => {
    writeFileSync(world.path("refunds.csv"), `order,items\n10002,${items}\n`);
    const { stdout, stderr } = await world.till("orders refund --file refunds.csv --yes");
    const text = stdout + stderr;
    return /\d to change, \d unchanged/.exec(text)?.[0] ?? text;
  };
  const refunds = async () => (await world.till("orders payments 10002 --fields status,refunded")).stdout;
  expect(await run("Stoneware Mug:1")).toBe("1 to change, 0 unchanged");
  const once = await refunds();
  expect(await run("Stoneware Mug:1")).toBe("0 to change, 1 unchanged");
  expect(await refunds()).toBe(once);
  expect(await run("Stoneware Mug:9")).toContain("10002");
  expect(await refunds()).toBe(once);
});

test("a list of refunds needs an approval where money does", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  await world.till("config set requireApproval money");
  writeFileSync(world.path("refunds.csv"), "order,amount\n10001,1\n");
  const refused = await world.till("orders refund --file refunds.csv --yes");
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("approv")]);
  const { stdout } = await world.till("orders payments 10001 --fields status");
  expect(stdout).toBe("APPROVED\n");
});

test("a list of refunds of another country is read with its marks, which a proposal finds out", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  writeFileSync(world.path("refunds.csv"), "Bestellnummer;Betrag;Grund\n10014;5,50;Bruch\n");
  const proposed = await world.till("orders refund --file refunds.csv --dry-run");
  expect(proposed.stderr).toContain(
    "To import it: till orders refund --file refunds.csv --dry-run --map Bestellnummer=order --decimal ,",
  );
  const german = await world.till(
    "orders refund --file refunds.csv --dry-run --map Bestellnummer=order --decimal ,",
  );
  expect([german.code, german.stdout]).toEqual([
    0,
    expect.stringMatching(/10014\s+refund\s+30\.50 USD left\s+5\.50 USD/),
  ]);
  // 1.290 may be two amounts.
  writeFileSync(world.path("refunds.csv"), "order;amount\n10014;1.290\n");
  for (const flags of ["", "--excel de"])
    expect((await world.till(`orders refund --file refunds.csv --dry-run ${flags}`)).stderr).toContain(
      'not "1.290"',
    );
});
