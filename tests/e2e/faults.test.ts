import { writeFileSync } from "node:fs";
import { test as base, describe, expect } from "vitest";
import { effectsOf } from "../support/outbox.ts";
import { type ServedSandbox, serve } from "../support/served.ts";
import { type CommandResult, createWorld } from "../support/world.ts";

const list = ["products", "list", "--json"];
const create = ["products", "create", "--name", "New Thing", "--price", "5", "--yes", "--json"];
const update = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes", "--json"];
const load = ["products", "import", "new.csv", "--yes", "--json"];

/** A computer whose commands use a served sandbox with three products. */
interface Shop extends ServedSandbox {
  run(args: readonly string[]): Promise<CommandResult>;
  /** Makes the next matching calls fail, then runs a command. */
  under(fault: string, route: string, args: readonly string[], times?: number): Promise<CommandResult>;
  /** Returns the number of effects of a type. */
  count(type: string): number;
}

const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
  shop: async ({}, use) => {
    const world = createWorld();
    const served = await serve(world);
    await served.control("POST seed", { count: 3 });
    writeFileSync(world.path("new.csv"), "handle,name,price,stock\na,Aaa,1,5\nb,Bbb,2,6\n");
    const run = (args: readonly string[]) => world.till(args, { env: served.env });
    await use({
      ...served,
      run,
      async under(fault, route, args, times = 1) {
        await served.control("POST faults", { fault, route, times });
        return await run(args);
      },
      count: (type) => effectsOf(served.file).filter((one) => one.type === type).length,
    });
    await served.close();
    world.close();
  },
});

/** Returns the number of product queries that a command makes. */
async function queriesOf(shop: Shop, args: readonly string[]): Promise<number> {
  expect(await shop.run(args)).toMatchObject({ code: 0 });
  const { requests } = (await shop.control("GET log?limit=1000")) as { requests: { call: string }[] };
  return requests.filter(({ call }) => call === "products.query").length;
}

/** The notices on stderr, which are JSON lines with --json. */
const noticesOf = ({ stderr }: CommandResult) =>
  stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { _kind: string; message: string })
    .map(({ _kind, message }) => `${_kind}: ${message}`);

const errorOf = ({ stderr }: CommandResult) => JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error;

describe("reading", () => {
  test("429: tried again after Retry-After, with an event", async ({ shop }) => {
    const ended = await shop.under("429:2", "products.query", list);
    expect(ended).toMatchObject({
      code: 0,
      stderr: '{"_kind":"throttled","call":"products.query","retry":1,"of":3,"delayMs":2000}\n',
    });
    expect(JSON.parse(ended.stdout).items).toHaveLength(3);
  });

  test("a Retry-After of more than two minutes exits with 7", async ({ shop }) => {
    const ended = await shop.under("429:900", "products.query", list);
    expect(ended).toMatchObject({ code: 7, stdout: "" });
    expect(errorOf(ended)).toMatchObject({ status: 429, retryable: true, exitCode: 7 });
  });

  test.for(["500", "503", "drop-before", "drop-after", "truncate"])(
    "%s once: retried, exit 0",
    async (fault, { shop }) => {
      const ended = await shop.under(fault, "products.query", list);
      expect(ended.code).toBe(0);
      expect(noticesOf(ended)).toEqual([
        expect.stringMatching(/^notice: [^\n]*[^.\n]; trying again in [12] s \(1\/3\)$/),
      ]);
      expect(JSON.parse(ended.stdout)).toMatchObject({ total: 3 });
    },
  );

  test("a permanent 503 exits with 8, the platform's message and the request id, and an empty stdout", async ({
    shop,
  }) => {
    const ended = await shop.under("503:0", "products.query", list, 9);
    expect(ended).toMatchObject({ code: 8, stdout: "" });
    expect(errorOf(ended)).toMatchObject({
      status: 503,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: true,
    });
  });

  test("a redirect is an error and is not followed", async ({ shop }) => {
    const ended = await shop.under("redirect", "products.query", list);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(errorOf(ended)).toMatchObject({ code: "REDIRECT", status: 307 });
  });

  test("--timeout bounds the whole call with its retries: exit 8", async ({ shop }) => {
    const ended = await shop.under("slow:60000", "products.query", [...list, "--timeout", "400ms"]);
    expect(ended).toMatchObject({ code: 8, stdout: "" });
    expect(errorOf(ended).message).toContain("took longer than 0.4 s");
  });
});

