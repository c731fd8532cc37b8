import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import { decodedCall } from "../../src/api/client.ts";
import { decodeInPlace, mismatchIn, toJson } from "../../src/api/decode.ts";
import { type Endpoint, type Method, requiredPath, valueAt, walk } from "../../src/api/endpoint.ts";
import { buildRequest } from "../../src/api/request.ts";
import { services } from "../../src/api/services/all.ts";
import { withRetry } from "../../src/api/transport/retry.ts";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { invalidArgument, violations } from "../../src/api/violations.ts";
import { ApiError, TransportError } from "../../src/kernel/errors.ts";
import { withPlatformTexts } from "../../src/sandbox/server/run-call.ts";
import { type Case, failuresOf } from "../support/failures.ts";
import { sampleSets } from "./samples/index.ts";
import {
  base,
  createSampleSandboxes,
  type Headers,
  type PreparedSamples,
  type SampleSandbox,
} from "./samples/sample-set.ts";

/**
 * Checks every call: what the client sends and what the sandbox returns match each other and the declaration. A new
 * call needs a sample input in `samples/`.
 */
const calls = [...walk(services)];
const worlds = createSampleSandboxes();

/** The cases of each property: calls, and forms or fields of calls. Each property is one test, which names all that fail. */
const properties = new Map<string, Case[]>();
/** The sandboxes that the present case has opened. */
const opened: SampleSandbox[] = [];

function property(title: string, name: string, check: () => Promise<void>): void {
  const cases = properties.get(title) ?? [];
  properties.set(title, cases);
  const checkAndClose = async () => {
    try {
      await check();
    } finally {
      for (const world of opened.splice(0)) world.close();
    }
  };
  cases.push([name, checkAndClose]);
}

/** A sandbox per sample set for calls that change nothing: reads, and calls that are rejected. */
const unchanged = new Map<PreparedSamples, SampleSandbox>();
beforeAll(async () => {
  for (const set of sampleSets) unchanged.set(set, await worlds.open(set));
});
afterAll(() => {
  for (const world of unchanged.values()) world.close();
});

test("every call has one sample", () => {
  expect(sampleSets.flatMap((set) => set.calls).sort()).toEqual(calls.map(([name]) => name).sort());
});

