import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { effectsOf, tallyOf, timesOf } from "../support/outbox.ts";
import { catalogFile } from "./catalog-file.ts";
import { createHome, type Home, serve } from "./program.ts";
import { jobsOf, throughKills, undoThroughKills } from "./repeated-kills.ts";

const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

function newHome(): Home {
  const home = createHome();
  homes.push(home);
  return home;
}

const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"];
const kills = { runs: 2, from: 120, to: 450 };

for (const kind of ["embedded", "over a socket"] as const) {
  test(`kill -9 in a bulk update (${kind}): every product is changed once, and undo restores the same bytes`, async () => {
    const home = newHome();
    const served = kind === "embedded" ? undefined : await serve(home, "--seed", "300");
    if (!served) await home.till("sandbox seed 300");
    const file = served?.file ?? home.path("till/data/sandbox.db");
    const env = served?.env ?? {};
    await home.till("products export before.csv", { env });

    await throughKills(home, raise, { ...kills, env });
    const [job] = jobsOf(home);
    expect(job).toMatchObject({ state: "done", done: 300, failed: 0, total: 300 });
    const changes = effectsOf(file);
    expect(timesOf(changes, "ProductChanged")).toEqual({ once: 300 });
    const show = await home.till(["jobs", "show", String(job?.id), "--json"], { env });
    expect(JSON.parse(show.stdout)).toMatchObject({
      totals: { rows: 300, ok: 300, failed: 0, unknown: 0, left: 0 },
    });

    await undoThroughKills(home, String(job?.id), { ...kills, env });
    expect(timesOf(effectsOf(file, changes.at(-1)?.seq), "ProductChanged")).toEqual({ once: 300 });
    await home.till("products export after.csv", { env });
    expect(readFileSync(home.path("after.csv"), "utf8")).toBe(readFileSync(home.path("before.csv"), "utf8"));
  });
}

test("kill -9 in an import of new products: each is created once, and undo leaves an empty shop", async () => {
  const [whole, home] = [newHome(), newHome()];
  for (const one of [whole, home]) writeFileSync(one.path("new.csv"), catalogFile(60));
  expect(await whole.till("products import new.csv --yes")).toMatchObject({ code: 0 });

  await throughKills(home, ["products", "import", "new.csv", "--yes"], kills);
  const [job] = jobsOf(home);
  expect(job).toMatchObject({ state: "done", failed: 0 });
  const sandboxes = [whole, home].map((one) => one.path("till/data/sandbox.db"));
  const [calm, hurt] = sandboxes.map((file) => tallyOf(effectsOf(file)));
  expect(hurt).toEqual(calm);
  expect(hurt).toMatchObject({ ProductCreated: 60, CollectionCreated: 2 });
  expect((await home.till("products import new.csv --dry-run")).stdout).toContain("0 to change");

  await undoThroughKills(home, String(job?.id), kills);
  expect(JSON.parse((await home.till("products list --json")).stdout)).toMatchObject({ items: [], total: 0 });
});

test("kill -9 between plan and first request of an import: after resume, the file gives an empty plan", async () => {
  const home = newHome();
  const served = await serve(home);
  const { env } = served;
  writeFileSync(home.path("new.csv"), catalogFile(20));
  await served.control("POST faults", { fault: "429:0", route: "create", times: 1000 });
  expect(await home.till("products import new.csv --yes", { env })).toMatchObject({ code: 7 });
  await served.control("DELETE faults");
  // Such a kill leaves the plan, without the handles of the file.
  for (const name of readdirSync(home.path("till/state")))
    if (name.startsWith("handles")) rmSync(home.path("till/state", name));
  expect(await home.till("jobs resume last --yes", { env })).toMatchObject({ code: 0 });
  expect((await home.till("products import new.csv --dry-run", { env })).stdout).toContain("0 to change");
});
