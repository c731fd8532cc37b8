import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";
import { type OrdersShop, openOrdersShop } from "./orders-shop.ts";

let till: OrdersShop;
/** The demo shop holds four authorized orders: 10006 80.00, 10007 150.50, 10008 30.50 and 10013 60.00 USD. */
const authorized = ["10006", "10007", "10008", "10013"];
beforeAll(async () => {
  till = await openOrdersShop();
});
afterAll(() => till.close());

/** Runs a test that changes the shop in its own copy of it. */
async function withOwnShop(run: (till: OrdersShop) => Promise<void>): Promise<void> {
  const own = await openOrdersShop();
  try {
    await run(own);
  } finally {
    own.close();
  }
}

const reset = "till orders capture 10006 10007 10008 10013";
const captures = async (one: OrdersShop) => (await one.moved("CAPTURED")).length;

describe("the result for each order", () => {
  test("captured, already_captured, not_capturable and not_found are exit 9, every line has its request id", async () => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      const result = await own.run("till orders capture 10006 10012 10001 10004 99999 #10007 --yes");
      expect(result.results).toEqual({
        10006: "captured",
        10007: "captured",
        10012: "not_capturable",
        10001: "not_capturable",
        10004: expect.stringMatching(/^not_capturable$/),
        "?": "not_found",
      });
      expect(result.code).toBe(9);
      for (const { requestId } of result.records) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await captures(own)).toBe(before + 2);

      const again = await own.run("till orders capture 10006 10007 --yes");
      expect(again.results).toEqual({ 10006: "already_captured", 10007: "already_captured" });
      expect(again.code).toBe(0);
      expect(await captures(own)).toBe(before + 2);
      expect(await own.run("till orders void 10006 --yes")).toMatchObject({
        code: 6,
        results: { 10006: "not_voidable" },
      });
    });
  });

  test("voided, already_voided, and then not_capturable", async () => {
    await withOwnShop(async (own) => {
      expect(await own.run("till orders void 10008 --yes")).toMatchObject({
        code: 0,
        results: { 10008: "voided" },
      });
      expect(await own.run("till orders void 10008 --yes")).toMatchObject({
        code: 0,
        results: { 10008: "already_voided" },
      });
      const result = await own.run("till orders capture 10008 --yes");
      expect(result).toMatchObject({ code: 6, results: { 10008: "not_capturable" } });
      expect(result.records[0]?.reason).toBe("its authorization was voided");
    });
  });

  test("only unknown orders are exit 5", async () => {
    expect(await till.run("till orders capture 99998 99999 --yes")).toMatchObject({ code: 5 });
  });

  test("a dry run sends nothing and shows what is scheduled, and when", async () => {
    const before = await captures(till);
    const result = await till.run(`${reset} --dry-run`);
    expect(result.records.map(({ number }) => number)).toEqual(authorized);
    expect(result.records.map(({ scheduled }) => scheduled?.action)).toEqual([
      "void",
      "capture",
      "void",
      "void",
    ]);
    expect(Date.parse(result.records[0]?.scheduled?.at ?? "")).toBeGreaterThan(Date.now());
    expect(result.stderr).toContain("To capture: 4 orders, 321.00 USD.");
    expect(await captures(till)).toBe(before);
  });

  test("prints a table on a terminal, and one value with --json", async () => {
    const table = await till.sh("till orders capture 10001 --yes", { terminal: true });
    expect(table.stdout).toContain("RESULT");
    const { stdout } = await till.sh("till orders capture 10001 10006 --dry-run --json");
    expect(JSON.parse(stdout)).toMatchObject({
      total: 2,
      items: [{ number: "10001" }, { result: "to_capture" }],
    });
  });
});

