import { budgetOver } from "../../../src/api/transport/budget.ts";
import { createPacer } from "../../../src/api/transport/pace.ts";
import { openLocalRates } from "../../../src/context/rates/local-rates.ts";

// Starts requests of one site as fast as the shared file lets it, and prints the time of each.
const [file = "", requests = "", seconds = ""] = process.argv.slice(2);
const rates = openLocalRates(file);
const budget = budgetOver(rates.rate({ site: "shop", place: "test" }), [
  { requests: Number(requests), period: "second" },
]);
const pacer = createPacer({ concurrency: 4, budget });
const end = AbortSignal.timeout(Number(seconds) * 1000);
const work = async () => {
  for (;;) {
    const leave = await pacer.enter(end);
    process.stdout.write(`${Date.now()}\n`);
    leave({ limited: false });
  }
};
await Promise.allSettled(Array.from({ length: 4 }, work));
await rates.close();
