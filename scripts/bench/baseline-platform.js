// A plain client of the platform: undici and JSON.
import { Agent } from "undici";

const { TILL_BASE_URL: baseUrl, TILL_API_KEY: apiKey } = process.env;
const agent = new Agent();
const headers = { authorization: apiKey, accept: "application/json", "content-type": "application/json" };

/** Makes a call and returns its JSON. */
export async function call(method, path, input) {
  const body = input === undefined ? undefined : JSON.stringify(input);
  const answer = await agent.request({ origin: baseUrl, method, path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

const queryPath = "/stores-reader/v1/products/query-platformized";

/** Returns one page of products with variants as an admin, with GET if the query fits into the address, as till does. */
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

/** Yields all products, a hundred per call, each page after the last id. */
export async function* pagesOfProducts() {
  const query = { sort: [{ fieldName: "id", order: "ASC" }], paging: { limit: 100, offset: 0 } };
  for (let more = true; more; ) {
    const { products, metadata } = await queryProducts(query);
    yield products;
    more = metadata.total > products.length;
    query.filter = { id: { $gt: products.at(-1)?.id } };
  }
}

/** Closes connections so that the process can end. */
export const hangUp = () => agent.close();