describe("guards: exit 6 and nothing sent", () => {
  const refusals: [flags: string, words: string][] = [
    ["--expect 3", "--expect is 3, but 4 orders can be captured or already are"],
    ["--max-total 320.99USD", "The total is 321.00 USD, but --max-total allows 320.99 USD"],
    ["--max-total 9500.00EUR", "--max-total allows only EUR"],
    ["--max-total 1USD --max-total 9500EUR", "--max-total allows 1.00 USD"],
    ["--expires-before 24h", "4 orders expire later than --expires-before allows"],
  ];
  test.each(refusals)("%s", async (flags, message) => {
    const before = await captures(till);
    const result = await till.run(`${reset} ${flags} --yes`);
    expect(result.code).toBe(6);
    expect(result.stderr).toContain(message);
    expect(result.stdout).toBe("");
    expect(await captures(till)).toBe(before);
  });

  test("guards allow their limit, and --expect counts what is done already", async () => {
    await withOwnShop(async (own) => {
      const guarded = `${reset} --expect 4 --max-total 321USD --yes`;
      expect(await own.run(guarded)).toMatchObject({ code: 0 });
      expect(await own.run(guarded)).toMatchObject({ code: 0 });
    });
  });

  test("each currency has its own digits, total and limit", async () => {
    await withOwnShop(async (own) => {
      const [yen, dinar, euro] = [
        await own.authorized("JPY", "1200"),
        await own.authorized("KWD", "1.234"),
        await own.authorized("EUR", "9.99"),
      ];
      const line = `till orders capture ${yen} ${dinar} ${euro}`;
      const limits = "--max-total 1200JPY --max-total 1.234KWD";
      const rejected = await own.run(`${line} ${limits} --yes`);
      expect(rejected.code).toBe(6);
      expect(rejected.stderr).toContain(
        "1200 JPY, 1.234 KWD, 9.99 EUR, but --max-total allows only JPY, KWD",
      );
      expect(await own.run(`${line} ${limits} --max-total 9.98EUR --yes`)).toMatchObject({ code: 6 });
      const done = await own.run(`${line} ${limits} --max-total 9.99EUR --yes`);
      expect(done).toMatchObject({
        code: 0,
        results: { [yen]: "captured", [dinar]: "captured", [euro]: "captured" },
      });
      expect(done.records.map(({ amount }) => amount).sort()).toEqual(["1.234", "1200", "9.99"]);
      expect(done.stderr).toContain("Captured 3 orders, 1200 JPY, 1.234 KWD, 9.99 EUR.");
    });
  });

  test.each([
    ["--max-total 12.5JPY", "amounts in JPY have no decimals"],
    ["--max-total 1.2345KWD", "amounts in KWD have 3 decimals"],
    ["--max-total 9,500.00EUR", "takes an amount with its currency"],
    ["--max-total 100", "takes an amount with its currency"],
    ["--max-total -5EUR", "takes an amount with its currency"],
    ["--max-total 1USD --max-total 2USD", "is given twice for USD"],
    ["--older-than 2d", "--older-than needs --authorized"],
    ["--authorized", "Name orders or use --authorized, not both"],
  ])("%s is exit 2", async (flags, message) => {
    const result = await till.run(`${reset} ${flags} --yes`);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
  });

  test("without --yes and a terminal the error names the flag", async () => {
    const result = await till.run(reset);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("Cannot confirm the capture of 4 orders, 321.00 USD without a terminal");
    expect(result.stderr).toContain("--yes");
  });
});

