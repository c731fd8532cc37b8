import { budgetOver, createPacer } from "../../../src/api/transport/pace.ts";
import { openLocalRates } from "../../../src/context/rates.ts";

// Starts requests of one site as fast as the shared file lets it, and prints the time of each:
// `node reserve-process.ts FILE REQUESTS-A-SECOND COUNT`
const [file = "", requests = "", count = ""] = process.argv.slice(2);
const rates = openLocalRates(file);
const budget = budgetOver(rates.rate({ site: "shop", place: "test" }), [
  { requests: Number(requests), period: "second" },
]);
const pacer = createPacer({ concurrency: 4, budget });
const { signal } = new AbortController();
let left = Number(count);
const work = async () => {
  while (left-- > 0) {
    const leave = await pacer.enter(signal);
    process.stdout.write(`${Date.now()}\n`);
    leave({ limited: false });
  }
};
await Promise.all(Array.from({ length: 4 }, work));
await rates.close();
