import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "./program.ts";

let home: Home;
beforeAll(async () => {
  home = createHome();
  for (const line of ["sandbox seed demo", "data sync"])
    expect(await home.till(line)).toMatchObject({ code: 0 });
});
afterAll(() => home.close());

/** Prints a row, and then counts forever. */
const endless = `with recursive n(i) as (select 1 union all select i + 1 from n)
  select printf('%.20000c', 'x') as a union all select count(*) from n`;

/** Returns the processor time of a process on Linux, in hundredths of a second: it grows while the query runs. */
function ticksOf(pid = 0): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[12]);
}

test.skipIf(process.platform !== "linux").each(["SIGINT", "SIGTERM"] as const)(
  "%s ends a query that does not end by itself",
  async (signal) => {
    const child = home.start(["data", "sql", endless, "--output", "ndjson"]);
    if (child.stdout === null) throw new Error("There is no output.");
    await once(child.stdout, "data");
    const started = ticksOf(child.pid);
    await expect.poll(() => ticksOf(child.pid)).toBeGreaterThan(started + 20);
    child.kill(signal);
    const [code, by] = await once(child, "close");
    expect(by ?? code).toBe(signal);
  },
);

test("a reader that goes away ends the answer quietly", async () => {
  const child = home.start([
    "data",
    "sql",
    "select a.json from products a, products b, products c, products d",
  ]);
  child.stdout?.destroy();
  const [code] = await once(child, "close");
  expect(code).toBe(0);
});
