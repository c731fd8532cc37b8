import { expect, test } from "vitest";
import { UsageError } from "../../src/kernel/errors.ts";
import { createActivity } from "../../src/output/activity.ts";
import { columnsOf, detailColumns } from "../../src/output/field.ts";
import { checkFieldPaths, parseFields, pick } from "../../src/output/fields.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { type ListView, printRecord, renderList, renderRecord } from "../../src/output/render.ts";
import type { OutputFormat } from "../../src/output/streams.ts";

interface Product {
  id: string;
  name: string;
  price?: { amount: number; currency: string };
  variants?: { sku: string; stock: number }[];
}

const cup: Product = {
  id: "1",
  name: "Cup",
  price: { amount: 4.5, currency: "USD" },
  variants: [
    { sku: "C-1", stock: 2 },
    { sku: "C-2", stock: 0 },
  ],
};
const pot: Product = { id: "2", name: "=Pot\u001b[1m" };
const columns = columnsOf<Product>({
  name: {},
  price: {
    path: "price.amount",
    value: ({ price }) => (price ? `${price.amount} ${price.currency}` : ""),
    as: "money",
  },
});

async function list(format: OutputFormat, more: Partial<ListView<Product>> = {}, isTTY = false) {
  const streams = memoryStreams({ isTTY });
  const count = await renderList({ streams, format, kind: "product", columns, rows: [cup, pot], ...more });
  return { ...streams.text, stdout: streams.text.stdout, stderr: streams.text.stderr, count };
}

test("prints a list in every format", async () => {
  expect((await list("table")).stdout).toBe("Cup\t4.5 USD\n=Pot␛[1m\t\n");
  expect((await list("table", {}, true)).stdout).toBe(
    "NAME        PRICE\nCup       4.5 USD\n=Pot␛[1m         \n".replace(/ +\n$/, "         \n"),
  );
  expect(JSON.parse((await list("json", { total: 2 })).stdout)).toEqual({
    items: [
      { _kind: "product", ...cup },
      { _kind: "product", ...pot },
    ],
    total: 2,
  });
  expect((await list("ndjson")).stdout.split("\n")[1]).toBe(
    '{"_kind":"product","id":"2","name":"=Pot\\u001b[1m"}',
  );
  expect((await list("yaml")).stdout).toMatch(/^items:\n- _kind: product\n {2}id: "1"\n/);
  expect((await list("csv")).stdout).toBe("name,price\nCup,4.5\n'=Pot\u001b[1m,\n");
  expect((await list("csv", { raw: true }, true)).stdout).toBe("name,price\nCup,4.5\n=Pot␛[1m,\n");
});

test("--fields selects, in every format", async () => {
  const fields = "id,variants.sku";
  expect((await list("ndjson", { fields })).stdout).toBe(
    '{"_kind":"product","id":"1","variants":[{"sku":"C-1"},{"sku":"C-2"}]}\n{"_kind":"product","id":"2","variants":null}\n',
  );
  expect((await list("csv", { fields })).stdout).toBe('id,variants.sku\n1,"C-1, C-2"\n2,\n');
  expect((await list("table", { fields })).stdout).toBe("1\tC-1, C-2\n2\t\n");
  expect((await list("table", { fields: "price.amount" })).stdout).toBe("4.5\n\n");
  expect((await list("table", { fields: "price" })).stdout).toBe("4.5\n\n");
  expect((await list("table", { fields: "price" }, true)).stdout).toBe("  PRICE\n4.5 USD\n       \n");
  expect((await list("ndjson", { fields: "price,name" })).stdout).toBe(
    '{"_kind":"product","price":4.5,"name":"Cup"}\n{"_kind":"product","price":null,"name":"=Pot\\u001b[1m"}\n',
  );
});

test("rejects an unknown field before printing", async () => {
  const streams = memoryStreams();
  const view = {
    streams,
    format: "json",
    kind: "product",
    columns,
    paths: ["id", "name", "price", "variants.sku"],
    rows: [cup],
  } as const;
  const error = await renderList({ ...view, fields: "id,nmae" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: 'Unknown field "nmae". Did you mean "name"?',
    exitCode: 2,
    field: "--fields",
  });
  expect(streams.text.stdout).toBe("");
  await expect(renderList({ ...view, fields: "price.amount,variants" })).resolves.toBe(1);
});

test("reports a field that no row has if the fields are not declared", async () => {
  const { stderr } = await list("json", { fields: "id,nmae,price" });
  expect(stderr).toBe('No row has a value at "nmae". Did you mean "name"?\n');
  expect((await list("json", { fields: "nmae", quiet: true })).stderr).toBe("");
});

