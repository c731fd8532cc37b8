// node baseline-update.js shared|distinct VALUE: the calls of a bulk update, eight at a time, without a journal.
// Reads all products (like the plan), reads each hundred again (like the engine before a write), and changes it:
// `shared` gives all of them the brand VALUE, a hundred per call; `distinct` adds VALUE cents to each price, one per call.
import { call, hangUp, pagesOfProducts, queryProducts } from "./baseline-platform.js";

const [kind, value] = process.argv.slice(2);
const plan = [];
for await (const page of pagesOfProducts())
  plan.push(page.map(({ id, priceData }) => ({ id, price: priceData.price })));

function* writes() {
  for (const chunk of plan) {
    const ids = chunk.map(({ id }) => id);
    const looked = queryProducts({ filter: { id: { $in: ids } }, paging: { limit: 100 } });
    if (kind === "shared") {
      yield async () => {
        await looked;
        await call("POST", "/stores/v1/bulk/products/update", { ids, set: { brand: value } });
      };
      continue;
    }
    for (const { id, price } of chunk) {
      yield async () => {
        await looked;
        const priceData = { price: Math.round(price * 100 + Number(value)) / 100 };
        await call("PATCH", `/stores/v1/products/${id}`, { product: { id, priceData } });
      };
    }
  }
}

const queue = writes();
const worker = async () => {
  for (const write of queue) await write();
};
await Promise.all(Array.from({ length: 8 }, worker));
await hangUp();
