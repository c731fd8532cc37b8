import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { createWorld, type World } from "../../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  await seeded.till("sandbox seed demo");
  await seeded.till([
    "products",
    "update",
    "stoneware-mug",
    "--set",
    `name=${hostile}`,
    "--set",
    "ribbon=-5",
    "--yes",
  ]);
  return () => seeded.close();
});

const hostile = '=HYPERLINK("//x.test")<script>&';

function openShop(): World {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  return world;
}

const update = "products update stoneware-mug --set price=+10% --set ribbon=+1 --dry-run --quiet --diff";
const read = (world: World, name: string) => readFileSync(world.path(name), "utf8");

/** The changes by the names of the columns. */
const expected = [
  {
    sku: "MUG",
    name: hostile,
    variant: "",
    action: "update",
    field: "price",
    before: "24.00",
    after: "26.40",
    percent: "10",
  },
  {
    sku: "MUG",
    name: hostile,
    variant: "",
    action: "update",
    field: "ribbon",
    before: "-5",
    after: "+1",
    percent: "",
  },
  {
    sku: "MUG-MOSS",
    name: hostile,
    variant: "Moss",
    action: "update",
    field: "price",
    before: "26.50",
    after: "29.15",
    percent: "10",
  },
];

test("CSV has a row for every value; text is no formula, numbers stay numbers", async () => {
  const world = openShop();
  const { code, stderr } = await world.till(update.replace("--quiet ", "").concat(" changes.csv"));
  expect([code, stderr]).toEqual([0, expect.stringContaining("3 changed values written to changes.csv.")]);
  const [header, first, second] = read(world, "changes.csv").split("\n");
  expect(header).toBe("sku,name,variant,action,field,before,after,percent,id,source");
  expect(first).toMatch(/^MUG,"'=HYPERLINK\(""\/\/x\.test""\)<script>&",,update,price,24\.00,26\.40,10,/);
  expect(second).toContain("ribbon,-5,+1,");
});

const inExcel = ({ before, after }: { before: string; after: string }) => ({
  before: before.replace("24.00", "24").replace("26.50", "26.5"),
  after: after.replace("26.40", "26.4"),
});

test("a workbook holds the same values", async () => {
  const world = openShop();
  await world.till(`${update} changes.xlsx`);
  const { rows } = await readTable(createReadStream(world.path("changes.xlsx")), { name: "changes.xlsx" });
  const found = [];
  for await (const { cells } of rows) found.push(cells);
  expect(found).toMatchObject(expected.map((one) => ({ ...one, ...inExcel(one) })));
});

test("JSON and NDJSON have the plan and every change, as the output of a dry run does", async () => {
  const world = openShop();
  await world.till(`${update} changes.json`);
  await world.till(`${update} changes.ndjson`);
  const plan = JSON.parse(read(world, "changes.json"));
  expect(plan).toMatchObject({ _kind: "plan", rows: 1, steps: 2 });
  expect(plan.changes).toMatchObject(
    expected.map(({ variant, percent, ...one }) => ({
      ...one,
      variant: variant || null,
      percent: percent === "" ? null : Number(percent),
    })),
  );
  const [head, ...lines] = read(world, "changes.ndjson").trimEnd().split("\n");
  expect(JSON.parse(head ?? "")).toEqual({ ...plan, changes: undefined });
  expect(lines.map((line) => JSON.parse(line))).toEqual(plan.changes);
  const printed = update.replace(" --diff", "");
  expect((await world.till(`${printed} --json`)).stdout).toBe(read(world, "changes.json"));
  expect((await world.till(`${printed} --output ndjson`)).stdout).toBe(read(world, "changes.ndjson"));
  const two = JSON.parse((await world.till(`${printed} --json --fields sku,after`)).stdout);
  expect(two.changes[0]).toEqual({ _kind: "change", sku: "MUG", after: "26.40" });
  expect((await world.till(`${printed} --json --fields skew`)).stderr).toContain("Fields are: sku, name");
});