test("reports an empty list on stderr and keeps stdout valid", async () => {
  expect(await list("table", { rows: [], empty: "No product matches." })).toMatchObject({
    stdout: "",
    stderr: "No product matches.\n",
  });
  expect(await list("table", { rows: [], quiet: true })).toMatchObject({ stdout: "", stderr: "" });
  expect(await list("json", { rows: [] })).toMatchObject({ stdout: '{"items":[]}\n', stderr: "" });
  expect((await list("csv", { rows: [] })).stdout).toBe("name,price\n");
});

test("reports a next page of a table on stderr", async () => {
  const more = "There are more: use --all.";
  expect((await list("table", { more, next: () => "offset 2" })).stderr).toBe(`${more}\n`);
  expect((await list("table", { more, next: () => undefined })).stderr).toBe("");
  expect((await list("json", { more, next: "offset 2" })).stderr).toBe("");
});

test("prints a record in every format", async () => {
  const record = async (format: OutputFormat, isTTY = false, fields?: string) => {
    const streams = memoryStreams({ isTTY });
    const details = [
      ...columns,
      ...detailColumns<Product>({
        sizes: { value: ({ variants = [] }) => variants.map(({ sku }) => sku).join("\n") },
      }),
    ];
    await renderRecord({ streams, format, kind: "product", columns: details, record: cup, fields });
    return streams.text.stdout;
  };
  expect(await record("table", true)).toBe("NAME   Cup\nPRICE  4.5 USD\nSizes  C-1\n       C-2\n");
  expect(await record("table")).toBe("NAME\tCup\nPRICE\t4.5 USD\nSizes\tC-1␊C-2\n");
  expect(JSON.parse(await record("json"))).toEqual({ _kind: "product", ...cup });
  expect((await record("json")).split("\n")).toHaveLength(2);
  expect((await record("json", true)).split("\n").length).toBeGreaterThan(5);
  expect(await record("json", false, "price.currency")).toBe(
    '{"_kind":"product","price":{"currency":"USD"}}\n',
  );
  expect(await record("yaml", false, "id")).toBe('_kind: product\nid: "1"\n');
  expect(await record("csv")).toBe('name,price,sizes\nCup,4.5,"C-1\nC-2"\n');
});

test("parses, picks and checks fields", () => {
  expect(parseFields(" id, price.amount ,id")).toEqual(["id", "price.amount"]);
  for (const bad of ["", "id,", "a..b", ".a"]) expect(() => parseFields(bad)).toThrow(UsageError);
  expect(pick(cup, ["price.currency", "id", "price.amount", "nothing.here"])).toEqual({
    price: { currency: "USD", amount: 4.5 },
    id: "1",
    nothing: null,
  });
  expect(pick(cup, ["price", "price.amount"])).toEqual({ price: cup.price });
  expect(() => checkFieldPaths(["price.amount"], ["price"])).not.toThrow();
  expect(() => checkFieldPaths(["pricey"], ["price"])).toThrow('Did you mean "price"?');
});

test("treats fields with names of Object members as data", () => {
  const evil = JSON.parse('{"__proto__":{"polluted":1},"id":"1"}');
  expect(JSON.stringify(pick(evil, ["__proto__.polluted", "constructor.name", "id"]))).toBe(
    '{"__proto__":{"polluted":1},"constructor":null,"id":"1"}',
  );
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("the activity line of a list estimates the time from the rows that are expected", async () => {
  const shown: string[] = [];
  let now = 0;
  const activity = createActivity({
    write: (text) => void shown.push(text),
    columns: () => 80,
    now: () => now,
  });
  const rows = async function* () {
    for (let at = 0; at < 40; at++) {
      now += 500;
      yield cup;
    }
  };
  const streams = { ...memoryStreams(), activity };
  await renderList({
    streams,
    format: "ndjson",
    kind: "product",
    columns,
    rows: rows(),
    expected: () => 100,
  });
  expect(shown.join("\n")).toMatch(/Reading… 20 of 100 rows, 2\/s, 10 s.*40 s left/);
});

test("a record as CSV has the values of its fields, or by label the texts that people read", async () => {
  const csv = async (byLabel?: true) => {
    const streams = memoryStreams({});
    const fields = { name: {}, price: { path: "price.amount", value: () => "19.00 USD" } };
    await printRecord({ streams, format: "csv" }, cup, { kind: "product", fields, byLabel });
    return streams.text.stdout.split("\n")[0];
  };
  expect(await csv()).toBe("name,price");
  expect(await csv(true)).toBe("Name,Price");
});
