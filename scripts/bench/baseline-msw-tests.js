// node baseline-msw-tests.js FOLDER COUNT: tests that each begin with handlers and products of their own, list the products with fetch, and
// reset. MSW is installed in FOLDER.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, count] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, "package.json"));
const from = async (name) => await import(pathToFileURL(resolve(name)).href);
const { http, HttpResponse } = await from("msw");
const { setupServer } = await from("msw/node");
const server = setupServer();
server.listen();
const url = "https://www.wixapis.com/stores-reader/v1/products/query";
for (let left = Number(count); left > 0; left--) {
  const products = Array.from({ length: 24 }, (_, index) => ({
    id: `p${index}`,
    name: `Product ${index}`,
    price: index,
  }));
  server.use(http.post(url, async () => HttpResponse.json({ products })));
  const answer = await fetch(url, { method: "POST", body: "{}" });
  if ((await answer.json()).products.length !== 24) throw new Error("no products");
  server.resetHandlers();
}
server.close();
