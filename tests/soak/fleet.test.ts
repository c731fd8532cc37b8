import { expect, onTestFinished, test } from "vitest";
import { runFleet } from "../processes/fleet.ts";
import { createHome } from "../processes/program.ts";

// With 200 sites this takes eight minutes: docs/benchmarks.md has the figures.
test("20 sites behind one server: no site above 200 requests in any minute, and a killed run writes nothing twice", async () => {
  const home = createHome();
  onTestFinished(() => home.close());
  const busiest = await runFleet(home, { sites: 20, products: 220, limit: 200, atOnce: 20 });
  expect(busiest).toBeLessThanOrEqual(200);
  expect(busiest).toBeGreaterThan(150);
});
