import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { random } from "../support/runs.ts";

let home: Home;
let served: Served;
beforeEach(async () => {
  home = createHome();
  served = await serve(home, "--seed", "150");
});
afterEach(() => home.close());

const faults = ["429:0", "500", "503", "503:0", "drop-before", "drop-after", "truncate", "slow:50"];

const title = "a storm of faults, round %d: every row done in the end, creates never twice";
test.each([1, 2])(title, storm);
test.each([3, 4, 5, 6])(title, { tags: ["long"] }, storm);

async function storm() {
  const { env } = served;
  for (let fault = 0; fault < 25; fault++) {
    const kind = faults[Math.floor(random() * faults.length)] as string;
    const route = ["products.update", "products.create", "products.query"][fault % 3];
    await served.control("POST faults", {
      fault: kind,
      route,
      skip: Math.floor(random() * 8),
      times: 1 + (fault % 3),
    });
  }
  const commands = [
    ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"],
    ["products", "import", "new.csv", "--yes"],
  ];
  const rows = Array.from({ length: 40 }, (_, index) => `n-${index},New ${index},${index + 1}`);
  writeFileSync(home.path("new.csv"), `handle,name,price\n${rows.join("\n")}\n`);
  for (const command of commands) {
    const begun = jobsOf(home).length;
    // A run stopped before its job began is repeated, a begun job is resumed, and failed rows are retried.
    for (let attempt = 0; attempt < 12; attempt++) {
      const [job, ...others] = jobsOf(home);
      const args =
        job && others.length + 1 > begun
          ? ["jobs", "resume", job.id, "--retry-failed", "--yes", "--no-wait"]
          : command;
      const { code } = await home.till(args, { env });
      if (code === 0) break;
      expect([1, 7, 8, 9, 10]).toContain(code);
    }
    expect(jobsOf(home)[0]).toMatchObject({ state: "done", failed: 0 });
  }
  expect(timesOf(effectsOf(served.file), "ProductCreated")).toEqual({ once: 40 });
  const fresh = ["products", "list", "--filter", 'name startsWith "New "', "--limit", "1", "--json"];
  await served.control("DELETE faults");
  expect(JSON.parse((await home.till(fresh, { env })).stdout)).toMatchObject({ total: 40 });
}
