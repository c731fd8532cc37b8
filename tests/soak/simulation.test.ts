import { expect, test } from "vitest";
import { faults } from "../simulation/faults.ts";
import { findFault, runNights } from "../simulation/run.ts";
import { runs } from "../support/runs.ts";

test("other simulated nights each time: nothing happens twice, and the journal is true", async () => {
  const first = Math.floor(Date.now() / 1000);
  const { found } = await runNights(first, runs(1000));
  expect(found.map(({ night, message }) => `npm run simulate -- --seed ${night.seed}: ${message}`)).toEqual(
    [],
  );
});

test("other nights of workers each time", async () => {
  const first = Math.floor(Date.now() / 1000);
  const { found } = await runNights(first, runs(500), true);
  expect(
    found.map(({ night, message }) => `npm run simulate -- --workers --seed ${night.seed}: ${message}`),
  ).toEqual([]);
});

test.each(faults)("the simulation finds a deliberate fault: $name", async (fault) => {
  const { found, nights } = await findFault(fault);
  expect(found, `nothing found in ${nights} nights`).toHaveLength(1);
});
