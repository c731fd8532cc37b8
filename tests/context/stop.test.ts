import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { processHost } from "../../src/context/context.ts";
import { type CommandResult, createWorld } from "../support/world.ts";

/** Stops a command line with a signal while a request that `matches` waits for the platform, which never responds. */
async function stopped(
  line: string | string[],
  matches: (call: string) => boolean,
  signal = "SIGINT",
): Promise<CommandResult & { calls: string[] }> {
  const controller = new AbortController();
  const calls: string[] = [];
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    response.setHeader("content-type", "application/json");
    if (!matches(call)) response.end(`{"catalogVersion":"V1_CATALOG","collections":[],"products":[]}`);
    else {
      open.push(response);
      request.resume().once("end", () => controller.abort(signal));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const world = createWorld();
  onTestFinished(() => {
    for (const response of open) response.destroy();
    server.close();
    world.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { TILL_BASE_URL: baseUrl, TILL_API_KEY: "key", TILL_SITE_ID: "site" };
  const result = await world.till(line, { env, signal: controller.signal });
  return { ...result, calls };
}

test.each([
  ["products get oven-mitt", /products/],
  ["collections get tableware", /collections/],
  ["api products.query", /products/],
])("a read stops immediately without a message: %s", async (line, pattern) => {
  const { code, stdout, stderr } = await stopped(line, (call) => pattern.test(call));
  expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: "", stderr: "" });
});

test.each([
  [["collections", "create", "--name", "Sale", "--yes"], "collections"],
  [["api", "products.create", ...fields(), "--yes"], "products"],
])(
  "an interrupted write exits with 130 and reports an unknown outcome and how to check: %s",
  async (line, service) => {
    const { code, stdout, stderr, calls } = await stopped(line, isWrite);
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(`error: ${service}.create was interrupted: its outcome is unknown.`);
    expect(stderr).toContain(
      service === "collections"
        ? "Check before you run it again: till collections list"
        : `check before you run it again. To find a call that checks: till api --service ${service}`,
    );
    expect(calls.filter(isWrite)).toHaveLength(1);
  },
);

test("reports if it can be repeated; SIGTERM exits with 143, also with --json", async () => {
  const line = ["api", "DELETE", "/stores/v1/products/p1", "--yes"];
  const plain = await stopped(line, isWrite, "SIGTERM");
  expect(plain.code).toBe(143);
  expect(plain.stderr).toContain("It is safe to run it again.");
  const json = await stopped([...line, "--json"], isWrite);
  expect(json.code).toBe(130);
  const last = json.stderr.trimEnd().split("\n").at(-1) ?? "";
  expect(JSON.parse(last).error).toMatchObject({ code: "UNKNOWN_OUTCOME", exitCode: 130, retryable: false });
});

function isWrite(call: string): boolean {
  return /^(POST \/stores\/v1\/(products|collections)$|DELETE|PATCH)/.test(call);
}

function fields(): string[] {
  const product = { name: "Jug", productType: "physical", "priceData.price": 5 };
  return Object.entries(product).flatMap(([name, value]) => ["-f", `product.${name}=${value}`]);
}

test("a screen stops the innermost part, then the command, without a signal of the system", () => {
  // Screens of other tests in this thread listen, too, and would end the process.
  const before = (["SIGINT", "SIGTERM"] as const).map((name) => [name, process.listeners(name)] as const);
  for (const [name] of before) process.removeAllListeners(name);
  onTestFinished(() => {
    for (const [name, listeners] of before) {
      process.removeAllListeners(name);
      for (const listener of listeners) process.on(name, listener);
    }
  });
  const host = processHost();
  const part = host.takeStop();
  host.stop();
  expect([part.signal.reason, host.signal.aborted]).toEqual(["SIGINT", false]);
  part.end();
  host.stop();
  expect(host.signal.reason).toBe("SIGINT");
  const heard: string[] = [];
  process.once("SIGINT", (name) => heard.push(name));
  host.stop();
  expect(heard).toEqual(["SIGINT"]);
});
