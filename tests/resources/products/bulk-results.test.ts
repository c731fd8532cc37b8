import { expect, test } from "vitest";
import type { Response, Transport } from "../../../src/api/transport/transport.ts";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { collect } from "../../bulk/shop.ts";
import { newDrafts, type Planned, planImport, planUpdate, Site } from "./bulk-jobs.ts";

type Body = Record<string, never>;

/** Returns a transport that changes the requests and responses of one call. */
const changing =
  (name: string, request: (body: Body) => unknown, response: (body: Body) => unknown) =>
  (send: Transport): Transport =>
  async (sent) => {
    if (sent.name !== name) return await send(sent);
    const answer = await send({ ...sent, body: JSON.stringify(request(JSON.parse(sent.body ?? "{}"))) });
    return { ...answer, body: JSON.stringify(response(JSON.parse(answer.body))) } satisfies Response;
  };
const asIs = (body: Body) => body;

async function applied({ journal, work }: Planned) {
  return (await collect(apply(journal, work))).finished.counts;
}

test("items without a result are settled by reading them", async () => {
  const site = new Site("v3");
  await site.seed(30);
  const before = await site.products();
  const drop = ({ results }: { results: object[] }) => ({
    results: results.filter((_, index) => index % 3 > 0).reverse(),
    bulkActionMetadata: { totalSuccesses: 20, totalFailures: 10, undetailedFailures: 10 },
  });
  const through = changing("productsV3.bulkUpdate", asIs, drop as never);
  const counts = await applied(await planUpdate(await site.open(through), "price=+1"));
  expect(counts).toMatchObject({ done: 30, failed: 0 });
  expect((await site.products()).map(({ price }) => price)).toEqual(
    before.map(({ price }) => Math.round(((price ?? 0) + 1) * 100) / 100),
  );
  expect(site.calls.filter((name) => name === "productsV3.bulkUpdate")).toHaveLength(1);
});

test.each([
  ["finds outdated", "REVISION_MISMATCH"],
  ["cannot change", "BUSY"],
])("items that a retry %s may be changed by its first attempt: they are read back", async (_, code) => {
  const site = new Site("v3");
  await site.seed(30);
  const retried =
    (send: Transport): Transport =>
    async (request) => {
      const first = await send(request);
      if (request.name !== "productsV3.bulkUpdate") return first;
      const second = await send(request);
      const body = second.body
        .replaceAll("REVISION_MISMATCH", code)
        .replaceAll(/"description":"[^"]*"/g, '"description":"later"');
      return { ...second, body, repeated: true };
    };
  const { journal, work } = await planUpdate(await site.open(retried), "price=+1");
  const { seen } = await collect(apply(journal, work));
  const done = seen.filter(({ type }) => type === "step.done");
  expect(done).toHaveLength(30);
  // Nobody else has made these changes.
  expect(done.filter((event) => "already" in event && event.already)).toEqual([]);
});

test("stock that a bulk create leaves out is created", async () => {
  const site = new Site("v3");
  await site.seed(0);
  type Products = { variantsInfo: { variants: { inventoryItem?: unknown }[] } }[];
  const withoutStock = ({ products, ...rest }: { products: Products }) => ({
    ...rest,
    products: products.map((product) => ({
      ...product,
      variantsInfo: { variants: product.variantsInfo.variants.map(({ inventoryItem: _, ...one }) => one) },
    })),
  });
  const failing = (body: object) => ({ ...body, inventoryResults: { error: { message: "unavailable" } } });
  const through = changing("productsV3.bulkCreateWithInventory", withoutStock as never, failing as never);
  const drafts = newDrafts(6).map(({ stock: _, ...draft }) => draft);
  const counts = await applied(await planImport(await site.open(through), drafts));
  expect(counts).toMatchObject({ failed: 0, planned: 0, sent: 0 });
  const made = (await site.products()).filter(({ slug }) => slug?.startsWith("new-"));
  const inStock = made.flatMap(({ variants }) => variants?.map(({ stock }) => stock?.inStock) ?? []);
  // The small size of the two products with sizes is sold out.
  expect(inStock.filter((one) => one === false)).toHaveLength(2);
  expect(inStock).toHaveLength(4 + 2 * 3);
});

test("one invalid product of a bulk create fails alone", async () => {
  const site = new Site("v3");
  await site.seed(0);
  // The platform rejects the whole request for a product that planning cannot know to be invalid.
  const strict =
    (send: Transport): Transport =>
    async (request) =>
      request.body?.includes('"slug":"new-18"')
        ? { status: 400, headers: {}, body: JSON.stringify({ message: "invalid product" }) }
        : await send(request);
  const job = await planImport(await site.open(strict), newDrafts(40));
  expect(await applied(job)).toMatchObject({ failed: 2, done: 78 });
  const creates = site.calls.filter((name) => name === "productsV3.bulkCreateWithInventory");
  expect(creates.length).toBeLessThan(16);
});
