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

/**
 * The contract of every call that the sandbox emulates: the client's way to it and the sandbox's answer fit each other
 * and the declaration. A call that is added needs a sample input in samples.ts.
 */
const base = "https://shop.example";
const opened = await Promise.all(doors.map(async ({ name, load }) => ({ name, ...(await load()) })));
const emulated = opened.flatMap(({ name, handlers }) =>
  Object.keys(handlers ?? {}).map((call) => `${name}.${call}`),
);
const calls = [...walk(shelves)].filter(([name]) => emulated.includes(name));

test("every call has a sample, and every sample a call", () => {
  expect(Object.keys(samples).sort()).toEqual(calls.map(([name]) => name).sort());
});

for (const [name, endpoint] of calls) {
  const inputOf = (shop: Shop) => samples[name]?.(shop) ?? {};

  for (const [method, path] of formsOf(endpoint)) {
    test(`${name}: ${method} ${path} answers what is declared`, async () => {
      const { as, shop } = await openShop();
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
    const { as, shop } = await openShop();
    const [shelf = "", call = ""] = name.split(".");
    const input = z.decode(endpoint.input, inputOf(shop) as never);
    const client = createClient({ [shelf]: { [call]: endpoint } }, as("admin"));
    const result = await client[shelf]?.[call]?.(input);
    const times = JSON.stringify(result).match(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g) ?? [];
    expect(datesIn(result)).toBe(times.length);
  });

  test(`${name}: is for ${endpoint.role}s`, async () => {
    const { as, shop } = await openShop();
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
      const { send, as, shop, sent } = await openShop();
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

async function openShop() {
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
  await post("/__till/seed", { shop: "demo" });
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
  const find = async (slug: string) => {
    const { products } = await post("/stores-reader/v1/products/query-platformized", {
      query: { filter: { slug } },
      includeVariants: true,
    });
    return products[0];
  };
  const { collections } = await post("/v2/collections/query", { query: { filter: { slug: "tableware" } } });
  const shop: Shop = {
    mug: await find("stoneware-mug"),
    bowl: await find("serving-bowl"),
    collection: collections[0],
  };
  return { send, as, shop, sent: () => count };
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