describe("creating", () => {
  test.for(["drop-after", "truncate"])(
    "%s: the product is found by its slug and not created twice",
    async (fault, { shop }) => {
      const ended = await shop.under(fault, "products.create", create);
      expect(ended.code).toBe(0);
      expect(noticesOf(ended)).toEqual([
        expect.stringMatching(/^plannedCall: /),
        expect.stringMatching(/^notice: Writing to site /),
        "notice: No response; checked the shop: the product was created once.",
      ]);
      expect(JSON.parse(ended.stdout)).toMatchObject({ slug: "new-thing" });
      expect(shop.count("ProductCreated")).toBe(1);
    },
  );

  test.for(["drop-before", "500", "503"])(
    "%s: exit 10 with the command to check the outcome; not sent again",
    async (fault, { shop }) => {
      const ended = await shop.under(fault, "products.create", create);
      expect(ended).toMatchObject({ code: 10, stdout: "" });
      expect(errorOf(ended)).toMatchObject({
        code: "UNKNOWN_OUTCOME",
        retryable: false,
        hint: expect.stringContaining("till products get new-thing"),
      });
      expect(errorOf(ended).message.match(/(not known|nobody knows|unknown) whether/gi)).toHaveLength(1);
      expect(shop.count("ProductCreated")).toBe(0);
      expect(await shop.run(["products", "get", "new-thing"])).toMatchObject({ code: 5 });
    },
  );

  test("if reading back fails too, the exit code is 10", async ({ shop }) => {
    await shop.control("POST faults", { fault: "redirect", route: "products.query", skip: 1, times: 9 });
    const ended = await shop.under("drop-after", "products.create", create);
    expect(ended).toMatchObject({ code: 10, stdout: "" });
    expect(shop.count("ProductCreated")).toBe(1);
  });

  test.for(["429:0", "503:0"])(
    "%s proves that nothing arrived, so the request is sent again",
    async (fault, { shop }) => {
      expect(await shop.under(fault, "products.create", create)).toMatchObject({ code: 0 });
      expect(shop.count("ProductCreated")).toBe(1);
    },
  );
});

describe("bulk", () => {
  test.for(["429:0", "500", "503", "drop-before", "drop-after", "truncate", "slow:100"])(
    "%s in an update: every row is changed exactly once",
    async (fault, { shop }) => {
      const ended = await shop.under(fault, "products.update", update);
      expect(ended.code).toBe(0);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: { rows: 3, ok: 3 } });
      const prices = await shop.run([
        "products",
        "list",
        "--fields",
        "priceData.price",
        "--sort",
        "name",
        "--json",
      ]);
      expect(
        JSON.parse(prices.stdout).items.map((one: { priceData: { price: number } }) => one.priceData.price),
      ).toEqual([88.21, 175.32, 42.43]);
    },
  );

  test("a redirect in an update fails that row with a reason and exits with 9", async ({ shop }) => {
    const ended = await shop.under("redirect", "products.update", update);
    expect(ended.code).toBe(9);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: { rows: 3, ok: 2, failed: 1 } });
    expect(ended.stderr).toMatch(/failed .*redirect.*request [0-9a-f-]{36}/);
    expect(shop.count("ProductChanged")).toBe(2);
  });

  test("a permanent rate limit exits with 7 with nothing recorded as done; resume does everything", async ({
    shop,
  }) => {
    const ended = await shop.under("429:0", "products.update", update, 1000);
    expect(ended.code).toBe(7);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      rows: { rows: 3, ok: 0, left: 3 },
      steps: { done: 0, sent: 0 },
    });
    expect(ended.stderr).toContain("Resume with: till jobs resume");
    await shop.control("DELETE faults");
    expect(await shop.run(["jobs", "resume", "last", "--yes"])).toMatchObject({ code: 0 });
    expect(shop.count("ProductChanged")).toBe(3);
  });

  test.for(["429:0", "500", "503", "drop-before", "drop-after", "truncate"])(
    "%s in an import: each product is created once",
    async (fault, { shop }) => {
      const ended = await shop.under(fault, "products.create", load);
      expect(ended.code).toBe(0);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: { rows: 2, ok: 2 } });
      expect(shop.count("ProductCreated")).toBe(2);
    },
  );

  test("an import with lost responses that cannot be read back exits with 10; resume settles it", async ({
    shop,
  }) => {
    await shop.control("POST faults", { fault: "drop-after", route: "products.create", times: 2 });
    const looks = await queriesOf(shop, [...load.filter((word) => word !== "--yes"), "--dry-run"]);
    // The plan reads like a dry run, and each product is looked up again before it is created.
    await shop.control("POST faults", {
      fault: "redirect",
      route: "products.query",
      skip: looks + 2,
      times: 200,
    });
    const ended = await shop.run(load);
    expect(ended.code).toBe(10);
    expect(ended.stderr).toContain("till jobs resume");
    await shop.control("DELETE faults");
    const resumed = await shop.run(["jobs", "resume", "last", "--yes", "--json"]);
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ rows: { rows: 2, ok: 2 } });
    expect(shop.count("ProductCreated")).toBe(2);
  });
});
