import { openShop } from "../../src/library/testing.ts";
import { type Figure, median, time } from "./figures.ts";

const shops = 1000;

/** Measures how long it takes to open a shop from a seed that is known, and 1,000 tests that each open a shop and list it. */
export async function testing(): Promise<Figure[]> {
  await (await openShop()).close();
  const opened: number[] = [];
  const started = performance.now();
  for (let test = 0; test < shops; test++) {
    const begun = performance.now();
    const shop = await openShop();
    opened.push(performance.now() - begun);
    await shop.client.asVisitor().products.query({});
    await shop.close();
  }
  return [
    time("openShop, a shop in memory", median(opened), 3),
    time("1,000 tests with a shop of their own", performance.now() - started, 15_000),
  ];
}
