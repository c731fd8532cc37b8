import { test } from "vitest";
import { runs } from "../../support/runs.ts";
import { faultRound } from "./bulk-fault-rounds.ts";

// Kills with faults, with faults and writers, and alone; nights have more.
test.each(Array.from({ length: runs(1) }, (_, index) => index + 1))(
  "bulk calls of catalog v3 among kills, faults and other writers, round %d",
  faultRound,
);
