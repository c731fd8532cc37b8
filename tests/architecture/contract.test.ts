import { afterAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { createCaller } from "../../src/api/caller.ts";
import { createClient } from "../../src/api/client.ts";
import { type Endpoint, type Method, walk } from "../../src/api/endpoint.ts";
import { placeCall } from "../../src/api/request.ts";
import { services } from "../../src/api/services/all.ts";
import { withRetry } from "../../src/api/transport/retry.ts";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { ApiError, TransportError } from "../../src/kernel/errors.ts";
import { base, createWorlds, type FamilyWorld, type Headers } from "./family.ts";
import { families } from "./samples.ts";

/**
 * The contract of every call: the client's way to it and the sandbox's answer fit each other
 * and the declaration. A call that is added needs a sample input (samples.ts).
 */
const calls = [...walk(services)];
const worlds = createWorlds();
afterAll(worlds.close);

test("every call has one sample, and every sample a call", () => {
  expect(families.flatMap((family) => family.calls).sort()).toEqual(calls.map(([name]) => name).sort());
});

for (const [name, endpoint] of calls) {
  const family = families.find((one) => one.calls.includes(name));
  if (family === undefined) continue;

  /** The call in a world of its own. */
  const place = async () => {
    const world = await worlds.open(family);
    onTestFinished(world.close);
    const { send, headers } = world;
    const as = (who: keyof Headers) =>
      createCaller({ send, baseUrl: base, headersFor: async () => headers[who] });
    return { ...world, input: world.inputOf(name), as };
  };

  for (const [method, path] of formsOf(endpoint)) {
    test(`${name}: ${method} ${path} answers what is declared`, async () => {
      const { as, input } = await place();
      const asked = { ...endpoint, method, public: path, complexQuery: method === "GET" };
      const { body } = await as(endpoint.role)(name, asked, input);
      const decoded = z.safeDecode(endpoint.result, body as never);
      expect(decoded.error).toBeUndefined();
      expect(z.encode(endpoint.result, decoded.data)).toEqual(body);
    });
  }

  test(`${name}: the library's door gives every time as a Date`, async () => {
    const { as, input } = await place();
    const [service = "", call = ""] = name.split(".");
    const client = createClient({ [service]: { [call]: endpoint } }, as(endpoint.role));
    const result = await client[service]?.[call]?.(z.decode(endpoint.input, input as never));
    const times = JSON.stringify(result).match(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g) ?? [];
    expect(datesIn(result)).toBe(times.length);
  });

  if (endpoint.role !== "visitor") {
    test(`${name}: is for ${endpoint.role}s`, async () => {
      const { as, input } = await place();
      const refused = { status: 403, code: "PERMISSION_DENIED" };
      await expect(as("visitor")(name, endpoint, input)).rejects.toMatchObject(refused);
    });
  }

  if (!endpoint.open) {
    test(`${name}: is for nobody without a name`, async () => {
      const { as, input } = await place();
      const refused = { status: 401, exitCode: 4 };
      await expect(as("nobody")(name, endpoint, input)).rejects.toMatchObject(refused);
    });
  }

  const [revised] = (endpoint.required ?? []).flatMap((path) => /^(\w+)\.revision$/.exec(path)?.[1] ?? []);
  if (endpoint.method === "PATCH" && revised !== undefined) {
    /** Makes the call; its first try is lost after this was done. */
    async function callAgain(first: (world: FamilyWorld, request: Request) => Promise<unknown>) {
      const world = await place();
      let lost = false;
      const lossy: Transport = async (request) => {
        if (lost || request.method !== "PATCH") return await world.send(request);
        lost = true;
        await first(world, request);
        throw new TransportError("The connection broke.", "maybe");
      };
      const send = withRetry(lossy, { sleep: async () => {} });
      const headersFor = async () => world.headers[endpoint.role];
      return await createCaller({ send, baseUrl: base, headersFor })(name, endpoint, world.input);
    }

    test(`${name}: whose answer was lost is no conflict with itself`, async () => {
      let next = "";
      const { body } = await callAgain(({ send }, request) => {
        next = String(Number(JSON.parse(request.body ?? "")[revised].revision) + 1);
        return send(request);
      });
      expect(z.safeDecode(endpoint.result, body as never).error).toBeUndefined();
      expect(body).toMatchObject({ [revised]: { revision: next } });
    });

    test(`${name}: a change of someone else is a conflict, also where an answer was lost`, async () => {
      const theirs = ({ send }: FamilyWorld, request: Request) => {
        const input = JSON.parse(request.body ?? "");
        const { id, revision } = input[revised];
        return send({ ...request, body: JSON.stringify({ ...input, [revised]: { id, revision } }) });
      };
      await expect(callAgain(theirs)).rejects.toMatchObject({ status: 409, exitCode: 6 });
    });
  }

  for (const path of (endpoint.required ?? []).filter((one) => !endpoint.public.includes(`{${one}}`))) {
    test(`${name}: without ${path} client and sandbox refuse alike`, async () => {
      const { send, as, sent, headers, input: whole } = await place();
      const input = without(whole, path);
      const refusal = await as(endpoint.role)(name, endpoint, input).catch((error: unknown) => error);
      expect(sent()).toBe(0);
      const answer = await send({
        ...placeCall(base, endpoint, input),
        headers: headers[endpoint.role],
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
  // A fallback on a path of its own tells that a POST to the first one is another call.
  if (method === "GET" && paging && (!fallback || fallback.public === own)) forms.push(["POST", own]);
  return [...new Map(forms.map((form) => [form.join(" "), form])).values()];
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
