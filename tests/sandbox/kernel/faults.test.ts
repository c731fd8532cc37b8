import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TransportError } from "../../../src/kernel/errors.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { parseFault } from "../../../src/sandbox/kernel/faults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { type SandboxServer, startSandboxServer } from "../../../src/sandbox/server/server.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { createRequester } from "../../support/test-shop.ts";

const mug = { product: { name: "Mug", priceData: { price: 5 } } };
const create = "/stores/v1/products";
const query = "/stores-reader/v1/products/query-platformized";

describe("in this process", () => {
  let sandbox: OpenSandbox;
  let ask: ReturnType<typeof createRequester>;
  beforeEach(() => {
    sandbox = openSandbox({ file: ":memory:" });
    ask = createRequester(sandbox.send);
  });
  afterEach(() => sandbox.close());

  const fault = (name: string) => ask("POST", create, mug, { "x-sandbox-fault": name });
  const products = async () => (await ask("GET", query)).body.metadata.total;

  test.each<[string, number, string | undefined]>([
    ["429", 429, "1"],
    ["429:7", 429, "7"],
    ["500", 500, undefined],
    ["503", 503, undefined],
    ["503:2", 503, "2"],
  ])("%s responds in the platform's format and changes nothing", async (name, status, retryAfter) => {
    const answer = await fault(name);
    expect(answer.status).toBe(status);
    expect(answer.headers["retry-after"]).toBe(retryAfter);
    expect(answer.headers["x-wix-request-id"]).toBeTruthy();
    expect(answer.body.details.applicationError.code).toBeTruthy();
    expect(await products()).toBe(0);
  });

  test("403 is empty and 504 has the platform's format, as a throttled or starting site answers", async () => {
    expect(await fault("403")).toMatchObject({ status: 403, body: { message: "", details: {} } });
    expect(await fault("504")).toMatchObject({ status: 504 });
    expect(await products()).toBe(0);
  });

  test("a probability fails the same share of calls in each run with the same seed", async () => {
    const failures = async (seed: number) => {
      await ask("DELETE", "/__till/faults");
      await ask("POST", "/__till/faults", { fault: "500", probability: 0.25, seed });
      const failed: number[] = [];
      for (let call = 0; call < 200; call += 1)
        if ((await ask("GET", query)).status === 500) failed.push(call);
      return failed;
    };
    const first = await failures(7);
    expect(first.length).toBeGreaterThan(30);
    expect(first.length).toBeLessThan(70);
    expect(await failures(7)).toEqual(first);
    expect(await failures(8)).not.toEqual(first);
    expect((await ask("GET", "/__till/faults")).body.faults).toMatchObject([{ times: 0, probability: 0.25 }]);
  });

  test("a probability with a number of calls ends after them", async () => {
    await ask("POST", "/__till/faults", { fault: "500", probability: 0.5, times: 2 });
    let failed = 0;
    for (let call = 0; call < 50; call += 1) if ((await ask("GET", query)).status === 500) failed += 1;
    expect(failed).toBe(2);
    expect((await ask("GET", "/__till/faults")).body.faults).toEqual([]);
  });

  test("drop-before changes nothing, drop-after commits; neither responds", async () => {
    for (const [name, total] of [
      ["drop-before", 0],
      ["drop-after", 1],
    ] as const) {
      const error = await fault(name).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toMatchObject({ arrived: "maybe" });
      expect(await products()).toBe(total);
    }
  });

  test("truncate commits and returns half of the response", async () => {
    const { status, headers, body } = await sandbox.send({
      method: "POST",
      url: `https://x${create}`,
      headers: { authorization: defaults.apiKey, "x-sandbox-fault": "truncate" },
      body: JSON.stringify(mug),
      effect: "add",
      name: "products.create",
    });
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(Number(headers["content-length"]));
    expect(() => JSON.parse(body)).toThrow();
    expect(await products()).toBe(1);
  });

  test("account redirect points to another host", async () => {
    const answer = await sandbox.send({
      method: "GET",
      url: `https://x${query}`,
      headers: { "x-sandbox-fault": "redirect" },
      effect: "read",
      name: "",
    });
    expect(answer.status).toBe(307);
    expect(new URL(answer.headers.location ?? "").hostname).toBe("elsewhere.invalid");
  });

  test("slow responds late and can be aborted", async () => {
    expect((await fault("slow:1")).status).toBe(200);
    const stop = new AbortController();
    const waiting = ask("POST", create, mug, { "x-sandbox-fault": "slow:600000" }, stop.signal);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(await products()).toBe(1);
  });

  test("hold keeps the given number of calls waiting until faults are cleared; others pass", async () => {
    const faults = async () => (await ask("GET", "/__till/faults")).body.faults;
    await ask("POST", "/__till/faults", { fault: "hold", route: "products.create", times: 2 });
    const answers: number[] = [];
    const held = [1, 2].map(() => ask("POST", create, mug).then(({ status }) => answers.push(status)));
    await expect.poll(faults).toMatchObject([{ fault: "hold", times: -1 }]);
    expect((await ask("POST", create, mug)).status).toBe(200);
    expect({ answers, products: await products() }).toEqual({ answers: [], products: 1 });
    await ask("DELETE", "/__till/faults");
    await Promise.all(held);
    expect({ answers, products: await products() }).toEqual({ answers: [200, 200], products: 3 });
    expect(await faults()).toEqual([]);
  });

  test("a held call can be aborted, and a fault that is set while it waits does not hold it", async () => {
    await ask("POST", "/__till/faults", { fault: "hold" });
    const stop = new AbortController();
    const aborted = ask("POST", create, mug, {}, stop.signal);
    const rejected = expect(aborted).rejects.toThrow("enough");
    await ask("POST", "/__till/faults", { fault: "hold", route: "products.create" });
    const held = ask("POST", create, mug);
    stop.abort(new Error("enough"));
    await rejected;
    await ask("DELETE", "/__till/faults");
    await ask("POST", "/__till/faults", { fault: "hold", route: "tickets.checkIn" });
    expect((await held).status).toBe(200);
    expect(await products()).toBe(1);
  });

  test("hold is refused as a header: nothing could release it", async () => {
    const { status, body } = await fault("hold");
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations).toMatchObject([
      { field: "x-sandbox-fault", description: "cannot be hold: set it with POST /__till/faults" },
    ]);
  });

  test("rejects unknown faults", async () => {
    expect((await fault("404")).status).toBe(400);
    expect((await ask("POST", "/__till/faults", { fault: "slow:x" })).status).toBe(400);
  });

  test("stored faults hit the given number of matching calls and no others", async () => {
    await ask("POST", "/__till/faults", { fault: "503", route: "products.create", skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      expect((await ask("GET", query)).status).toBe(200);
      statuses.push((await ask("POST", create, mug)).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect((await ask("GET", "/__till/faults")).body.faults).toEqual([]);
  });

  test("stored faults match by path, are listed, and can be removed", async () => {
    await ask("POST", "/__till/faults", { fault: "500", route: "/v2/collections", times: 9 });
    expect((await ask("GET", "/v2/collections/query")).status).toBe(500);
    expect((await ask("GET", "/__till/faults")).body.faults).toMatchObject([
      { fault: "500", route: "/v2/collections", times: 8 },
    ]);
    expect((await ask("DELETE", "/__till/faults")).status).toBe(200);
    expect((await ask("GET", "/v2/collections/query")).status).toBe(200);
  });

  test("a fault that lets a call pass leaves it to the next one", async () => {
    await ask("POST", "/__till/faults", { fault: "500", skip: 2 });
    await ask("POST", "/__till/faults", { fault: "503", probability: 0.5, seed: 3 });
    await ask("POST", "/__till/faults", { fault: "504" });
    const statuses: number[] = [];
    for (let call = 0; call < 12; call += 1) statuses.push((await ask("GET", query)).status);
    expect(statuses[2]).toBe(500);
    expect(new Set(statuses)).toEqual(new Set([200, 500, 503, 504]));
    expect((await ask("GET", "/__till/faults")).body.faults).toMatchObject([{ fault: "503" }]);
  });

  test("a response is lost or cut, too, if the call is rejected", async () => {
    const rejected = (name: string) =>
      sandbox.send({
        method: "GET",
        url: "https://x/stores-reader/v1/products/none",
        headers: { authorization: defaults.apiKey, "x-sandbox-fault": name },
        effect: "read",
        name: "products.get",
      });
    await expect(rejected("drop-after")).rejects.toBeInstanceOf(TransportError);
    const { status, headers, body } = await rejected("truncate");
    expect([status, body.length < Number(headers["content-length"])]).toEqual([404, true]);
  });

  test("control calls are exempt from faults", async () => {
    await ask("POST", "/__till/faults", { fault: "500" });
    expect((await ask("GET", "/__till/status")).status).toBe(200);
    expect((await ask("GET", query)).status).toBe(500);
  });
});

describe("over a socket", () => {
  let folder: string;
  let server: SandboxServer;
  const errors: unknown[] = [];
  beforeEach(async () => {
    errors.length = 0;
    folder = temporaryFolder();
    server = await startSandboxServer({
      file: join(folder, "sandbox.db"),
      port: 0,
      onError: (error) => errors.push(error),
    });
  });
  afterEach(async () => {
    await server.close();
    expect(errors).toEqual([]);
  });

  const headers = (more: Record<string, string> = {}) => ({ authorization: server.apiKey, ...more });
  const post = (path: string, body: unknown, more?: Record<string, string>) =>
    fetch(server.baseUrl + path, { method: "POST", headers: headers(more), body: JSON.stringify(body) });
  const get = (path: string, more?: Record<string, string>) =>
    fetch(server.baseUrl + path, { headers: headers(more), redirect: "manual" });
  const total = async () =>
    ((await (await get(query)).json()) as { metadata: { total: number } }).metadata.total;

  test("a drop closes the connection", async () => {
    for (const [name, expected] of [
      ["drop-before", 0],
      ["drop-after", 1],
    ] as const) {
      await expect(post(create, mug, { "x-sandbox-fault": name })).rejects.toThrow("fetch failed");
      expect(await total()).toBe(expected);
    }
  });

  test("truncate sends less than its content length", async () => {
    const answer = await post(create, mug, { "x-sandbox-fault": "truncate" });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(await total()).toBe(1);
  });

  test("redirects and rate limits arrive unchanged", async () => {
    const moved = await get(query, { "x-sandbox-fault": "redirect" });
    expect([moved.status, moved.headers.get("location")?.startsWith("https://elsewhere.invalid/")]).toEqual([
      307,
      true,
    ]);
    const limited = await get(query, { "x-sandbox-fault": "429:3" });
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3"]);
  });

  test("a held call is released by another process that shares the file", async () => {
    const control = { "x-till-control": server.controlToken };
    await post("/__till/faults", { fault: "hold" }, control);
    const waiting = post(create, mug);
    const other = openSandbox({ file: join(folder, "sandbox.db") });
    const ask = createRequester(other.send);
    const faults = async () => (await ask("GET", "/__till/faults")).body.faults;
    await expect.poll(faults).toMatchObject([{ times: -1 }]);
    await ask("DELETE", "/__till/faults");
    expect((await waiting).status).toBe(200);
    other.close();
  });

  test("a disconnecting client ends a slow call", async () => {
    const control = { "x-till-control": server.controlToken };
    await post("/__till/faults", { fault: "slow:600000", route: "products.query" }, control);
    const stop = new AbortController();
    const ended = expect(
      fetch(server.baseUrl + query, { headers: headers(), signal: stop.signal }),
    ).rejects.toThrow();
    // The call has taken the fault: it waits.
    const faults = async () => (await (await get("/__till/faults", control)).json()) as { faults: unknown[] };
    await expect.poll(faults).toMatchObject({ faults: [] });
    stop.abort();
    await ended;
    await server.close();
  });

  test("end to end: visitor token, query, rejected write, guarded control", async () => {
    const control = { "x-till-control": server.controlToken };
    expect((await post("/__till/seed", { shop: "demo" })).status).toBe(403);
    expect((await post("/__till/seed", { shop: "demo" }, control)).status).toBe(200);
    const tokens = await post(
      "/oauth2/token",
      { clientId: server.clientId, grantType: "anonymous" },
      { authorization: "" },
    );
    const { access_token: authorization } = (await tokens.json()) as { access_token: string };
    const input = { query: { filter: { "priceData.price": { $gt: 0 } }, paging: { limit: 3 } } };
    const read = await get(`${query}?.r=${Buffer.from(JSON.stringify(input)).toString("base64url")}`, {
      authorization,
    });
    expect(((await read.json()) as { products: unknown[] }).products).toHaveLength(3);
    expect((await post(create, mug, { authorization })).status).toBe(403);
    expect((await get("/__till/status", { "x-till-control": "x" })).status).toBe(403);
  });

  test("another handle on the same file shares data with the socket", async () => {
    await post(create, mug);
    const other = openSandbox({ file: join(folder, "sandbox.db") });
    const ask = createRequester(other.send);
    expect((await ask("GET", query)).body.metadata.total).toBe(1);
    await ask("POST", create, { product: { name: "Cup", priceData: { price: 3 } } });
    await ask("POST", "/__till/faults", { fault: "503", route: "collections.query" });
    other.close();
    expect(await total()).toBe(2);
    expect((await get("/v2/collections/query")).status).toBe(503);
  });

  test("rejects foreign hosts and origins, and answers CORS requests of loopback pages", async () => {
    const { port } = new URL(server.baseUrl);
    const raw = (more: Record<string, string>) =>
      new Promise<{ status: number | undefined; allowed: unknown }>((resolve, reject) => {
        const sent = request(
          { host: "127.0.0.1", port, path: query, headers: headers(more), agent: false },
          (answer) => {
            answer.resume();
            resolve({ status: answer.statusCode, allowed: answer.headers["access-control-allow-origin"] });
          },
        );
        sent.on("error", reject);
        sent.end();
      });
    expect(await raw({ host: "shop.example" })).toEqual({ status: 403, allowed: undefined });
    expect(await raw({ origin: "https://shop.example" })).toEqual({ status: 403, allowed: undefined });
    expect(await raw({ origin: "http://localhost:5173" })).toEqual({
      status: 200,
      allowed: "http://localhost:5173",
    });
  });

  test("responds to unsupported methods", async () => {
    expect((await fetch(server.baseUrl + query, { method: "OPTIONS" })).status).toBe(405);
    expect((await fetch(server.baseUrl + query, { method: "HEAD" })).status).toBe(405);
  });

  test("product URLs contain the address of this server", async () => {
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow();
    server = await startSandboxServer({ file: ":memory:", port: 0, onError: (error) => errors.push(error) });
    const status = await get("/__till/status", { "x-till-control": server.controlToken });
    expect(await status.json()).toMatchObject({ origin: server.baseUrl, file: ":memory:" });
  });
});

describe("delays", () => {
  const delays = (text: string) => {
    const { delay } = parseFault(text, "fault");
    let state = 1;
    const random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    return Array.from({ length: 2_000 }, () => delay(random)).sort((a, b) => a - b);
  };

  test("are fixed, even or log-normal", () => {
    expect(new Set(delays("slow:200"))).toEqual(new Set([200]));
    const even = delays("slow:50-400");
    expect([even[0], even[1000], even[1999]].map((ms) => Math.round((ms ?? 0) / 10))).toEqual([5, 23, 40]);
    const skewed = delays("slow:p50=80,p95=400");
    expect(skewed[1000]).toBeGreaterThan(60);
    expect(skewed[1000]).toBeLessThan(100);
    expect(skewed[1900]).toBeGreaterThan(250);
    expect(skewed[1900]).toBeLessThan(600);
  });

  test.each(["slow:", "slow:a", "slow:1-", "slow:p50=0,p95=4", "slow:p50=9,p95=4", "500:x", "504:1:2"])(
    "%s is refused",
    (text) => {
      expect(() => parseFault(text, "fault")).toThrow("must be one of");
    },
  );
});
