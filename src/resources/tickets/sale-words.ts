import type { Words } from "../../output/table.ts";

/** The words for the sale of a type of tickets. */
export const saleWords: Words = {
  SALE_SCHEDULED: ["not started", "warn"],
  SALE_STARTED: ["on sale", "good"],
  SALE_ENDED: ["ended", "dim"],
};
