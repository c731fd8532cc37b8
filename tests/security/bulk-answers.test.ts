import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Transport } from "../../src/api/transport/transport.ts";
import { createWorld, type World } from "../support/world.ts";

let seeded: World;
let seededV1: World;
beforeAll(async () => {
  seeded = createWorld();
  seededV1 = createWorld();
  expect(await seeded.till("sandbox seed demo --catalog v3")).toMatchObject({ code: 0 });
  expect(await seededV1.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => {
  seeded.close();
  seededV1.close();
});

interface Metadata {
  id?: string;
  originalIndex?: number;
  success?: boolean;
  error?: object;
}
type Results = { itemMetadata?: Metadata }[];

/**
 * Answers a bulk call with changed results. The platform never gets the first item, so it is not changed; `lie` gets the
 * results of all items, that of the first one without success.
 */
const lying =
  (name: string, lie: (results: Results) => Results, totals?: (items: number) => object) =>
  (send: Transport): Transport =>
  async (request) => {
    if (request.name !== name) return await send(request);
    const sent = JSON.parse(request.body ?? "{}");
    const [key = "", items = []] = (Object.entries(sent).find(([, value]) => Array.isArray(value)) ?? []) as [
      string?,
      { product?: { id: string } }[]?,
    ];
    const [first, ...others] = items;
    const response =
      others.length > 0
        ? await send({ ...request, body: JSON.stringify({ ...sent, [key]: others }) })
        : { status: 200, headers: {}, body: '{"results":[]}' };
    const { results } = JSON.parse(response.body) as { results: Results };
    const shifted = results.map(({ itemMetadata }) => ({
      itemMetadata: { ...itemMetadata, originalIndex: (itemMetadata?.originalIndex ?? 0) + 1 },
    }));
    const id = first?.product?.id ?? String(first);
    return {
      ...response,
      body: JSON.stringify({
        results: lie([{ itemMetadata: { id, originalIndex: 0 } }, ...shifted]),
        bulkActionMetadata: totals?.(results.length + 1),
      }),
    };
  };

const error = { code: "LIMIT", description: "the limit is reached" };
const first = (results: Results, change: (metadata: Metadata) => Metadata[]): Results => {
  const [{ itemMetadata = {} } = {}, ...others] = results;
  return [...change(itemMetadata).map((metadata) => ({ itemMetadata: metadata })), ...others];
};

const slugs = ["stoneware-mug", "serving-bowl", "wool-throw"];

/** Raises the prices of three products; the platform does not change the first. */
async function raise(
  from: World,
  call: string,
  lie: (results: Results) => Results,
  totals?: (items: number) => object,
) {
  const world = createWorld({ from: from.home });
  try {
    const prices = async () => {
      const { stdout } = await world.till("products list --all --json");
      const { items } = JSON.parse(stdout) as { items: { slug: string; priceData: { price: number } }[] };
      return new Map(items.map(({ slug, priceData }) => [slug, priceData.price]));
    };
    const before = await prices();
    const result = await world.till(["products", "update", ...slugs, "--set", "price=1000", "--yes"], {
      through: lying(call, lie, totals),
    });
    const after = await prices();
    return { ...result, changed: slugs.filter((slug) => after.get(slug) !== before.get(slug)) };
  } finally {
    world.close();
  }
}

test.each<[string, (results: Results) => Results]>([
  ["an error without success", (results) => first(results, (one) => [{ ...one, error }])],
  ["success with an error", (results) => first(results, (one) => [{ ...one, success: true, error }])],
  ["empty results", (results) => results.map(() => ({}))],
  ["no results", () => []],
  [
    "the index twice: failed, then success",
    (results) =>
      first(results, (one) => [
        { ...one, success: false, error },
        { ...one, success: true },
      ]),
  ],
  [
    "the id of another product",
    (results) =>
      first(results, (one) => [{ ...one, id: "00000000-0000-4000-8000-000000000000", success: true }]),
  ],
])("a product that the platform did not change is never reported as done: %s", async (_, lie) => {
  const { code, changed, stdout, stderr } = await raise(seeded, "productsV3.bulkUpdate", lie);
  expect(changed).toEqual(slugs.slice(1));
  expect(stderr).toContain("failed  Stoneware Mug");
  expect(stdout + stderr).toContain("3 products, 2 ok, 1 failed.");
  expect(code).toBe(9);
});

test("a product that catalog v1 does not name is read back and sent again", async () => {
  const world = createWorld({ from: seededV1.home });
  onTestFinished(() => world.close());
  const result = await world.till(["products", "update", ...slugs, "--set", "brand=Pell", "--yes"], {
    through: lying("products.bulkUpdate", (results) => results.slice(1)),
  });
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("3 products, 3 ok.") });
  const { stdout } = await world.till("products list --all --filter 'brand = Pell' --fields handle");
  expect(stdout.split("\n").filter(Boolean).sort()).toEqual([...slugs].sort());
});

