import { expect, onTestFinished, test } from "vitest";
import { runFleet } from "./fleet.ts";
import { createHome } from "./program.ts";

// With the limit of the hosted platform: tests/soak/fleet.test.ts.
test("two runs on the sites of one server keep the limit of each site; a killed one writes nothing twice", async () => {
  const home = createHome();
  onTestFinished(() => home.close());
  expect(await runFleet(home, { sites: 3, products: 40, limit: 1200, atOnce: 3 })).toBeLessThanOrEqual(1200);
});
