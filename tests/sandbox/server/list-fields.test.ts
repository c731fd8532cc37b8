import { afterAll, beforeAll, expect, test } from "vitest";
import { type Endpoint, requiredPath, type Services, walk } from "../../../src/api/endpoint.ts";
import { buildRequest } from "../../../src/api/request.ts";
import { shapeOf } from "../../../src/api/schema-fields.ts";
import { services } from "../../../src/api/services/all.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";

const guid = "00000000-0000-4000-8000-000000000001";
const sort = [{ fieldName: "unknownField", order: "ASC" }];
const unknown = {
  filter: { filter: { unknownField: "x" } },
  sort: { sort },
  // The name that older queries had.
  sorting: { sorting: sort },
};
/** A text such as `created:asc`, of older lists. */
const textSort = { sort: "unknownField:asc" };

/** Lists whose filter and sort are JSON text, with the field as the key of a sort. */
const inText: ReadonlySet<string> = new Set([
  "products.queryV1",
  "collections.queryV1",
  "inventory.query",
  "coupons.query",
  "storesOrders.query",
]);
const asText = (part: object) =>
  "sort" in part
    ? { sort: JSON.stringify([{ unknownField: "asc" }]) }
    : { filter: JSON.stringify(unknown.filter.filter) };

const sandboxes: OpenSandbox[] = [];
beforeAll(async () => {
  for (const catalog of ["v1", "v3"]) {
    const sandbox = openSandbox({ file: ":memory:" });
    sandboxes.push(sandbox);
    const body = JSON.stringify({ count: 1, catalog });
    const seed = { method: "POST", url: "https://shop.example/__till/seed", body } as const;
    await sandbox.send({ ...seed, headers: {}, effect: "add", name: "seed" });
  }
});
afterAll(() => {
  for (const { close } of sandboxes) close();
});

type Case = readonly [title: string, name: string, endpoint: Endpoint, input: object];

/** The list calls, with the inputs that name an unknown field. */
const lists = [...walk(services as Services)].flatMap(([name, endpoint]): Case[] => {
  if (endpoint.effect !== "read") return [];
  const shape = shapeOf(endpoint.input);
  // The search of the media manager is a text.
  if (name === "mediaFiles.search") return [];
  // Items of data collections have any fields; a filter by one that no item has finds nothing.
  if (name.startsWith("dataItems.")) return [];
  const holder = ["query", "search"].find((one) => one in shape);
  // Counts have a filter besides the search.
  if ("filter" in shape) return [[`${name} (filter)`, name, endpoint, unknown.filter]];
  if (holder === undefined) return "sort" in shape ? [[`${name} (sort)`, name, endpoint, textSort]] : [];
  const fields = shapeOf(shape[holder] ?? {});
  return Object.entries(unknown).flatMap(([what, part]): Case[] => {
    const input = inText.has(name) ? asText(part) : part;
    return what in fields ? [[`${name} (${what})`, name, endpoint, { [holder]: input }]] : [];
  });
});

test("there are list calls", () => expect(lists.length).toBeGreaterThan(80));

test.each(lists)("%s: an unknown field is rejected with 400", async (_, name, endpoint, part) => {
  const request = buildRequest("https://shop.example", endpoint, { ...requiredInput(endpoint), ...part });
  const headers = { authorization: defaults.apiKey };
  const answers = sandboxes.map(({ send }) => send({ ...request, headers, effect: "read", name }));
  const answered = (await Promise.all(answers)).filter(({ status }) => status !== 428);
  expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 400));
  for (const { body } of answered) expect(body).toContain("unknownField");
});

const values: Readonly<Record<string, unknown>> = { appNamespace: "@wix/stores", aggregation: {} };

/** Returns values for the required fields of a call, so that they are not what is rejected. */
function requiredInput({ required = [] }: Endpoint): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const rule of required) {
    const keys = requiredPath(rule).path.split(".");
    const last = keys.pop() ?? "";
    let holder = input;
    for (const key of keys) {
      holder[key] ??= {};
      holder = holder[key] as Record<string, unknown>;
    }
    holder[last] = values[last] ?? guid;
  }
  return input;
}
