// node baseline-import.js FILE: what people write with the SDK to import a file: a request for each row, one after the other, without
// preview, journal or retries. Every row is a new product.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const { TILL_BASE_URL: origin, TILL_API_KEY: authorization } = process.env;
const lines = createInterface({ input: createReadStream(process.argv[2]) });
let isHeader = true;
for await (const line of lines) {
  if (isHeader) {
    isHeader = false;
    continue;
  }
  const [slug, name, sku, price, , weight, visible, brand, ...rest] = line.split(",");
  const product = {
    slug,
    name,
    sku,
    brand,
    description: rest.join(",").slice(1, -1),
    productType: "physical",
  };
  const numbers = {
    priceData: { price: Number(price) },
    weight: Number(weight),
    visible: visible === "true",
  };
  const answer = await fetch(`${origin}/stores/v1/products`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ product: { ...product, ...numbers } }),
  });
  if (!answer.ok) throw new Error(`${slug}: ${answer.status} ${await answer.text()}`);
}
