import { writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  return () => world.close();
});

async function importOf(text: string, flags = "") {
  writeFileSync(world.path("coupons.csv"), text);
  return await world.till(`coupons import coupons.csv --dry-run ${flags}`);
}

test("what may be an amount is refused in a column of percentages", async () => {
  for (const other of ["10%", "5 USD"]) {
    const { code, stderr } = await importOf(`Code,Rabatt\nA,${other}\nB,5.00\n`, "--currency USD");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        'coupons.csv:3, Rabatt: "5.00" is neither a percentage nor an amount, as other cells of the column are. Write 5.00% or 5.00 USD.',
      ),
    ]);
  }
  expect((await importOf("Code,Rabatt\nA,10%\nB,5 USD\n", "--currency USD")).stdout).toMatch(
    /A\s+create\s+10%\nB\s+create\s+5 off\n/,
  );
  expect((await importOf("Code,amount\nA,5 USD\nB,5\n", "--currency USD")).stdout).toMatch(
    /B\s+create\s+5 off\n/,
  );
  expect((await importOf("Code,Rabatt\nA,12.5%\nB,5\n")).stdout).toMatch(/B\s+create\s+5%\n/);
  expect((await importOf("Code,Rabatt\nA,10\nB,5\n")).stdout).toMatch(/A\s+create\s+10%\nB\s+create\s+5%\n/);
});

test("a column discount is read, not left out without a word", async () => {
  const { code, stdout } = await importOf("code,discount\nWELCOME10,30%\n");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/WELCOME10\s+percent\s+10\s+30\n/)]);
  expect((await importOf("code,appliesTo\nWELCOME10,Mugs\n")).stderr).toContain(
    'unknown column: "appliesTo"',
  );
});

test("coupons that an import created are deleted by its undo, unless they were used", async () => {
  const own = createWorld({ from: world.home });
  const rows = [
    "code,name,percent,amount,freeShipping,minimum,collection,uses,oneItem,from,until,active",
    "SPRING,Spring,15,,,,Tableware,7,,,2030-01-01T10:00:00Z,",
    "FIVE,Five,,5,,30,,,,,,false",
    "SHIP,Ship,,,true,,,,,,,",
  ];
  writeFileSync(own.path("c.csv"), rows.join("\n"));
  const listed = async () => (await own.till("coupons list --all")).stdout;
  const before = await listed();
  expect((await own.till("coupons import c.csv --yes")).code).toBe(0);
  const imported = await listed();
  expect(
    imported
      .split("\n")
      .filter((line) => !before.includes(line))
      .sort(),
  ).toEqual([
    expect.stringMatching(/^FIVE\tFive\tENDED\t5 off\torders from 30/),
    expect.stringMatching(/^SHIP\tShip\tLIVE\tfree shipping\tall orders/),
    expect.stringMatching(/^SPRING\tSpring\tLIVE\t15%\tcollection Tableware/),
  ]);
  expect((await own.till("jobs undo last --dry-run")).stdout).toMatch(/SPRING\s+delete\s+15%/);
  for (const line of [
    "cart add oven-mitt",
    "cart update --email ada@example.com --ship-to 'US-NY, 10001, New York, 5 Main St'",
    "cart coupon SHIP",
    "cart checkout --bill-to 'US-CA, 94107, San Francisco, 1 Main St'",
    "checkout complete --pay approved",
  ])
    expect(await own.till(line)).toMatchObject({ code: 0 });
  const undone = await own.till("jobs undo last --yes");
  expect([undone.code, undone.stderr]).toEqual([9, expect.stringMatching(/failed.*SHIP.*changed/)]);
  const left = (await listed()).split("\n").filter((line) => !before.includes(line));
  expect(left).toEqual([expect.stringMatching(/^SHIP\t.*\t1$/)]);
});
