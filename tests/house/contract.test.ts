import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { createCaller } from "../../src/api/caller.ts";
import { createClient } from "../../src/api/client.ts";
import { type Endpoint, type Method, type Role, walk } from "../../src/api/endpoint.ts";
import { shelves } from "../../src/api/endpoints/index.ts";
import { placeCall } from "../../src/api/request.ts";
import type { Request, Response, Send } from "../../src/api/send.ts";
import { ApiError } from "../../src/errors.ts";
import { defaults } from "../../src/sandbox/defaults.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import { shelves as doors } from "../../src/sandbox/shelves.ts";
import { type Shop, samples } from "./samples.ts";
import { type ShopV3, samplesV3, spareOption } from "./samples-v3.ts";

/**
 * The contract of every call that the sandbox emulates: the client's way to it and the sandbox's answer fit each other
 * and the declaration. A call that is added needs a sample input in samples.ts; those of catalog v3 are asked of a
 * sandbox that runs it.
 */
const base = "https://shop.example";
const opened = await Promise.all(doors.map(async ({ name, load }) => ({ name, ...(await load()) })));
const emulated = opened.flatMap(({ name, handlers }) =>
  Object.keys(handlers ?? {}).map((call) => `${name}.${call}`),
);
const calls = [...walk(shelves)].filter(([name]) => emulated.includes(name));

test("every call has a sample, and every sample a call", () => {
  expect(Object.keys({ ...samples, ...samplesV3 }).sort()).toEqual(calls.map(([name]) => name).sort());
});

for (const [name, endpoint] of calls) {
  const inputOf = ({ v1, v3 }: Shops): object =>
    (v1 ? samples[name]?.(v1) : v3 && samplesV3[name]?.(v3)) ?? {};

  for (const [method, path] of formsOf(endpoint)) {
    test(`${name}: ${method} ${path} answers what is declared`, async () => {
      const { as, shop } = await openShop(name in samplesV3);
      const { body } = await as("admin")(
        name,
        { ...endpoint, method, public: path, complexQuery: method === "GET" },
        inputOf(shop),
      );
      const decoded = z.safeDecode(endpoint.result, body as never);
      expect(decoded.error).toBeUndefined();
      expect(z.encode(endpoint.result, decoded.data)).toEqual(body);
    });
  }

  test(`${name}: the library's door gives every time as a Date`, async () => {
    const { as, shop } = await openShop(name in samplesV3);
    const [shelf = "", call = ""] = name.split(".");
    const input = z.decode(endpoint.input, inputOf(shop) as never);
    const client = createClient({ [shelf]: { [call]: endpoint } }, as("admin"));
    const result = await client[shelf]?.[call]?.(input);
    const times = JSON.stringify(result).match(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g) ?? [];
    expect(datesIn(result)).toBe(times.length);
  });

  test(`${name}: is for ${endpoint.role}s`, async () => {
    const { as, shop } = await openShop(name in samplesV3);
    const asked = as("visitor")(name, endpoint, inputOf(shop));
    if (endpoint.role === "visitor") await expect(asked).resolves.toBeDefined();
    else await expect(asked).rejects.toMatchObject({ status: 403, code: "PERMISSION_DENIED" });
    if (endpoint.open) return;
    await expect(as("nobody")(name, endpoint, inputOf(shop))).rejects.toMatchObject({
      status: 401,
      exitCode: 4,
    });
  });

  for (const path of (endpoint.required ?? []).filter((one) => !endpoint.public.includes(`{${one}}`))) {
    test(`${name}: without ${path} client and sandbox refuse alike`, async () => {
      const { send, as, shop, sent } = await openShop(name in samplesV3);
      const input = without(inputOf(shop), path);
      const before = sent();
      const refusal = await as("admin")(name, endpoint, input).catch((error: unknown) => error);
      expect(sent()).toBe(before);
      const answer = await send({
        ...placeCall(base, endpoint, input),
        headers: headers.admin,
        effect: "read",
        name,
      });
      const body = JSON.parse(answer.body);
      expect(answer.status).toBe(400);
      expect(body.message).toBe(`INVALID_ARGUMENT: "${path}" must not be empty`);
      expect(body.details.validationError.fieldViolations).toMatchObject([
        { field: path, violatedRule: "REQUIRED_FIELD" },
      ]);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({
        message: body.message,
        details: body.details,
        code: "INVALID_ARGUMENT",
        exitCode: 2,
      });
    });
  }
}

