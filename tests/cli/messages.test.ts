import { symlinkSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { toolVersion } from "../../src/kernel/version.ts";
import { createWorld } from "../support/world.ts";

const world = createWorld();
beforeAll(() => () => world.close());

test("a flag that other commands of the group have is found there", async () => {
  const { code, stderr } = await world.till("orders list --per order");
  expect(code).toBe(2);
  expect(stderr).toContain('Unknown option "--per".');
  expect(stderr).toMatch(/These commands have --per: .*till orders export/);
  expect((await world.till("orders list --nosuch")).stderr).not.toContain("These commands");
});

test("a field that is typed as a flag of an update is set with --set", async () => {
  const { code, stderr } = await world.till("products update mug --brand Kiln");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("Fields are set with --set brand=VALUE."),
  });
});

test("a flag that takes no value says so, and is not called unknown", async () => {
  const { code, stderr } = await world.till("products list --all=1");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "error: --all takes no value.\n  Write --all, or leave it out.\n",
  });
});

test.each([
  ["products updaet oven-mitt --set price=+1", '"till products updaet". Did you mean update?'],
  ["produtcs update oven-mitt --set price=+1", '"till produtcs". Did you mean products?'],
  ["products show mug", '"till products show". Did you mean get?'],
  ["profiles add shop", '"till profiles add". Did you mean create?'],
  ["discounts rm Spring", '"till discounts rm". Did you mean delete?'],
  ["schedule pase --name x", '"till schedule pase". Did you mean pause?'],
  ["undo last", '"till undo". Did you mean jobs undo?'],
  ["capture --authorized", '"till capture". Did you mean orders capture?'],
  ["orders drafts ad last --price 18", '"till orders drafts ad". Did you mean add?'],
])("%s: the command is unknown, not its flags", async (line, message) => {
  expect(await world.till(line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Unknown command ${message}`),
  });
});

test.each(["each --sites all products update --all", "schedule create --name x backup --yes"])(
  "%s: the command to run stands behind two dashes",
  async (line) => {
    expect(await world.till(line)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(" … -- COMMAND"),
    });
  },
);

test.each(["--json --version", "products list -V"])("%s prints the version", async (line) => {
  expect(await world.till(line)).toMatchObject({ code: 0, stdout: `${toolVersion}\n` });
});

test.each([
  ["help guide notfications", "Did you mean notifications?"],
  ["config set keepJobs 1h", "keepJobs must be a duration of at least a day, such as 90d, not"],
  ["each --site shop.csv -- products list", "--site names one site. Did you mean --sites shop.csv?"],
])("%s is explained", async (line, message) => {
  expect(await world.till(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test("an order is named by its number", async () => {
  await world.till("sandbox seed demo");
  const { code, stderr } = await world.till("orders cancel 10007 --yes");
  expect(code).toBe(6);
  expect(stderr).toContain("Order 10007 has an authorized payment");
});

test("a report that cannot be written is an error before anything is sent; later, the result is printed first", async () => {
  writeFileSync(world.path("prices.csv"), "sku,price\nMUG-OAT,26\n");
  const line = "products import prices.csv --key sku --yes --report";
  expect(await world.till(`${line} none/x.csv`)).toMatchObject({ code: 2, stdout: "" });
  symlinkSync("/dev/full", world.path("full.csv"));
  const late = await world.till(`${line} full.csv`);
  expect(late).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Job \w+: 1 product, 1 ok\.\n$/) });
  expect(late.stderr).toContain("Undo with: till jobs undo");
  expect(late.stderr).toContain("full.csv cannot be written: the disk is full.");
});

test.each(["--plan-out none/x.ndjson", "--diff none/x.html"])(
  "a file of a plan that cannot be written is an error before it is planned: %s",
  async (flag) => {
    const sent: string[] = [];
    const line = `products update wool-throw --set price=300 --dry-run ${flag}`;
    const onRequest = ({ name }: { name: string }) => sent.push(name);
    expect(await world.till(line, { onRequest })).toMatchObject({ code: 2, stdout: "" });
    expect(sent).not.toContain("products.query");
  },
);

test("a request id is printed once", async () => {
  await world.till("sandbox fault truncate");
  const { stderr } = await world.till("products list");
  const [id = ""] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stderr) ?? [];
  expect(stderr.split(id)).toHaveLength(2);
});

test("a redirect says that till does not follow it", async () => {
  await world.till("sandbox fault redirect");
  const { code, stderr } = await world.till("products list");
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: The platform redirected the request to https:\/\/elsewhere\.invalid \(HTTP 307\)\./,
  );
});

test.each([
  "copy pull NAME",
  "products export NAME.csv",
  "products import NAME.csv",
  "products update wool-throw --set price=300 --plan-out NAME",
])("a path that the system refuses is not a bug in till: %s", async (line) => {
  const name = "x".repeat(300);
  const { code, stderr } = await world.till(line.replace("NAME", name));
  expect([1, 2]).toContain(code);
  expect(stderr).toMatch(/name(?: is)? too long/);
  expect(stderr).not.toContain("bug");
});

test("a file in the place of the folder of till's files is named", async () => {
  const file = world.path("file");
  writeFileSync(file, "");
  const { code, stderr } = await world.till("products list", { env: { TILL_HOME: file } });
  expect(code).toBe(1);
  expect(stderr).toContain(`${file} is a file\n`);
  expect(stderr).toContain("If TILL_HOME is set, it has to be a folder.");
});

test.each([
  [
    `discounts create --name Many --percent 10${" --product oven-mitt".repeat(51)}`,
    "A rule names at most 50 products.",
  ],
  ["events count --filter 'title contains Raku'", "The platform does not support this filter for counting."],
  ["cart update --geocode 1,2", "--geocode needs a shipping address."],
  ["cart update --vat-id XX:1", '--vat-id takes CPF:… or CNPJ:…, not "XX:1".'],
  [`cart note ${"x".repeat(1001)}`, "The note has 1001 characters; the limit is 1000."],
  ["products list --deadline 21d", 'Invalid value "21d" for --deadline: expected up to 20 days.'],
  [
    "products import x.csv --save-map foo",
    "--save-map saves --map and the flags about the file, which are missing.",
  ],
  ["products import x.csv --save-map a/b --map a=sku", '"a/b" is not a name for a mapping.'],
  ["events update raku-night", "Nothing to change."],
  [
    "events create --title X --start 2030-05-01T10:00Z --online --venue Studio",
    "--online cannot be combined with a venue.",
  ],
  [
    "events create --title X --start 2030-05-01T10:00Z --type external --online",
    "--type external requires --url.",
  ],
  [
    "account register --email a@example.com --custom x",
    'Invalid value "x" for --custom: expected name=value.',
  ],
  ["jobs move --to sqlite", "Name the jobs to move, or add --all."],
  ["jobs watch x --run y", "Give a job or --run, not both."],
  ["orders fulfill --tracking X", "No order given."],
  [
    "orders fulfill 10014 10013 --tracking X",
    "--tracking is for one order. For several, give a file with --file.",
  ],
])("%s is refused before anything is sent", async (line, message) => {
  if (line.startsWith("cart")) await world.till("cart add --custom Tour --price 5");
  const sent: string[] = [];
  const { code, stderr } = await world.till(line, {
    onRequest: ({ effect, name = "" }) => effect !== "read" && sent.push(name),
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(sent).toEqual([]);
});