/** All succeeded, the results say, but the totals count a failure. */
const allDone = (results: Results): Results => first(results, (one) => [{ ...one, success: true }]);
const oneFailed = (items: number) => ({
  totalSuccesses: items - 1,
  totalFailures: 1,
  undetailedFailures: 1,
});

test("rows are read back if the totals count a failure that no result lists", async () => {
  const { code, changed, stdout, stderr } = await raise(seeded, "productsV3.bulkUpdate", allDone, oneFailed);
  expect(changed).toEqual(slugs.slice(1));
  expect(stderr).toContain("failed  Stoneware Mug");
  expect(stdout + stderr).toContain("3 products, 2 ok, 1 failed.");
  expect(code).toBe(9);
});

test.each([
  ["products delete", "productsV3.bulkRemove", [...slugs, "--yes"], 9],
  ["products stock set", "inventoryItemsV3.bulkUpsert", ["stoneware-mug", "--quantity", "77"], 10],
  ["collections add", "storeCategories.addItems", ["tableware", "wool-throw", "serving-bowl"], 9],
])("%s is not green if the totals count a failure that no result lists", async (line, call, args, code) => {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  const result = await world.till([...line.split(" "), ...args], {
    through: lying(call, allDone, oneFailed),
  });
  expect(result.stderr).not.toMatch(/bug in till/);
  expect(result.code).toBe(code);
});

test("results in another order without an index report the right product as failed", async () => {
  const { code, stderr } = await raise(seeded, "productsV3.bulkUpdate", (results) =>
    first(results, (one) => [{ ...one, success: false, error }])
      .map(({ itemMetadata: { originalIndex: _, ...metadata } = {} }) => ({ itemMetadata: metadata }))
      .reverse(),
  );
  expect(stderr).toContain("failed  Stoneware Mug  the limit is reached (LIMIT, request ");
  expect(code).toBe(9);
});

test("tags are never reported as set when the response names no order", async () => {
  const world = createWorld({ from: seededV1.home });
  onTestFinished(() => world.close());
  const result = await world.till("orders update --filter 'paymentStatus = PAID' --set tags+=late --yes", {
    through: lying("orders.bulkUpdateTags", (results) => results.map(() => ({}))),
  });
  expect(result.stdout + result.stderr).toMatch(/\d+ orders, \d+ ok, 1 unknown\./);
  expect(result.code).toBe(10);
});

test("records that a bulk response does not name are an unknown outcome", async () => {
  const world = createWorld({ from: seededV1.home });
  onTestFinished(() => world.close());
  const appId = "7ac41c00-5a9d-4b0c-8a0d-000000000001";
  const input = JSON.stringify({
    taxRegions: [
      { country: "FR", appId },
      { country: "IT", appId },
    ],
  });
  const result = await world.till(["settings", "tax", "regions", "create-many", "--input", input], {
    through: lying("taxRegions.bulkCreate", (results) => results.slice(1)),
  });
  expect(result.stderr).toContain("1 of 2: the response of the platform does not say whether it was done.");
  expect(result.code).toBe(10);
});

test("ticket orders that the response does not name are an unknown outcome", async () => {
  const world = createWorld({ from: seededV1.home });
  onTestFinished(() => world.close());
  const { stdout } = await world.till("tickets orders list --limit 2 --fields orderNumber");
  const numbers = stdout.split("\n").filter(Boolean);
  const result = await world.till(["tickets", "orders", "archive", ...numbers], {
    through: (send) => async (request) => {
      const response = await send(request);
      return request.name === "eventOrders.bulkUpdate" ? { ...response, body: '{"orders":[]}' } : response;
    },
  });
  expect(result.stderr).toContain("does not say whether 2 orders changed");
  expect(result.code).toBe(10);
});
