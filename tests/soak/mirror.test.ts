import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, till } from "../../scripts/bench/programs.ts";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";

// The local copy of a large shop: what it costs to make and to keep.

const count = 20_000;

describe.each([
  ["v1", 450],
  // A variant and an item of stock per product, a thousand a page.
  ["v3", 480],
] as const)("%s: 20,000 products and 20,000 orders", (catalog, most) => {
  let home: Home;
  let served: Served;
  let env: Record<string, string>;
  beforeAll(async () => {
    home = createHome();
    served = await serve(home);
    await served.control("POST seed", { count, catalog });
    await served.control("POST seed", { orders: count });
    env = { ...served.env, TILL_HOME: home.path("large") };
  });
  afterAll(() => home.close());

  /** Returns the number of requests of a sync. */
  const requests = async () => {
    const { code, stderr } = await home.till(["data", "sync", "--max-requests", "1000", "--debug=http"], {
      env,
    });
    expect(code, stderr.slice(-500)).toBe(0);
    return stderr.split("\n").filter((line) => /^(?:GET|POST) http/.test(line)).length;
  };

  test(`the first sync takes at most ${most} requests, one of an unchanged shop 12`, async () => {
    expect(await requests()).toBeLessThanOrEqual(most);
    expect(await requests()).toBeLessThanOrEqual(12);
    const { stdout } = await home.till(["data", "sync", "--status", "--json"], { env });
    const { items } = JSON.parse(stdout) as { items: { table: string; rows: number; exact: boolean }[] };
    for (const table of ["products", "orders"])
      expect(items).toContainEqual(expect.objectContaining({ table, rows: count, exact: true }));
  });

  test("a sync takes at most 200 MB of memory", async () => {
    const { peakMb } = await run([till, "data", "sync", "--max-requests", "1000"], {
      ...env,
      TILL_HOME: home.path("second"),
    });
    expect(peakMb).toBeLessThanOrEqual(200);
  });
});
