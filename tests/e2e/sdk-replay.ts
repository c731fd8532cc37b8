import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type TestShop } from "../../src/library/testing.ts";
import { type Served, serve } from "../support/served.ts";
import { createWorld } from "../support/world.ts";

/** A recorded request of the official SDK, and what the SDK reads from the response. Ids, tokens and keys are `{{name}}`. */
export interface Recorded {
  /** The SDK function. */
  call: string;
  method: string;
  url: string;
  /** The JSON in the query parameter `.r`, which is sent as base64url. */
  packed?: unknown;
  headers: Record<string, string>;
  body?: unknown;
  /** 200 by default. */
  status?: number;
  /** Paths in the response that the SDK converts to dates, and to numbers. */
  dates?: string[];
  numbers?: string[];
  /** Paths in the response whose values a client reads. */
  reads?: string[];
  /** Lists in the response -> their lengths. */
  counts?: Record<string, number>;
  /** Values of the response for later requests: name -> path. */
  keep?: Record<string, string>;
  /** Part of the response. */
  answer?: object;
}

type Json = ReturnType<JSON["parse"]>;

/** A response with its parsed JSON body. */
export interface Replayed {
  status: number;
  headers: globalThis.Headers;
  body: Json;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Reads recorded requests, in order. */
export const readRecorded = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Recorded[];

type Send = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Sends recorded requests to a sandbox instead of the platform. `known` holds the values of `{{names}}`; responses add
 * more.
 */
function createReplay(send: Send, known: Record<string, string>) {
  /** Returns the value with every `{{name}}` replaced. */
  function filled<T>(value: T): T {
    const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      expect(known).toHaveProperty(name);
      return known[name] ?? "";
    });
    return JSON.parse(text) as T;
  }

  async function replay(
    { method, url, packed, headers, body }: Recorded,
    more: Record<string, string> = {},
  ): Promise<Replayed> {
    const { pathname, search } = new URL(filled(url));
    const query =
      packed === undefined
        ? search
        : `?.r=${Buffer.from(JSON.stringify(filled(packed))).toString("base64url")}`;
    const response = await send(pathname + query, {
      method,
      headers: { ...filled(headers), ...more },
      ...(body !== undefined && { body: JSON.stringify(filled(body)) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await response.text()) as Json,
    };
  }

  /** Sends a request and checks what the SDK read from the response. */
  async function expectAnswer(request: Recorded): Promise<void> {
    const {
      status = 200,
      dates = [],
      numbers = [],
      reads = [],
      counts = {},
      keep = {},
      answer = {},
    } = request;
    const got = await replay(request);
    expect([got.status, got.body]).toMatchObject([status, filled(answer)]);
    if (status !== 200) expectPlatformError(got);
    for (const path of dates) expect(valuesAt(got.body, path), path).not.toHaveLength(0);
    for (const value of dates.flatMap((path) => valuesAt(got.body, path))) expect(value).toMatch(isoTime);
    for (const path of numbers) expect(valuesAt(got.body, path), path).not.toHaveLength(0);
    for (const value of numbers.flatMap((path) => valuesAt(got.body, path)))
      expect(value).toBeTypeOf("number");
    for (const path of reads) expect(valuesAt(got.body, path), path).not.toHaveLength(0);
    for (const [path, count] of Object.entries(counts))
      expect(valueAt(got.body, path), path).toHaveLength(count);
    for (const [name, path] of Object.entries(keep)) known[name] = String(valueAt(got.body, path));
  }

  return { replay, expectAnswer };
}

/** A sandbox with the demo shop for recorded requests. */
export interface ReplayedShop extends Pick<ReturnType<typeof createReplay>, "replay"> {
  readonly served: Served;
  /** The values of `{{names}}`. */
  readonly known: Record<string, string>;
}

function testEach(requests: readonly Recorded[], run: (request: Recorded) => Promise<void>): void {
  for (const request of requests) {
    const { call, status = 200 } = request;
    test(status === 200 ? call : `${call}: ${status}`, () => run(request));
  }
}

/** Declares a test for each request, in order, on a shop in memory, which is there sooner than one that is served. */
export function replayInMemory(requests: readonly Recorded[], catalog: "v1" | "v3"): void {
  const known: Record<string, string> = {};
  let shop: TestShop;
  const send: Send = (path, init) => shop.fetch(`https://www.wixapis.com${path}`, init);
  const { expectAnswer } = createReplay(send, known);
  beforeAll(async () => {
    shop = await openShop({ catalog });
    Object.assign(known, { clientId: shop.clientId, siteId: shop.siteId, apiKey: shop.apiKey });
  });
  afterAll(() => shop.close());
  testEach(requests, expectAnswer);
}

/** Declares a test for each request of a file, in order. `after` may add known values after a response. */
export function replayOnShop(
  recorded: string,
  {
    known = {},
    seed = { shop: "demo" },
    after = () => {},
  }: { known?: ReplayedShop["known"]; seed?: object; after?(known: ReplayedShop["known"]): void } = {},
): ReplayedShop {
  const world = createWorld();
  let served: Served;
  const send: Send = (path, init) => fetch(served.baseUrl + path, init);
  const { replay, expectAnswer } = createReplay(send, known);
  beforeAll(async () => {
    served = await serve(world);
    await served.control("POST seed", seed);
    Object.assign(known, { clientId: served.clientId, siteId: served.siteId, apiKey: served.apiKey });
  });
  afterAll(async () => {
    await served.close();
    world.close();
  });
  testEach(readRecorded(recorded), async (request) => {
    await expectAnswer(request);
    after(known);
  });
  return {
    get served() {
      return served;
    },
    known,
    replay,
  };
}

/** Returns all values at a dotted path, through lists. */
function valuesAt(value: Json, path: string): unknown[] {
  return path.split(".").reduce<Json[]>((found, key) => found.flatMap((one) => one?.[key] ?? []), [value]);
}

const valueAt = (value: Json, path: string): unknown =>
  path.split(".").reduce((one, key) => one?.[key], value);

/** Checks what the SDK builds its error from; it needs `data` on each violation. */
function expectPlatformError({ headers, body }: Replayed): void {
  expect(headers.get("x-wix-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.message).toBeTypeOf("string");
  const { applicationError, validationError } = body.details;
  if (applicationError) {
    // The live platform does not describe a missing permission on catalog v3, and numbers a missing collection of v1.
    const { code, description } = applicationError;
    const isUndescribed = code === "PERMISSION_DENIED" && description === "";
    expect(applicationError).toMatchObject({
      code: code === 404 ? 404 : expect.any(String),
      description: isUndescribed ? "" : body.message,
      data: {},
    });
  } else expect(body.message).toMatch(/^INVALID_ARGUMENT: "/);
  for (const violation of validationError?.fieldViolations ?? []) {
    expect(violation).toMatchObject({
      description: expect.any(String),
      ruleName: expect.any(String),
      data: expect.any(Object),
    });
  }
}

/** Returns the calls that a sandbox answered with 200, from its request log. */
export async function answeredCalls({ baseUrl, controlToken }: Served): Promise<Set<string>> {
  const answer = await fetch(`${baseUrl}/__till/log?limit=500`, {
    headers: { "x-till-control": controlToken },
  });
  const { requests } = (await answer.json()) as { requests: { call: string; status: number }[] };
  return new Set(requests.filter(({ status }) => status === 200).map(({ call }) => call));
}
