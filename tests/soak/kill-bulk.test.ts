import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogFile } from "../e2e/catalog-file.ts";
import { effectsOf, timesOf } from "../e2e/outbox.ts";
import { createHome, type Home, type Served, serve } from "../e2e/program.ts";
import { jobsOf, throughKills } from "../e2e/repeated-kills.ts";
import { faultRound } from "../resources/products/bulk-fault-rounds.ts";

/** Bulk calls of catalog v3, with processes that are killed at random moments. */
const existing = 250;
const created = 150;

let home: Home;
let served: Served;
beforeAll(async () => {
  home = createHome();
  served = await serve(home);
  await served.control("POST seed", { count: existing, catalog: "v3" });
  writeFileSync(home.path("new.csv"), catalogFile(created));
});
afterAll(() => home.close());

const rounds = Array.from({ length: 200 }, (_, index) => index + 1);
const position = () => effectsOf(served.file).at(-1)?.seq ?? 0;

test.each(rounds)("kill -9 in a bulk update or import, round %d: every row once", async (round) => {
  const { env, file } = served;
  const before = position();
  const kills = { runs: 2, from: 150, to: 900, env };
  if (round % 2 === 1) {
    const change = ["products", "update", "--filter", "price > 0", "--set", "price=+1", "--yes"];
    await throughKills(home, change, kills);
    const [job] = await jobsOf(home);
    expect(job).toMatchObject({ state: "done", done: existing, failed: 0 });
    expect(timesOf(effectsOf(file, before), "product_updated")).toEqual({ once: existing });
    return;
  }
  await throughKills(home, ["products", "import", "new.csv", "--yes"], kills);
  const [job] = await jobsOf(home);
  expect(job).toMatchObject({ state: "done", failed: 0 });
  expect(timesOf(effectsOf(file, before), "product_created")).toEqual({ once: created });
  expect(await home.till(["jobs", "undo", String(job?.id), "--yes"], { env })).toMatchObject({ code: 0 });
  expect(timesOf(effectsOf(file, before), "product_deleted")).toEqual({ once: created });
});

test.each(rounds)(
  "kills, lost responses, 429, 5xx and other writers in one process, round %d",
  async (round) => await faultRound(1000 + round),
);
