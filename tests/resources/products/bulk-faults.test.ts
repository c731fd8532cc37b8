import { test } from "vitest";
import { faultRound } from "./bulk-fault-rounds.ts";

test.each(Array.from({ length: 8 }, (_, index) => index + 1))(
  "bulk calls of catalog v3 among kills, faults and other writers, round %d",
  faultRound,
);
