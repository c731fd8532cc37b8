// The platform as a plain script asks it: undici, JSON, and nothing else.
import { Agent } from "undici";

const { TILL_BASE_URL: baseUrl, TILL_API_KEY: apiKey } = process.env;
const agent = new Agent();
const headers = { authorization: apiKey, accept: "application/json", "content-type": "application/json" };

/** One call; resolves with its JSON. */
export async function call(method, path, input) {
  const body = input === undefined ? undefined : JSON.stringify(input);
  const answer = await agent.request({ origin: baseUrl, method, path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

const queryPath = "/stores-reader/v1/products/query-platformized";

/** One page of products, as an admin, with variants: as GET where the address can carry it, as till does. */
export async function queryProducts(query) {
  const input = {
    query,
    includeVariants: true,
    includeHiddenProducts: true,
    includeMerchantSpecificData: true,
  };
  const packed = Buffer.from(JSON.stringify(input)).toString("base64url");
  if (packed.length > 4000) return call("POST", queryPath, input);
  return call("GET", `${queryPath}?.r=${packed}`);
}

/** All products, a hundred a call, each page from behind the last id. */
export async function* pagesOfProducts() {
  const query = { sort: [{ fieldName: "id", order: "ASC" }], paging: { limit: 100, offset: 0 } };
  for (let more = true; more; ) {
    const { products, metadata } = await queryProducts(query);
    yield products;
    more = metadata.total > products.length;
    query.filter = { id: { $gt: products.at(-1)?.id } };
  }
}

/** Ends what keeps the process alive. */
export const hangUp = () => agent.close();
