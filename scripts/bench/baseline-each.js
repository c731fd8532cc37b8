// node baseline-each.js SITES VALUE: the calls of a bulk update on every site of a file with a column site, eight sites at a time,
// without a journal. Reads all products of a site (like the plan), reads each hundred again (like the engine before a write), and gives
// them the brand VALUE, a hundred per call, eight calls at a time.
import { readFileSync } from "node:fs";
import { Agent } from "undici";

const [file, value] = process.argv.slice(2);
const { TILL_BASE_URL: origin, TILL_API_KEY: authorization } = process.env;
const sites = readFileSync(file, "utf8").trim().split("\n").slice(1);
const agent = new Agent();

async function call(site, method, path, input) {
  const headers = { authorization, "wix-site-id": site, "content-type": "application/json" };
  const body = input === undefined ? undefined : JSON.stringify(input);
  const answer = await agent.request({ origin, method, path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

function queryProducts(site, query) {
  const input = {
    query,
    includeVariants: true,
    includeHiddenProducts: true,
    includeMerchantSpecificData: true,
  };
  return call(site, "POST", "/stores-reader/v1/products/query-platformized", input);
}

async function update(site) {
  const plan = [];
  const query = { sort: [{ fieldName: "id", order: "ASC" }], paging: { limit: 100, offset: 0 } };
  for (let more = true; more; ) {
    const { products, metadata } = await queryProducts(site, query);
    plan.push(products.map(({ id }) => id));
    more = metadata.total > products.length;
    query.filter = { id: { $gt: products.at(-1)?.id } };
  }
  const rest = plan.values();
  const worker = async () => {
    for (const ids of rest) {
      await queryProducts(site, { filter: { id: { $in: ids } }, paging: { limit: 100 } });
      await call(site, "POST", "/stores/v1/bulk/products/update", { ids, set: { brand: value } });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const rest = sites.values();
const worker = async () => {
  for (const site of rest) await update(site);
};
await Promise.all(Array.from({ length: 8 }, worker));
await agent.close();
