import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSafeUrl } from "../../../src/cli/browser.ts";
import { httpServer } from "../../api/loopback.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world.close());

interface ReceivedRequest {
  line: string;
  headers: Record<string, unknown>;
  body: string;
}

/** A platform that answers everything alike, what it received, and the environment that leads to it. */
async function platform(status: number, answer: string) {
  const received: ReceivedRequest[] = [];
  const url = await httpServer((request, response, body) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    response
      .writeHead(status, { "content-type": "application/json", "set-cookie": "canary-cookie=1" })
      .end(answer);
  });
  return { received, url, env: { TILL_BASE_URL: url, TILL_API_KEY: "canary-key", TILL_SITE_ID: "site" } };
}

test("an unknown path is sent unchanged, and only once if it may write", async () => {
  const { received, env } = await platform(500, "{}");
  const result = await world.till(
    ["api", "POST", "/new/v9/things?dry=1.0", "-f", "name=Mug", "-F", "deep.list=[1]", "--yes"],
    { env },
  );
  expect(result).toMatchObject({ stdout: "", code: 10 });
  expect(result.stderr).toContain("Writing to site site");
  expect(received).toMatchObject([
    // The server is on this computer: the record of the change says whether it is a sandbox, and which one.
    { line: "GET /__till/identity" },
    { line: "POST /new/v9/things?dry=1.0", body: '{"name":"Mug","deep":{"list":[1]}}' },
  ]);
});

test.each([
  [
    9,
    "1 of 2 failed.",
    {
      results: [
        { itemMetadata: { originalIndex: 0, success: true } },
        { itemMetadata: { originalIndex: 1, success: false } },
      ],
    },
  ],
  [
    1,
    "2 of 2 failed.",
    { results: [0, 1].map((originalIndex) => ({ itemMetadata: { originalIndex, success: false } })) },
  ],
  [10, "1 of 2: the response", { results: [{ itemMetadata: { originalIndex: 0, success: true } }] }],
  [
    10,
    "2 of 2: the response",
    {
      results: [0, 1].map((originalIndex) => ({ itemMetadata: { originalIndex, success: true } })),
      bulkActionMetadata: { totalSuccesses: 1, totalFailures: 1 },
    },
  ],
  [0, "", { results: [0, 1].map((originalIndex) => ({ itemMetadata: { originalIndex, success: true } })) }],
])("a bulk call ends with %i if its items ended so: %s", async (code, notice, answer) => {
  const { env } = await platform(200, JSON.stringify({ bulkActionMetadata: {}, ...answer }));
  const input = JSON.stringify({ ids: ["a", "b"], set: { price: 5 } });
  const result = await world.till(["api", "products.bulkUpdate", "--input", input, "--yes"], { env });
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(notice);
  expect(JSON.parse(result.stdout)).toMatchObject(answer);
});

test("a call by an unknown path is not sent again after a 429: it may add something", async () => {
  const { received, env } = await platform(429, '{"message":"slow down"}');
  const result = await world.till(["api", "POST", "/new/v9/things", "-f", "name=Mug", "--yes"], { env });
  expect(result.code).toBe(10);
  expect(received.filter(({ line }) => line.startsWith("POST"))).toHaveLength(1);
});

test("an unknown GET is retried", async () => {
  const { received, env } = await platform(503, "{}");
  const result = await world.till(["api", "GET", "/new/v9/things?page=1.0"], { env });
  expect(result.code).toBe(8);
  expect(new Set(received.map(({ line }) => line))).toEqual(new Set(["GET /new/v9/things?page=1.0"]));
  expect(received.length).toBe(4);
  expect(result.stderr).not.toContain("Writing");
});

test("--include prints status and headers without secrets, and errors on stderr", async () => {
  const { received, env } = await platform(200, '{"product":{"id":"a/b","name":"\\u001b]0;evil\\u0007"}}');
  const result = await world.till(["api", "products.get", "-f", "id=a/b", "--include"], { env });
  expect(result.stdout).toMatch(/^HTTP 200\ncontent-type: application\/json\nset-cookie: \[redacted\]\n/);
  expect(result.stdout.endsWith('\n\n{"product":{"id":"a/b","name":"\\u001b]0;evil\\u0007"}}\n')).toBe(true);
  expect(received).toMatchObject([
    { line: "GET /stores-reader/v1/products/a%2Fb?id=a%2Fb", headers: { authorization: "canary-key" } },
  ]);
});

test("--curl sends nothing and prints no secret", async () => {
  const { received, env } = await platform(200, "{}");
  const result = await world.till(
    ["api", "recovery.recover", "-f", "password=canary-word", "-f", "recoveryToken=canary", "--curl"],
    { env },
  );
  expect(received).toEqual([]);
  expect(result.stdout).toContain('-H "authorization: $TILL_TOKEN"');
  expect(result.stdout + result.stderr).not.toContain("canary");
});

test("a GraphQL query is sent like the platform's own client sends it", async () => {
  const { received, env } = await platform(200, '{"data":{"a":1}}');
  expect(await world.till(["api", "graphql", "{ a }", "--variables", '{"b":2}'], { env })).toMatchObject({
    stdout: '{"data":{"a":1}}\n',
    code: 0,
  });
  expect(received).toMatchObject([
    { line: "POST /graphql/alpha", body: '{"query":"{ a }","variables":{"b":2}}' },
  ]);
});

test("a failed GraphQL query is retried, a mutation is not", async () => {
  const { received, env } = await platform(502, '{"message":"broken"}');
  const result = await world.till(["api", "graphql", "{ a }"], { env });
  expect(result.code).toBe(8);
  expect(result.stderr).toContain("error: GraphQL request failed with status 502: ");
  expect(received.length).toBe(4);
  const changed = await world.till(["api", "graphql", "mutation { a }"], { env });
  expect(changed).toMatchObject({ stdout: "", code: 10 });
  expect(changed.stderr).toContain("error: GraphQL request failed with status 502: The outcome of");
  expect(received.length).toBe(5);
});

test("a redirect session without a URL is an error", async () => {
  const { env } = await platform(200, '{"redirectSession":{}}');
  const result = await world.till(["account", "redirect", "login"], { env });
  expect(result).toMatchObject({ stdout: "", code: 1 });
});

test("only https and loopback http URLs are opened in a browser", () => {
  expect(requireSafeUrl("https://shop.example/a b?c='d'")).toBe("https://shop.example/a%20b?c=%27d%27");
  expect(requireSafeUrl("http://127.0.0.1:4010/x")).toBe("http://127.0.0.1:4010/x");
  for (const address of [
    "http://shop.example/",
    "http://localhost.evil.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "--help",
    "",
    "http://127.0.0.1@evil.example/",
  ])
    expect(() => requireSafeUrl(address)).toThrow("Cannot open");
});
