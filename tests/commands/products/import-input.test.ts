import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { handmade } from "../../files/xlsx/handmade.ts";
import { createWorld, type World } from "../../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  await seeded.till("sandbox seed demo");
  return () => seeded.close();
});

function openShop(): World {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  return world;
}

test("a file with a header and no rows is an error unless that is allowed", async () => {
  const world = openShop();
  writeFileSync(world.path("empty.csv"), "handle,kind,price\n");
  const { code, stderr } = await world.till("products import empty.csv --yes");
  expect([code, stderr]).toEqual([2, expect.stringContaining("empty.csv: the file has no rows.")]);
  expect(stderr).toContain("--allow-empty");
  expect((await world.till("products import empty.csv --yes --allow-empty")).code).toBe(0);
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
  writeFileSync(world.path("events.csv"), "title,start,end,timeZone\n");
  expect((await world.till("events import events.csv --yes")).stderr).toContain(
    "events.csv: the file has no rows.",
  );
});

test("stdin without a writer ends after --timeout", async () => {
  const world = openShop();
  async function* nothing(): AsyncGenerator<string> {
    await new Promise(() => {});
  }
  const { code, stderr } = await world.till("products import - --yes --timeout 500ms", { typing: nothing() });
  expect([code, stderr]).toEqual([2, expect.stringContaining("stdin: no data for 1 s. Nothing was sent.")]);
});

