import { expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import { type Endpoint, valueAt, walk } from "../../src/api/endpoint.ts";
import { pages, wholePages } from "../../src/api/query/pages.ts";
import { sampleValue } from "../../src/api/sample.ts";
import { schemaKind, shapeOf } from "../../src/api/schema-fields.ts";
import { services } from "../../src/api/services/all.ts";
import type { Response } from "../../src/api/transport/transport.ts";
import { TillError } from "../../src/kernel/errors.ts";

/** Every call that reads and has a result. */
const reads = [...walk(services)]
  .map(([, endpoint]) => endpoint)
  .filter(({ effect, result }) => effect === "read" && Object.keys(shapeOf(result)).length > 0);
const lists = reads.filter(({ items, paging }) => items !== undefined && paging !== undefined);
const byCursor = lists.filter(({ paging }) => paging === "cursor");

/** The answer of a platform that is wrong in one way, by the name of what is wrong. */
const answers: Record<string, (endpoint: Endpoint) => Partial<Response> | undefined> = {
  "an empty object": () => ({ body: "{}" }),
  "no JSON": () => ({ body: "<html></html>" }),
  "a list": () => ({ body: "[]" }),
  null: () => ({ body: "null" }),
  "an error": () => ({ body: '{"error":{"code":16,"message":"no"}}' }),
  errors: ({ result }) =>
    "errors" in shapeOf(result) ? undefined : { body: '{"errors":[{"message":"no"}]}' },
  "an application error": () => ({ body: '{"details":{"applicationError":{"code":"NO"}}}' }),
  "a 404 of a gateway": () => ({ status: 404, body: "<html>not found</html>" }),
  "10^5 levels": ({ result }) => ({
    body: `{"${Object.keys(shapeOf(result))[0]}":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
  }),
  "the type of something else": ({ result }) => {
    const [key = ""] = Object.keys(shapeOf(result));
    return ["object", "array"].includes(schemaKind(shapeOf(result)[key] ?? result))
      ? { body: JSON.stringify({ [key]: "text" }) }
      : undefined;
  },
  "null as an item": ({ items }) => (items === undefined ? undefined : { body: `{"${items}":[null]}` }),
};

const callOf = (body: (n: number) => Partial<Response>) => {
  let sent = 0;
  return createCaller({
    send: async () => ({ status: 200, headers: { "x-wix-request-id": "r1" }, body: "", ...body(sent++) }),
    baseUrl: "https://shop.example/",
    headersFor: async () => ({}),
  });
};

/** The call without the check of its input, which is not what is tested. */
const bare = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  required: [],
  requiredOneOf: [],
  path: "/x",
  public: "/x",
});

/** Returns what an error is not: a failure of the platform (exit 8) that names the call and the request. */
const complaint = ({ name }: Endpoint, error: unknown) =>
  error instanceof TillError &&
  error.exitCode === 8 &&
  /r1/.test(error.message) &&
  error.message.includes(name)
    ? undefined
    : `${name}: ${error}`;

test.each(Object.entries(answers))(
  "no read believes %s: exit 8 names the call and its request",
  async (_, answer) => {
    const wrong = await Promise.all(
      reads.map(async (endpoint) => {
        const body = answer(endpoint);
        if (body === undefined) return undefined;
        return await callOf(() => body)(bare(endpoint), {}).then(
          () => `${endpoint.name} believes it`,
          (error: unknown) => complaint(endpoint, error),
        );
      }),
    );
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
  },
);

/** Returns a full page of a list with its paging metadata. */
function fullPage({ items = "", metadata, result }: Endpoint, paging: object): Partial<Response> {
  const [item] = valueAt(sampleValue(result, new Date(0)), items) as object[];
  const page = Array.from({ length: 100 }, (_, n) => ({ ...item, lineItems: [], id: `i${n}` }));
  return { body: JSON.stringify({ ...(metadata ? { [metadata]: paging } : paging), [items]: page }) };
}

/** Returns which lists are read to their end, or fail in another way than expected. */
async function believed(lists: Endpoint[], code: string, page: (endpoint: Endpoint, n: number) => object) {
  const wrong = lists.map(async (endpoint) => {
    const call = callOf((n) => fullPage(endpoint, page(endpoint, n)));
    return await Array.fromAsync(pages(call, bare(endpoint), {}, { pageSize: 100 })).then(
      (read) => `${endpoint.name} ends after ${read.length}`,
      (error: unknown) =>
        error instanceof TillError && error.exitCode === 8 && error.code === code
          ? []
          : `${endpoint.name}: ${error}`,
    );
  });
  return (await Promise.all(wrong)).flat();
}

test("no list believes a page that is returned again and again", async () => {
  const page = ({ paging }: Endpoint, n: number) =>
    paging === "cursor" ? { cursors: { next: `c${n}` }, hasNext: true } : { total: 1000 };
  expect(await believed(lists, "REPEATED_PAGE", page)).toEqual([]);
});

test.each([
  ["says that there is another page", { hasNext: true }],
  ["says nothing", {}],
])("no list ends at a full page that has no cursor and %s", async (_, paging) => {
  expect(await believed(byCursor, "LOST_CURSOR", () => paging)).toEqual([]);
});

test("no list whose items nobody counts believes a page that has the items of the page before", async () => {
  const ended = byCursor.map(async (endpoint) => {
    const paging = (n: number) => ({ cursors: n < 1 ? { next: `c${n}` } : {}, hasNext: n < 1 });
    const call = callOf((n) => fullPage(endpoint, paging(n)));
    return await Array.fromAsync(wholePages(call, bare(endpoint), {}, {})).then(
      () => `${endpoint.name} believes it`,
      (error: unknown) =>
        error instanceof TillError && error.exitCode === 8 && error.code === "REPEATED_PAGE"
          ? []
          : `${endpoint.name}: ${error}`,
    );
  });
  expect((await Promise.all(ended)).flat()).toEqual([]);
});

test("no list believes a page that has fewer items than it counts", async () => {
  const wrong = byCursor.map(async (endpoint) => {
    const call = callOf(() => fullPage(endpoint, { count: 101, cursors: {}, hasNext: false }));
    return await call(bare(endpoint), {}).then(
      () => `${endpoint.name} believes it`,
      (error: unknown) => complaint(endpoint, error),
    );
  });
  expect((await Promise.all(wrong)).filter((one) => one !== undefined)).toEqual([]);
});
