import { expect, onTestFinished, test } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { createWireClient } from "../../../src/api/client.ts";
import { products } from "../../../src/api/services/products/products.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import { catalogV3Call } from "../../../src/resources/products/v3/call.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openSandbox } from "../../../src/sandbox/server/open.ts";

/** Opens the demo shop; `change` alters the results of calls. */
async function openShop(change: (name: string, body: Record<string, unknown>) => Record<string, unknown>) {
  const sandbox = openSandbox({ file: ":memory:" });
  onTestFinished(() => sandbox.close());
  const direct = createCaller({
    send: sandbox.send,
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
  });
  await createWireClient({ sandbox: control }, direct).sandbox.seed({ shop: "demo", catalog: "v3" });
  const call: Call = async (name, ...rest) => {
    const result = await direct(name, ...rest);
    return { ...result, body: change(name, result.body) };
  };
  return createWireClient({ products }, catalogV3Call(call, true)).products;
}

test("results are matched by originalIndex, and a product without a result is read back", async () => {
  const shop = await openShop((name, body) => {
    if (name !== "productsV3.bulkUpdate") return body;
    const [first, second] = body.results as object[];
    // In another order, and without the third result.
    return { ...body, results: [second, first] };
  });
  const found = await shop.query({
    query: { filter: { slug: { $in: ["stoneware-mug", "serving-bowl", "wool-throw"] } } },
  });
  const ids = (found.products ?? []).map(({ id }) => id ?? "");
  const { results, bulkActionMetadata } = await shop.bulkUpdate({ ids, set: { brand: "Pell" } });
  expect(results?.map(({ itemMetadata }) => [itemMetadata?.id, itemMetadata?.success])).toEqual(
    ids.map((id) => [id, true]),
  );
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 3, totalFailures: 0 });
});

test("a product whose variants are incomplete is not written", async () => {
  let sent = 0;
  const shop = await openShop((name, body) => {
    if (name === "productsV3.update") sent += 1;
    if (name !== "productsV3.get") return body;
    const product = structuredClone(body.product) as { variantsInfo: { variants: object[] } };
    product.variantsInfo.variants.pop();
    return { ...body, product };
  });
  const found = await shop.query({ query: { filter: { slug: "stoneware-mug" } } });
  const id = found.products?.[0]?.id ?? "";
  await expect(shop.update({ product: { id, priceData: { price: 30 } } })).rejects.toThrow(
    /The platform returned \d+ of \d+ variants of "Stoneware Mug"\./,
  );
  expect(sent).toBe(0);
});