test("service path and public path name the same places", () => {
  const places = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, place]) => place);
  const odd = calls.filter(([, { path, public: own, fallback }]) =>
    [own, ...(fallback ? [fallback.public] : [])].some((one) => String(places(one)) !== String(places(path))),
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});

/** Every method and path by which the call can be reached. */
function formsOf({ method, public: own, alternatives = [], fallback, paging }: Endpoint): [Method, string][] {
  const forms = [own, ...alternatives].map((path): [Method, string] => [method, path]);
  if (fallback) forms.push([fallback.method, fallback.public]);
  if (method === "GET" && paging) forms.push(["POST", own]);
  return [...new Map(forms.map((form) => [form.join(" "), form])).values()];
}

const headers: Record<Exclude<Role, "member"> | "nobody", Record<string, string>> = {
  admin: { authorization: defaults.apiKey, "wix-site-id": defaults.siteId },
  visitor: {},
  nobody: {},
};

interface Shops {
  v1?: Shop;
  v3?: ShopV3;
}

async function openShop(runsV3: boolean) {
  const { send: answer, close } = openSandbox({ file: ":memory:", origin: base });
  onTestFinished(close);
  let count = 0;
  const send: Send = async (request: Request): Promise<Response> => {
    count += 1;
    return await answer(request);
  };
  const post = async (path: string, body: object) => {
    const request = {
      method: "POST",
      url: base + path,
      headers: headers.admin,
      body: JSON.stringify(body),
      effect: "add",
      name: "prepare",
    } as const;
    return JSON.parse((await answer(request)).body);
  };
  await post("/__till/seed", { shop: "demo", catalog: runsV3 ? "v3" : "v1" });
  const { access_token: token } = await post("/oauth2/token", {
    clientId: defaults.clientId,
    grantType: "anonymous",
  });
  const as = (role: keyof typeof headers) =>
    createCaller({
      send,
      baseUrl: base,
      headersFor: async () => (role === "visitor" ? { authorization: token } : headers[role]),
    });
  const shop: Shops = runsV3 ? { v3: await readV3(post) } : { v1: await readV1(post) };
  return { send, as, shop, sent: () => count };
}

type Post = (path: string, body: object) => Promise<ReturnType<JSON["parse"]>>;

async function readV1(post: Post): Promise<Shop> {
  const find = async (slug: string) => {
    const { products } = await post("/stores-reader/v1/products/query-platformized", {
      query: { filter: { slug } },
      includeVariants: true,
    });
    return products[0];
  };
  const { collections } = await post("/v2/collections/query", { query: { filter: { slug: "tableware" } } });
  return { mug: await find("stoneware-mug"), bowl: await find("serving-bowl"), collection: collections[0] };
}

async function readV3(post: Post): Promise<ShopV3> {
  const list = (kind: string, filter: object = {}) => post(`/stores/v3/${kind}/query`, { query: { filter } });
  const [mug] = (await list("products", { slug: "stoneware-mug" })).products;
  const [item] = (await list("inventory-items", { productId: mug.id, "product.variantName": "Oat" }))
    .inventoryItems;
  const [section] = (await list("info-sections")).infoSections;
  const [ribbon] = (await list("ribbons")).ribbons;
  const [brand] = (await list("brands")).brands;
  const [colour] = (await list("customizations", { id: mug.options[0].id })).customizations;
  const { customization: spare } = await post("/stores/v3/customizations", { customization: spareOption });
  return { mug, item, brand, ribbon, section, colour, spare };
}

function without(input: object, path: string): object {
  const copy = structuredClone(input);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const holder = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy as never,
  );
  delete holder[last];
  return copy;
}

function datesIn(value: unknown): number {
  if (value instanceof Date) return 1;
  if (value === null || typeof value !== "object") return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + datesIn(one), 0);
}