for (const [name, endpoint] of calls) {
  const set = sampleSets.find((one) => one.calls.includes(name));
  if (set === undefined) continue;

  /** Prepares the call in a sandbox of its own, or in the one of calls that change nothing. */
  const place = async (changes = endpoint.effect !== "read") => {
    const kept = changes ? undefined : unchanged.get(set);
    const world = kept ?? (await worlds.open(set));
    if (!kept) opened.push(world);
    const { send, headers } = world;
    const as = (who: keyof Headers) =>
      createCaller({ send, baseUrl: base, headersFor: async () => headers[who] });
    return { ...world, input: world.inputOf(name), as };
  };

  for (const [method, path] of formsOf(endpoint)) {
    property("every form of a call matches its declared result", `${name}: ${method} ${path}`, async () => {
      const { as, input } = await place();
      const request = { ...endpoint, method, public: path, complexQuery: method === "GET" };
      const body = await as(endpoint.role)(request, input);
      const decoded = structuredClone(body);
      expect(decodeInPlace(endpoint.result, decoded)).toBeUndefined();
      expect(toJson(endpoint.result, decoded)).toEqual(body);
    });
  }

  property("the library returns every time as a Date", name, async () => {
    const { as, input } = await place();
    const result = await decodedCall(as(endpoint.role))(endpoint, decodedInput(endpoint, input) as never);
    // Items of data collections have any fields; their times stay as the platform writes them.
    const times =
      JSON.stringify(result)
        .replaceAll(/"\$date":"[^"]*"/g, "")
        .match(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g) ?? [];
    expect(datesIn(result)).toBe(times.length);
  });

  if (endpoint.role !== "visitor" && !endpoint.open) {
    property("a call requires its role", name, async () => {
      const { as, input } = await place(false);
      const rejected = { status: 403, code: "PERMISSION_DENIED" };
      await expect(as("visitor")(endpoint, input)).rejects.toMatchObject(rejected);
    });
  }

  if (!endpoint.open) {
    property("a call that is not open requires credentials", name, async () => {
      const { as, input } = await place(false);
      const rejected = { status: 401, exitCode: 4 };
      await expect(as("nobody")(endpoint, input)).rejects.toMatchObject(rejected);
    });
  }

  const [revised] = (endpoint.required ?? []).flatMap((path) => /^(\w+)\.revision$/.exec(path)?.[1] ?? []);
  if (endpoint.method === "PATCH" && revised !== undefined) {
    /** Makes the call. Its first attempt runs `first` and then loses the response. */
    async function callAgain(first: (world: SampleSandbox, request: Request) => Promise<unknown>) {
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
      return await createCaller({ send, baseUrl: base, headersFor })(endpoint, world.input);
    }

    property("a lost response is not a conflict with itself", name, async () => {
      let next = "";
      const body = await callAgain(({ send }, request) => {
        next = String(Number(JSON.parse(request.body ?? "")[revised].revision) + 1);
        return send(request);
      });
      expect(mismatchIn(endpoint.result, body)).toBeUndefined();
      expect(body).toMatchObject({ [revised]: { revision: next } });
    });

    property("someone else's change is a conflict, even after a lost response", name, async () => {
      const theirs = ({ send }: SampleSandbox, request: Request) => {
        const input = JSON.parse(request.body ?? "");
        const { id, revision } = input[revised];
        return send({ ...request, body: JSON.stringify({ ...input, [revised]: { id, revision } }) });
      };
      await expect(callAgain(theirs)).rejects.toMatchObject({ status: 409, exitCode: 6 });
    });
  }

  const required = (endpoint.required ?? []).map((rule) => requiredPath(rule).path);
  for (const path of required.filter((one) => !endpoint.public.includes(`{${one}}`))) {
    property("client and sandbox reject a missing field with the same error", `${name} ${path}`, async () => {
      const { send, as, sent, headers, input: whole } = await place(false);
      const input = without(whole, path);
      const before = sent();
      const error = await as(endpoint.role)(endpoint, input).catch((thrown: unknown) => thrown);
      expect(sent()).toBe(before);
      const request = buildRequest(base, endpoint, input);
      const answer = await send({ ...request, headers: headers[endpoint.role], effect: "read", name });
      const found = violations(endpoint, input);
      expect(found).toMatchObject([{ field: path, violatedRule: "REQUIRED_FIELD" }]);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ ...invalidArgument(found), code: "INVALID_ARGUMENT", exitCode: 2 });
      // The sandbox words some of them as the live platform does. A plain query string has no empty objects.
      const inQuery = request.body === undefined && !new URL(request.url).searchParams.has(".r");
      const parent = path.slice(0, path.lastIndexOf("."));
      const arrived = inQuery && isEmpty(valueAt(input, parent)) ? without(input, parent) : input;
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toEqual(invalidArgument(withPlatformTexts(name, arrived, found)));
    });
  }
}

for (const [title, cases] of properties)
  test(title, async () => {
    expect(await failuresOf(cases)).toEqual([]);
  });

test("service path and public path have the same parameters", () => {
  const parameters = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const odd = calls.filter(([, { path, public: own, fallback }]) =>
    [own, ...(fallback ? [fallback.public] : [])].some(
      (one) => String(parameters(one)) !== String(parameters(path)),
    ),
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});

/** Returns every method and path that reaches the call. */
function formsOf({ method, public: own, alternatives = [], fallback, paging }: Endpoint): [Method, string][] {
  const forms = [own, ...alternatives].map((path): [Method, string] => [method, path]);
  if (fallback) forms.push([fallback.method, fallback.public]);
  // If the fallback has its own path, a POST to the first path is another call.
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

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && !Object.values(value).some(Boolean);

/** Returns an input with times as Date. */
function decodedInput({ input: schema }: Endpoint, input: object): object {
  const decoded = structuredClone(input);
  expect(decodeInPlace(schema, decoded)).toBeUndefined();
  return decoded;
}
