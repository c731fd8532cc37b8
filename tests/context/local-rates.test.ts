import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { budgetOver } from "../../src/api/transport/pace.ts";
import { openLocalRates, readLocalRates } from "../../src/context/rates.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";
import { temporaryFolder } from "../support/folders.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "state", "rates.sqlite");
});

const shop = { site: "shop", place: "https://www.wixapis.com" };
const limits = [{ requests: 200, period: "minute" }] as const;

test("two openers of a file share the budget of a site, and no other site's", async () => {
  const [one, other] = [openLocalRates(file, () => 1_000_000), openLocalRates(file, () => 1_000_000)];
  expect(await budgetOver(one.rate(shop), limits).reserve(6)).toMatchObject({ wait: 0, starts: 6 });
  expect(await budgetOver(other.rate(shop), limits).reserve(6)).toMatchObject({ wait: 0, starts: 4 });
  const { wait, starts } = await budgetOver(one.rate(shop), limits).reserve(6);
  expect({ wait, starts }).toEqual({ wait: 322, starts: 1 });
  for (const key of [
    { ...shop, site: "other" },
    { ...shop, place: "http://localhost" },
  ])
    expect(await budgetOver(other.rate(key), limits).reserve(1)).toMatchObject({ wait: 0, starts: 1 });
  await budgetOver(other.rate(shop), limits).hold(30_000);
  expect(await budgetOver(one.rate(shop), limits).held(1_000_000)).toBe(30_000);
  expect((await one.all()).rates.map(({ site, place }) => `${site} ${place}`)).toEqual([
    "other https://www.wixapis.com",
    "shop http://localhost",
    "shop https://www.wixapis.com",
  ]);
  await one.close();
  await other.close();
});

test("sites that were not used for a day are forgotten when another one is used", async () => {
  let now = 1_000_000;
  const rates = openLocalRates(file, () => now);
  await budgetOver(rates.rate(shop), limits).reserve(1);
  now += 90_000_000;
  await budgetOver(rates.rate({ ...shop, site: "new" }), limits).reserve(1);
  expect((await rates.all()).rates.map(({ site }) => site)).toEqual(["new"]);
  await rates.close();
});

test("a state that is not understood counts as none", async () => {
  const rates = openLocalRates(file);
  await budgetOver(rates.rate(shop), limits).reserve(1);
  for (const state of ["", "{}", "[]", "7"]) {
    const db = openDatabase(file, { synchronous: "NORMAL", migrations: [""] });
    db.prepare("UPDATE rate SET state = ?").run(state);
    db.close();
    expect(await budgetOver(rates.rate(shop), limits).reserve(20)).toMatchObject({ wait: 0, starts: 10 });
  }
  await rates.close();
});

test("reading creates no file", async () => {
  expect((await readLocalRates(join(folder, "none.sqlite"))).rates).toEqual([]);
  writeFileSync(join(folder, "bad.sqlite"), "no database".repeat(100));
  await expect(readLocalRates(join(folder, "bad.sqlite"))).rejects.toMatchObject({
    code: "DATABASE_DAMAGED",
  });
});
