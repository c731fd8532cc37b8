import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { catalogFile } from "../processes/catalog-file.ts";
import { createHome, type Home, serve } from "../processes/program.ts";
import { jobsOf, throughKills, undoThroughKills } from "../processes/repeated-kills.ts";
import { effectsOf, tallyOf, timesOf } from "../support/outbox.ts";

/** Kills real processes at random moments: one round of each kind, because the simulation repeats this with everything else. */
const kinds = ["embedded", "served"] as const;

const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

/** A home with an embedded or a served sandbox. */
async function world(place: (typeof kinds)[number], ...seed: string[]) {
  const home = createHome();
  homes.push(home);
  if (place === "served") {
    const { file, env } = await serve(home, ...seed.flatMap((what) => ["--seed", what]));
    return { home, file, env };
  }
  for (const what of seed) await home.till(["sandbox", "seed", what]);
  return { home, file: home.path("till/data/sandbox.db"), env: {} };
}

for (const kind of kinds)
  test(`bulk update of 300 products, ${kind}`, async () => {
    const { home, file, env } = await world(kind, "300");
    // Some are killed while they plan.
    const kills = { runs: 4, from: 40, to: 480, env };
    await home.till("products export before.csv", { env });
    await throughKills(
      home,
      ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"],
      kills,
    );
    const [job] = jobsOf(home);
    expect(job).toMatchObject({ state: "done", done: 300, failed: 0, total: 300 });
    const changes = effectsOf(file);
    expect(timesOf(changes, "ProductChanged")).toEqual({ once: 300 });
    await undoThroughKills(home, String(job?.id), kills);
    expect(timesOf(effectsOf(file, changes.at(-1)?.seq), "ProductChanged")).toEqual({ once: 300 });
    await home.till("products export after.csv", { env });
    expect(readFileSync(home.path("after.csv"), "utf8")).toBe(readFileSync(home.path("before.csv"), "utf8"));
  });

const file = catalogFile(120);
let calm: { effects: Record<string, number>; lines: string[] };

test("an import without kills, for comparison", async () => {
  const { home, file: sandbox } = await world("embedded");
  writeFileSync(home.path("new.csv"), file);
  expect(await home.till("products import new.csv --yes")).toMatchObject({ code: 0 });
  calm = { effects: tallyOf(effectsOf(sandbox)), lines: await exported(home, {}) };
});

for (const kind of kinds)
  test(`import of 120 new products, ${kind}`, async () => {
    const { home, file: sandbox, env } = await world(kind);
    writeFileSync(home.path("new.csv"), file);
    const kills = { runs: 6, from: 40, to: 600, env };
    await throughKills(home, ["products", "import", "new.csv", "--yes"], kills);
    const [job] = jobsOf(home);
    expect(job).toMatchObject({ state: "done", failed: 0 });
    expect(tallyOf(effectsOf(sandbox))).toEqual(calm.effects);
    expect(await exported(home, env)).toEqual(calm.lines);
    const again = await home.till("products import new.csv --dry-run", { env });
    expect(again.stdout).toContain("0 to change");
    await undoThroughKills(home, String(job?.id), kills);
    const left = await home.till("products list --json", { env });
    expect(JSON.parse(left.stdout)).toMatchObject({ items: [], total: 0 });
  });

/** Returns the sorted export without ids, which depend on the order of requests. */
async function exported(home: Home, env: Record<string, string>): Promise<string[]> {
  const { stdout } = await home.till("products export", { env });
  return stdout
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}/g, "")
    .split("\n")
    .sort();
}