describe("which orders", () => {
  const files: [name: string, bytes: string, wanted: string[]][] = [
    ["one a line, CRLF and a BOM", "\uFEFF10006\r\n\r\n #10007 \r\n", ["10006", "10007"]],
    [
      "a CSV column, CRLF and a BOM",
      "\uFEFFOrder Number;Total\r\n10006;80\r\n10007;150\r\n",
      ["10006", "10007"],
    ],
    ["one column with a header", "number\n10006\n", ["10006"]],
    ["NDJSON", '{"_kind":"order","number":"10006"}\n{"number":10007}\n', ["10006", "10007"]],
    ["duplicates, once each", "10006\n10007\n10006\n#10007\n", ["10006", "10007"]],
  ];
  test.each(files)("%s", async (_, bytes, expected) => {
    writeFileSync(till.path("ids"), bytes);
    for (const line of [
      "till orders capture --file ids --dry-run",
      "cat ids | till orders capture - --dry-run",
    ]) {
      const output = await till.run(line);
      expect(output.records.map(({ number, result }) => [number, result])).toEqual(
        expected.map((number) => [number, "to_capture"]),
      );
    }
  });

  test("the output of a capture can be piped into another one; ids are case-insensitive", async () => {
    const result = await till.run("till orders capture 10006 --dry-run | till orders void - --dry-run");
    expect(result.results).toEqual({ 10006: "to_void" });
    const id = result.records[0]?.id?.toUpperCase();
    const both = await till.run(`till orders capture ${id} 10006 --dry-run`);
    expect(both.results).toEqual({ 10006: "to_capture" });
    expect(both.stderr).toContain("Duplicates ignored: 1 order.");
  });

  test("--column names the column; a file without a known column is an error with its columns", async () => {
    writeFileSync(till.path("odd.csv"), "shop_order,total\n10006,80\n");
    const rejected = await till.run("till orders capture --file odd.csv --yes");
    expect(rejected.code).toBe(2);
    expect(rejected.stderr).toContain("no column with order ids or numbers");
    expect(await till.run("till orders capture --file odd.csv --column shop_order --dry-run")).toMatchObject({
      results: { 10006: "to_capture" },
    });
  });

  test.each([
    ["UTF-16", Buffer.from("\uFEFF10006\n", "utf16le"), "UTF-16"],
    ["an empty cell", "id,total\n,80\n", "odd, line 2: the cell is empty (column id)"],
    ["other text", "10006\nhello world\n", 'odd, line 2: "hello world" is not an id or number'],
    ["another kind", '{"_kind":"product","id":"x"}\n', 'expected orders, found a record of kind "product"'],
    ["no id", '{"total":1}\n', "the record has no id"],
    ["no such file", undefined, "missing: no such file"],
  ])("%s is exit 2 and nothing sent", async (_, bytes, message) => {
    if (bytes !== undefined) writeFileSync(till.path("odd"), bytes);
    const result = await till.run(
      `till orders capture --file ${bytes === undefined ? "missing" : "odd"} --yes`,
    );
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
  });

  test("nothing to do is an error without --allow-empty", async () => {
    for (const line of ["printf '' | till orders capture -", "printf '\\n\\r\\n' | till orders void -"]) {
      const result = await till.run(`${line} --yes`);
      expect(result.code).toBe(2);
      expect(result.stderr).toContain("--allow-empty");
      expect(await till.run(`${line} --yes --allow-empty`)).toMatchObject({ code: 0, stdout: "" });
    }
    expect(await till.run("till orders capture --yes")).toMatchObject({ code: 2 });
    const old = "till orders capture --authorized --older-than 90d --yes";
    expect(await till.run(old)).toMatchObject({ code: 2 });
    expect(await till.run(`${old} --allow-empty`)).toMatchObject({ code: 0 });
  });

  test("--authorized, --older-than and --expires-before select by the payments, on the sandbox's clock", async () => {
    const found = async (flags: string) =>
      Object.keys((await till.run(`till orders capture --authorized ${flags} --dry-run`)).results).sort();
    expect(await found("")).toEqual(authorized);
    expect(await found("--older-than 2d")).toEqual(["10006", "10007", "10008"]);
    expect(await found("--older-than 2d --expires-before 3d")).toEqual(["10006", "10007"]);
    await withOwnShop(async (own) => {
      await own.till("sandbox clock advance 36h");
      const result = await own.run("till orders capture --authorized --older-than 2d --dry-run");
      expect(result.results).toMatchObject({ 10013: "to_capture" });
    });
  });
});

