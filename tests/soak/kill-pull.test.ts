import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";
import { random } from "../support/runs.ts";

/** Pulls of a served sandbox, with processes that are killed at random moments. */
let home: Home;
let served: Served;
let whole: Record<string, string>;
let kills = 0;
beforeAll(async () => {
  home = createHome();
  served = await serve(home);
  await served.control("POST seed", { count: 10_000 });
  const { code } = await home.till(["copy", "pull", home.path("whole"), ...flags], { env: served.env });
  expect(code).toBe(0);
  whole = filesOf("whole");
});
afterAll(() => home.close());

const flags = ["--only", "products,collections,inventory", "--no-costs"];
const rounds = Array.from({ length: 8 }, (_, index) => index + 1);

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(home.path(folder), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".ndjson")).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(home.path(folder, name), "utf8")]));
}

test.each(rounds)("kill -9 in a pull, round %d: the same files as without", async (round) => {
  const folder = `pull${round}`;
  for (let run = 1; run <= 5; run++) {
    const killAfter = run < 5 ? 120 + random() * 800 : 0;
    const ended = await home.till(["copy", "pull", home.path(folder), ...flags], {
      env: served.env,
      killAfter,
    });
    if (ended.signal === null) {
      expect(ended).toMatchObject({ code: 0 });
      break;
    }
    kills++;
  }
  expect(filesOf(folder)).toEqual(whole);
});

test("processes were killed", () => expect(kills).toBeGreaterThan(rounds.length));