test.each([
  ["--header-row 3", "handle,kind,Bild,prise", 'line 3, column 4 (prise): "prise" is not a column'],
  ["", "handle,kind,Bild,prise", 'line 3, column 4 (prise): "prise" is not a column'],
  ["", "handle,kind,Bild,price,handle", "line 3, column 5 (handle): duplicate column name (also column 1)."],
  ["--format wix", "fieldType,Bild,name", 'line 3: the column "handleId" or "handle" is missing.'],
  ["--format wix", "handle,Bild,name", 'line 3: the column "fieldType" is missing.'],
  ["--key sku", "sku,Bild,prise", 'line 3, column 3 (prise): unknown column: "prise"'],
  ["--key sku", "Bild,price", 'line 3: the column "sku" is missing.'],
  ["--key sku", "sku,Bild", 'line 3: there is nothing to import besides the column "sku".'],
  ["--key sku", "sku,Bild,stock,qty", 'line 3, column 4 (qty): "stock" and "qty" are both stock.'],
])(
  "errors in a header have its line, and its columns as in the file: %s %s",
  async (flags, header, message) => {
    const world = openShop();
    const title = flags.includes("--header-row") ? "Preise 2026,,,\n" : "\n";
    writeFileSync(world.path("shop.csv"), `${title}\n${header}\n`);
    const { code, stderr } = await world.till(`products import shop.csv --dry-run --map Bild=- ${flags}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`shop.csv, ${message}`)]);
  },
);

test("German numbers are read if a flag says so, and the error names the flag", async () => {
  const world = openShop();
  writeFileSync(world.path("de.csv"), 'handle,kind,price\nstoneware-mug,product,"1.234,50"\n');
  const plain = await world.till("products import de.csv --dry-run");
  expect([plain.code, plain.stderr]).toEqual([
    2,
    expect.stringContaining('pass --decimal "," --thousands "."'),
  ]);
  const half = await world.till("products import de.csv --dry-run --decimal ,");
  expect([half.code, half.stderr]).toEqual([
    2,
    expect.stringContaining('If "." separates thousands, pass --thousands ".".'),
  ]);
  for (const flags of ["--decimal , --thousands .", "--excel de"]) {
    const { code, stdout } = await world.till(`products import de.csv --dry-run ${flags} --json`);
    expect([code, JSON.parse(stdout).changes[0].after]).toEqual([0, "1234.50"]);
  }
  writeFileSync(world.path("bad.csv"), 'handle,kind,price\nstoneware-mug,product,"12.34,5"\n');
  expect((await world.till("products import bad.csv --dry-run --excel de")).code).toBe(2);
});

test("the proposed marks of numbers differ, whatever the country is", async () => {
  const world = openShop();
  writeFileSync(world.path("en.csv"), "sku,price\nMUG-OAT,12.50\n");
  const german = await world.till("products import en.csv --key sku --excel de --dry-run");
  expect(german.code).toBe(2);
  expect(german.stderr).toMatch(
    /To import it: till products import en.csv --key sku --dry-run --decimal \.$/m,
  );
});

test("resume says that the input file was changed and which lines the job does not have", async () => {
  const world = openShop();
  const header = "handle,kind,price";
  const rows = ["stoneware-mug,product,31", "serving-bowl,product,71"];
  writeFileSync(world.path("shop.csv"), [header, ...rows, ""].join("\n"));
  await world.till("sandbox fault 429:0 --route products.update --count 1000");
  expect((await world.till("products import shop.csv --yes")).code).toBe(7);
  await world.till("sandbox fault --clear");
  writeFileSync(world.path("shop.csv"), [header, rows[0], "wool-throw,product,9", ""].join("\n"));
  const { code, stderr } = await world.till("jobs resume last --yes");
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(
      "shop.csv was changed after this job read it. The job continues with its own copy. Not in this job: 1 changed line (3); import the file again for them.",
    ),
  ]);
  expect((await world.till("products get serving-bowl --json --fields price")).stdout).toContain("71");
});

test.each([
  [
    "products import",
    ["stoneware-mug", "serving-bowl", "wool-throw"].map((slug) => ({ slug, ribbon: "New" })),
  ],
  ["products import --key sku", ["MITT", "BOWL-S", "WRAP"].map((sku) => ({ sku, price: 7 }))],
  ["products stock import", ["MITT", "BOWL-S", "WRAP"].map((sku) => ({ _kind: "stock", sku, stock: 7 }))],
  [
    "events import",
    ["raku-night", "kiln-sale", "evening-throwing"].map((slug) => ({
      _kind: "event",
      seoSettings: { slug },
      title: "A",
    })),
  ],
])("resume of till %s names the changed lines of a file of records", async (command, records) => {
  const world = openShop();
  const write = (...rows: unknown[]) =>
    writeFileSync(world.path("list.ndjson"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const [first, second, third] = records;
  write(first, second);
  await world.till("sandbox fault 429:0 --count 1000 --route update");
  const line = command.replace("import", "import list.ndjson");
  expect(await world.till(`${line} --yes`)).toMatchObject({ code: 7 });
  await world.till("sandbox fault --clear");
  write(first, third);
  const { code, stderr } = await world.till("jobs resume last --yes");
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("Not in this job: 1 changed line (2); import the file again for them."),
  ]);
});

test("resume reads a changed workbook with the decimal sign of the job", async () => {
  const world = openShop();
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const write = async (...prices: string[]) => {
    const rows = ["MITT", "BOWL-S"].map((sku, index) => {
      const line = index + 2;
      return `<row r="${line}">${text(`A${line}`, sku)}<c r="B${line}"><v>${prices[index]}</v></c></row>`;
    });
    const head = `<row r="1">${text("A1", "sku")}${text("B1", "price")}</row>`;
    writeFileSync(world.path("list.xlsx"), await handmade([{ name: "Preise", rows: head + rows.join("") }]));
  };
  await write("20.5", "71.25");
  await world.till("sandbox fault 429:0 --route products.update --count 1000");
  await world.till("products import list.xlsx --key sku --decimal , --yes");
  await world.till("sandbox fault --clear");
  await write("20.5", "72.25");
  expect((await world.till("jobs resume last --yes")).stderr).toContain(
    "Not in this job: 1 changed line (3); import the file again for them.",
  );
});

test.each([
  ["handle,variant,price,ribbon", "stoneware-mug,Oat,29,", "stoneware-mug,,"],
  [
    "handle,kind,option1Name,option1Choices,ribbon",
    "stoneware-mug,variant,Colour,Oat,",
    "stoneware-mug,product,(keep),(keep)",
  ],
])(
  "a problem of a product names its own row, also behind one of its variants: %s",
  async (header, variant, product) => {
    const world = openShop();
    const rows = [header, variant, `${product},${"n".repeat(60)}`, ""];
    writeFileSync(world.path("list.csv"), rows.join("\n"));
    const { code, stderr } = await world.till("products import list.csv --dry-run");
    expect([code, stderr]).toEqual([2, expect.stringContaining("list.csv:3, ribbon: has 60 characters")]);
  },
);

test("the cells of a .tsv file are separated by tabs, unless a delimiter is named", async () => {
  const world = openShop();
  const headOf = async (flags: string) => {
    expect((await world.till(`products export shop.tsv --fields handle,name,price ${flags}`)).code).toBe(0);
    return readFileSync(world.path("shop.tsv"), "utf8").split("\n").slice(0, 2);
  };
  expect(await headOf("--delimiter ;")).toEqual(["handle;variant;name;price", expect.stringContaining(";;")]);
  expect((await headOf("--excel de"))[0]).toBe("\uFEFFhandle\tvariant\tname\tprice");
  expect((await headOf(""))[0]).toBe("handle\tvariant\tname\tprice");
  expect(await world.till("products import shop.tsv --dry-run")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0 to change, 24 unchanged"),
  });
});

test("products are found by ids in capitals", async () => {
  const world = openShop();
  const { id } = JSON.parse((await world.till("products get serving-bowl --json --fields id")).stdout);
  const capitals = id.toUpperCase();
  expect((await world.till(`products get ${capitals} --fields handle`)).stdout).toBe(
    "handle\tserving-bowl\n",
  );
  writeFileSync(world.path("list.csv"), `id,price\n${capitals},70\n`);
  writeFileSync(
    world.path("till.csv"),
    `handle,kind,id,name,price\nserving-bowl,product,${capitals},Serving Bowl,70\n`,
  );
  for (const line of [
    `products update ${capitals} --set price=70`,
    "products import list.csv --key id",
    "products import till.csv",
  ]) {
    const { code, stdout } = await world.till(`${line} --dry-run --json`);
    const [change] = JSON.parse(stdout).changes;
    expect([line, code, change]).toEqual([
      line,
      0,
      expect.objectContaining({ id, before: "68", after: "70" }),
    ]);
  }
});