describe("when the platform fails", () => {
  /** Returns the output of a capture whose next request has a fault. */
  const under = async (
    own: OrdersShop,
    fault: string,
    line = "till orders capture 10006 --yes",
    times = 1,
  ) => {
    expect(await own.till(`sandbox fault ${fault} --route orderBilling --count ${times}`)).toMatchObject({
      code: 0,
    });
    return await own.run(line);
  };

  test.each(["drop-after", "truncate"])(
    "%s: the response is lost, the payment is read back: captured, once",
    async (fault) => {
      await withOwnShop(async (own) => {
        const before = await captures(own);
        expect(await under(own, fault)).toMatchObject({ code: 0, results: { 10006: "captured" } });
        expect(await captures(own)).toBe(before + 1);
      });
    },
  );

  test.each(["drop-before", "500", "503"])(
    "%s: unknown, exit 10, not sent again; the next run captures it",
    async (fault) => {
      await withOwnShop(async (own) => {
        const before = await captures(own);
        const result = await under(own, fault, `${reset} 99999 --yes`);
        expect(result.code).toBe(10);
        expect(Object.values(result.results).sort()).toEqual([
          "captured",
          "captured",
          "captured",
          "not_found",
          "unknown",
        ]);
        expect(await captures(own)).toBe(before + 3);
        expect(await own.run(`${reset} --yes`)).toMatchObject({ code: 0 });
        expect(await captures(own)).toBe(before + 4);
      });
    },
  );

  test("an unknown outcome is settled by till jobs resume", async () => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      expect(await under(own, "drop-before")).toMatchObject({ code: 10 });
      expect(await own.sh("till jobs list --json --fields state")).toMatchObject({
        stdout: expect.stringContaining("unknown"),
      });
      expect(await own.sh("till jobs resume last")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("without a terminal. Nothing was sent."),
      });
      // It prints the same as the first run: a line per order and the totals.
      const result = await own.run("till jobs resume last --yes");
      expect(result).toMatchObject({ code: 0, results: { 10006: "captured" } });
      expect(result.stderr).toMatch(/^Left to capture: 1 order, \d+\.\d\d USD\.$/m);
      expect(result.stderr).toMatch(/^Captured 1 order, \d+\.\d\d USD\.$/m);
      expect(await captures(own)).toBe(before + 1);
      expect((await own.sh("till jobs undo last --yes")).code).toBe(6);
    });
  });

  test("a resumed job names the orders of all runs", async () => {
    await withOwnShop(async (own) => {
      const first = await under(own, "drop-before", `${reset} 99999 --yes`);
      expect(first.code).toBe(10);
      const result = await own.run("till jobs resume last --yes");
      expect(result.results).toEqual({
        10006: "captured",
        10007: "captured",
        10008: "captured",
        10013: "captured",
      });
      expect(result.stderr).toMatch(/^Captured 4 orders, 321\.00 USD\.$/m);
      expect(result.code).toBe(0);
    });
  });

  test("an order that an earlier run has sent is unknown, not unsent, if the resumed run stops before it is read", async () => {
    await withOwnShop(async (own) => {
      expect(await under(own, "drop-before")).toMatchObject({ code: 10 });
      const stopping = new AbortController();
      const onOutput = (text: string) => text.includes("got no response") && stopping.abort("SIGINT");
      const stopped = await own.run("till jobs resume last --yes", { signal: stopping.signal, onOutput });
      expect(stopped).toMatchObject({ code: 10, results: { 10006: "unknown" } });
      expect(stopped.stderr).toContain("The outcome for 80.00 USD is unknown.");
    });
  });

  test("a run that is resumed counts an order without an outcome once", async () => {
    await withOwnShop(async (own) => {
      const line = "till each --sites sandbox --yes -- orders capture 10006 10007";
      expect(await under(own, "drop-before", line)).toMatchObject({ code: 10 });
      expect(await own.till("jobs resume --run last")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Cannot confirm 1 change on 1 site"),
      });
    });
  });

  test.each(["429:1", "503:1"])("%s: the request did not arrive and is sent again", async (fault) => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      expect(await under(own, fault)).toMatchObject({ code: 0, results: { 10006: "captured" } });
      expect(await captures(own)).toBe(before + 1);
    });
  });

  test("permanently unavailable: the run stops, every order has a result, nothing is sent", async () => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      const result = await under(own, "503:1", `${reset} --yes`, 1000);
      expect(result.code).toBe(8);
      expect(Object.values(result.results)).toEqual(["failed", "failed", "failed", "failed"]);
      expect(result.records[0]).toMatchObject({ code: "NOT_SENT" });
      expect(await captures(own)).toBe(before);
    });
  });

  test.each(["drop-before", "drop-after"])(
    "%s, and reading fails, too: unknown, never reported as not sent",
    async (fault) => {
      await withOwnShop(async (own) => {
        // Two reads succeed: that of the plan, and the one right before the request.
        const input = { fault: "500", route: "orderTransactions", skip: 2, times: 100 };
        const set = ["api", "POST", "/__till/faults", "--input", JSON.stringify(input), "--yes"];
        expect(await own.till(set)).toMatchObject({ code: 0 });
        const result = await under(own, fault);
        expect(result).toMatchObject({ code: 10, results: { 10006: "unknown" } });
      });
    },
  );

  test("reading fails permanently: nothing is sent", async () => {
    await withOwnShop(async (own) => {
      await own.till("sandbox fault 500 --route orderTransactions --count 100");
      expect(await own.run("till orders capture 10006 --yes")).toMatchObject({ code: 8, stdout: "" });
    });
  });

  test("concurrent captures give already_captured, a concurrent void gives not_capturable", async () => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      // Two concurrent runs in one process, on one sandbox.
      const runs = await Promise.all([own.run(`${reset} --yes`), own.run(`${reset} --yes`)]);
      expect(runs.map(({ code }) => code)).toEqual([0, 0]);
      for (const number of authorized) {
        const results = runs.map(({ results }) => results[number]);
        expect(results).toContain("captured");
      }
      expect(await captures(own)).toBe(before + 4);
    });
  });

  test("captures several payments of an order in one request", async () => {
    await withOwnShop(async (own) => {
      const before = await captures(own);
      const number = await own.authorized("USD", "12.00", "3.00");
      const result = await own.run(`till orders capture ${number} --max-total 15USD --yes`);
      expect(result.records).toMatchObject([{ result: "captured", amount: "15.00" }]);
      expect(await captures(own)).toBe(before + 2);
    });
  });
});

