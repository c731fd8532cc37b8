import { expect, onTestFinished, test } from "vitest";
import { httpServer } from "../../api/loopback.ts";
import { createWorld } from "../../support/world.ts";

const mug = {
  id: "5d1c2a4e-4b63-4c4e-9d2f-000000000001",
  name: "Mug",
  slug: "mug",
  manageVariants: true,
  productOptions: [{ name: "Size", choices: [{ value: "L", description: "L" }] }],
  variants: [{ id: "v1", choices: { Size: "L" }, variant: { sku: "MUG-L" } }],
  media: { items: [{ id: "m1" }] },
};

test.each([
  "products variants update mug --price 5 --yes",
  "products variants reset mug --yes",
  "products media add mug https://example.com/mug.jpg --yes",
  "products media remove mug m1 --yes",
  "products media attach mug m1 --choice Size=L --yes",
  "products media detach mug --choice Size=L --yes",
  "products options delete mug --yes",
  "products remove-brand mug --yes",
  "products remove-ribbon mug --yes",
])("till %s names the hosted site before it writes", async (line) => {
  const world = createWorld();
  onTestFinished(() => world.close());
  let announced: boolean | undefined;
  let stderr = "";
  const url = await httpServer((request, response) => {
    const path = request.url ?? "";
    const isRead = request.method === "GET";
    if (!isRead) announced ??= stderr.includes("Writing to site site");
    const body = path.includes("query-platformized")
      ? { products: [mug], metadata: { total: 1 } }
      : path.includes("provision")
        ? { catalogVersion: "V1_CATALOG" }
        : isRead
          ? { product: mug }
          : { product: mug, variants: mug.variants };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const { code } = await world.till(line, {
    env: { TILL_BASE_URL: url, TILL_API_KEY: "key", TILL_SITE_ID: "site" },
    onOutput: (text) => {
      stderr += text;
    },
  });
  expect([code, announced, stderr]).toEqual([0, true, expect.stringContaining("Writing to site site")]);
});
