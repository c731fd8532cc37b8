import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { checkBuilt } from "./program.ts";

checkBuilt();

/** A program where Node has no dispatcher for the newer versions of undici, as Node 22, until one is loaded. */
const program = `
import { createRequire } from "node:module";
const [older, newer] = [1, 2].map((version) => Symbol.for("undici.globalDispatcher." + version));
void globalThis.Request;
const own = globalThis[older];
globalThis[newer] = undefined;
const { openShop } = await import(${JSON.stringify(resolve("dist/library/testing.js"))});
const shop = await openShop({ seed: "empty" });
shop.installFetch();
const { request } = createRequire(${JSON.stringify(resolve("package.json"))})("undici");
const { statusCode, body } = await request("https://www.wixapis.com/stores-reader/v1/products/query", {
  method: "POST",
  headers: { authorization: shop.apiKey, "content-type": "application/json" },
  body: "{}",
});
const { products } = await body.json();
console.log(JSON.stringify({ statusCode, products, keepsOwn: globalThis[older] === own }));
await shop.close();
`;

test("a newer undici that is loaded after installFetch reaches the shop, and Node's dispatcher stays", () => {
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(JSON.parse(text)).toEqual({ statusCode: 200, products: [], keepsOwn: true });
});