describe("on GitHub Actions", () => {
  test("the job summary has results and totals, and every failed order has an ::error", async () => {
    const own = createWorld();
    try {
      await own.till("sandbox seed");
      writeFileSync(own.path("ids.txt"), "10006\n99999\n");
      const env = {
        // In CI, changes of the sandbox need its name.
        TILL_PROFILE: "sandbox",
        GITHUB_ACTIONS: "true",
        GITHUB_STEP_SUMMARY: own.path("summary.md"),
        GITHUB_WORKSPACE: own.home,
      };
      const result = await own.till("orders capture --file ids.txt --yes", { env });
      expect(result.code).toBe(9);
      expect(result.stderr).toContain(
        "::error file=ids.txt,line=2::order 99999: not_found, there is no order 99999",
      );
      const summary = readFileSync(own.path("summary.md"), "utf8");
      expect(summary).toContain("### till: capture 2 orders");
      expect(summary).toContain("| captured | 1 | 80.00 USD |");
    } finally {
      own.close();
    }
  });
});

test("Ctrl-C finishes requests in flight, reports the rest as not sent and exits with 130", async () => {
  const world = createWorld();
  expect(await world.till("sandbox seed --orders 40")).toMatchObject({ code: 0 });
  const stop = new AbortController();
  let sent = 0;
  const { code, stdout } = await world.till("orders capture --authorized --yes --quiet --json", {
    signal: stop.signal,
    onRequest({ name }) {
      if (name === "orderBilling.capture" && ++sent === 5) stop.abort("SIGINT");
    },
  });
  expect(code).toBe(130);
  const { items } = JSON.parse(stdout) as { items: { result: string }[] };
  const captured = items.filter(({ result }) => result === "captured");
  expect(sent).toBeLessThan(40);
  expect([captured.length, items.length]).toEqual([sent, 40]);
  expect(items.filter(({ result }) => result === "failed")).toHaveLength(40 - sent);
  const rest = await world.till("orders capture --authorized --yes --quiet --json");
  expect(JSON.parse(rest.stdout).items).toHaveLength(40 - sent);
});