test("HTML needs no other file, escapes text and marks values by elements and columns", async () => {
  const world = openShop();
  await world.till(`${update} changes.html`);
  const page = read(world, "changes.html");
  expect(page).toContain("=HYPERLINK(&#34;//x.test&#34;)&#60;script&#62;&#38;");
  expect(page).not.toMatch(/<link|<img|src=|href=|url\(|@import/);
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page) ?? [];
  const script = page.split(/<\/?script>/)[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  expect(policy).toBe(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toMatch(/<html lang="en">/);
  expect(page.match(/<th scope="col">/g)).toHaveLength(8);
  expect(page).toContain(
    "<td>Moss</td><td>update</td><td>price</td><td><del>26.50</del></td><td><ins>29.15</ins></td><td>+10%</td>",
  );
});

test("a plan without changes gives a file without changes", async () => {
  const world = openShop();
  for (const name of ["no.csv", "no.json", "no.html"])
    await world.till(`products update stoneware-mug --set price=24 --variants leave --yes --diff ${name}`);
  expect(read(world, "no.csv").split("\n")).toEqual([expect.stringContaining("sku,name"), ""]);
  expect(JSON.parse(read(world, "no.json")).changes).toEqual([]);
  expect(read(world, "no.html")).toContain("Nothing changes.");
});

test.each(["changes.txt", "changes", "-", "changes.xls"])(
  "%s is refused before any request",
  async (name) => {
    const world = openShop();
    let requests = 0;
    const { code, stderr } = await world.till(`products delete stoneware-mug --yes --diff ${name}`, {
      onRequest: () => {
        requests += 1;
      },
    });
    expect([code, requests]).toEqual([2, 0]);
    expect(stderr).toContain("its extension is not one of .csv, .xlsx, .json, .ndjson, .html.");
  },
);

test("a file that cannot be written ends the command before anything is sent", async () => {
  const world = openShop();
  const { code, stderr } = await world.till("products delete stoneware-mug --yes --diff missing/changes.csv");
  expect([code, stderr]).toEqual([2, expect.stringContaining("its directory does not exist")]);
  expect((await world.till("products get stoneware-mug")).code).toBe(0);
  expect((await world.till("jobs list --fields command")).stdout).not.toContain("delete");
});

test("every bulk command writes exactly the changes that it makes", async () => {
  const world = openShop();
  const changes = (name: string) => JSON.parse(read(world, name)).changes as Record<string, unknown>[];
  const run = async (line: string) => expect([line, (await world.till(line)).code]).toEqual([line, 0]);

  await run("products update serving-bowl --set price=70 --yes --diff update.json");
  expect(changes("update.json")).toMatchObject([
    { sku: "BOWL-S", field: "price", before: "68", after: "70" },
  ]);
  await run("jobs undo last --yes --diff undo.json");
  expect(changes("undo.json")).toMatchObject([{ sku: "BOWL-S", field: "price", before: "70", after: "68" }]);
  await run("products update serving-bowl --set price=71 --plan-out plan.ndjson --diff planned.json");
  await run("apply plan.ndjson --yes --diff applied.json");
  expect(changes("applied.json")).toEqual(changes("planned.json"));
  await run("products export shop.csv --format till");
  await run("products delete serving-bowl --yes --diff delete.json");
  expect(changes("delete.json")).toMatchObject([
    { sku: "BOWL-S", name: "Serving Bowl", action: "delete", field: "" },
  ]);
  await run("products import shop.csv --yes --diff import.json");
  const created = changes("import.json").filter(({ name }) => name === "Serving Bowl");
  expect(created).toContainEqual(expect.objectContaining({ action: "create", field: "price", after: "71" }));
  expect(created).toContainEqual(expect.objectContaining({ action: "create", field: "stock", after: 5 }));
  await run("orders capture --authorized --yes --diff capture.json");
  expect(changes("capture.json")[0]).toMatchObject({ action: "capture", field: "payment" });
  await run("orders update 10001 --set 'tags += VIP' --yes --diff tags.json");
  expect(changes("tags.json")).toMatchObject([{ name: "10001", field: "tags", before: [], after: ["VIP"] }]);
  await run("events delete kiln-sale --yes --diff event.html");
  expect(read(world, "event.html")).toContain("<td>delete</td>");
});

test("a dry run of resume shows and writes the changes that are left", async () => {
  const world = openShop();
  await world.till("sandbox fault 429:0 --route products.update --count 1000");
  expect((await world.till("products update serving-bowl --set price=70 --yes")).code).toBe(7);
  const { code, stdout } = await world.till("jobs resume last --dry-run --diff left.json");
  expect([code, stdout]).toEqual([0, expect.stringContaining("Serving Bowl\tprice\t68.00\t70.00 USD")]);
  expect(JSON.parse(read(world, "left.json")).changes).toMatchObject([{ sku: "BOWL-S", after: "70" }]);
});
