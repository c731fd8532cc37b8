import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Product } from "../../src/api/services/products.ts";
import { acceptEdits } from "../support/snapshots.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let flagged: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const catalogDomains = "--only products,collections,inventory";

/** Adds a profile with an empty sandbox of its own. */
async function emptyShop(name: string, catalog: "v1" | "v3"): Promise<void> {
  await world.till(`profiles create ${name} --platform sandbox`);
  if (catalog === "v1") return;
  await world.till(`sandbox seed 1 --catalog v3 --profile ${name}`);
  await world.till(`products delete --all --expect 1 --yes --profile ${name}`);
  const { stdout } = await world.till(`collections list --profile ${name} --output ndjson`);
  for (const line of stdout.split("\n").filter(Boolean)) {
    const { id, slug } = JSON.parse(line) as { id: string; slug: string };
    if (slug !== "all-products") await world.till(`collections delete ${id} --yes --profile ${name}`);
  }
}

interface Item {
  kind: string;
  key: string;
  change: string;
  field: string | null;
}

async function diffOf(one: string, other: string): Promise<Item[]> {
  const { stdout, stderr } = await world.till(`copy diff ${one} ${other} ${catalogDomains} --json`);
  expect(stderr).not.toContain("error");
  return (JSON.parse(stdout) as { items: Item[] }).items;
}

async function promote(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const result = await world.till(
    `copy promote ${line} ${line.includes("--only") ? "" : catalogDomains} --yes`,
  );
  expect(result).toMatchObject({ code: 0 });
  return result;
}

const textFields = ["customTextFields[For whom?]", "customTextFields[Message on the card]"];

// `lost`: what the demo shop has and the API of the other catalog cannot write.
describe.each([
  ["v1", "v1", ["readOnly.digitalFile", ...textFields]],
  ["v1", "v3", ["readOnly.digitalFile"]],
  ["v3", "v1", textFields],
  ["v3", "v3", []],
] as const)("%s to an empty %s", (from, to, lost) => {
  test("leaves only the listed differences, and nothing to promote again", async () => {
    await world.till(`sandbox seed demo --catalog ${from}`);
    const picture = "till_stoneware-mug-ink~mv2.jpg";
    await world.till(["products", "media", "attach", "stoneware-mug", picture, "--choice", "Colour=Ink"]);
    await emptyShop("copy", to);
    const first = await promote("--source sandbox --target copy");
    expect((await diffOf("sandbox", "copy")).map(({ field }) => field)).toEqual(lost);
    for (const [field, what] of [
      ["readOnly.digitalFile", "digital files (1)"],
      ["customTextFields[For whom?]", "custom text fields (2)"],
    ] as const)
      expect(first.stderr.includes(what)).toBe((lost as readonly string[]).includes(field));
    const { stdout } = await world.till("products get stoneware-mug --profile copy --json");
    const { productOptions } = JSON.parse(stdout) as Product;
    const ink = productOptions?.[0]?.choices?.find(({ description }) => description === "Ink");
    expect(ink?.media?.items).toHaveLength(1);
    expect((await promote("--source sandbox --target copy")).stderr).toContain("Nothing to do.");
    expect((await promote("--source copy --target sandbox")).stderr).toContain("Nothing to do.");
  });
});

const size = { length: "1", width: "2", height: "3", unit: "CM" };

test.each([
  [
    "v1",
    "products.create",
    { product: { name: "Box", slug: "box", priceData: { price: 3 }, packageDimensions: size } },
    ["sizes of products and packages (1)"],
  ],
  [
    "v3",
    "productsV3.create",
    {
      product: {
        ...{ name: "Box", slug: "box", productType: "PHYSICAL", physicalProperties: {} },
        modifiers: [
          {
            ...{ name: "Wrapping", modifierRenderType: "TEXT_CHOICES", mandatory: false },
            choicesSettings: { choices: [{ choiceType: "CHOICE_TEXT", name: "Paper" }] },
          },
        ],
        variantsInfo: {
          variants: [
            {
              ...{ barcode: "4006381333931", price: { actualPrice: { amount: "3" } } },
              physicalProperties: { packageDimensions: size },
            },
          ],
        },
      },
    },
    ["barcodes (1)", "modifiers (1)", "sizes of products and packages (1)"],
  ],
] as const)(
  "catalog %s: fields that drafts cannot hold are listed and stay different",
  async (catalog, call, input, lost) => {
    await emptyShop("one", catalog);
    await emptyShop("copy", catalog);
    const created = await world.till([
      "api",
      call,
      "--input",
      JSON.stringify(input),
      "--yes",
      "--profile",
      "one",
    ]);
    expect(created.code, created.stderr).toBe(0);
    const { stderr } = await promote("--source one --target copy");
    for (const what of lost) expect(stderr).toContain(`Not carried over: ${what}.`);
    const fields = (await diffOf("one", "copy")).map(({ field }) => field);
    expect(fields).toHaveLength(lost.length);
    expect(fields.every((field) => field?.startsWith("readOnly."))).toBe(true);
  },
);

/** What the demo shop has and no shop with catalog v1 can be given. */
const withoutLosses = (items: Item[]) =>
  items.filter(({ field }) => !field?.startsWith("customTextFields") && !field?.startsWith("readOnly"));

test("undo restores everything, including pictures and collections", async () => {
  await world.till("sandbox seed demo");
  await emptyShop("copy", "v1");
  await world.till(["products", "create", "--name", "Own", "--price", "3", "--profile", "copy"]);
  await world.till(`copy pull before ${catalogDomains} --profile copy`);
  await promote("--source sandbox --target copy");
  const { stdout } = await world.till("jobs list --json --jq .items[0].id");
  const undone = await world.till(`jobs undo ${stdout.trim()} --yes --profile copy`);
  expect(undone).toMatchObject({ code: 0 });
  expect(await diffOf("./before", "copy")).toEqual([]);
});

test("differences are changed and nothing else; without --prune nothing is deleted", async () => {
  await world.till("sandbox seed demo");
  await emptyShop("copy", "v1");
  await promote("--source sandbox --target copy");
  await world.till("products update wool-throw --set price=100 --yes --profile copy");
  await world.till("products media remove oven-mitt --yes --profile copy");
  await world.till("products stock set serving-bowl --quantity 3 --profile copy");
  await world.till(["collections", "update", "coffee", "--description", "Other", "--profile", "copy"]);
  await world.till(["products", "create", "--name", "Own", "--price", "3", "--profile", "copy"]);
  const differs = new Set(withoutLosses(await diffOf("copy", "sandbox")).map(({ key }) => key));
  expect([...differs].sort()).toEqual(["Coffee", "oven-mitt", "own", "serving-bowl", "wool-throw"]);
  const plan = await world.till("copy promote --source sandbox --target copy --dry-run --json");
  const { changes } = JSON.parse(plan.stdout) as { changes: { name: string }[] };
  for (const name of ["Wool Throw", "Serving Bowl", "Coffee", "Oven Mitt"])
    expect(changes.map((one) => one.name)).toContain(name);
  expect(changes.map((one) => one.name)).not.toContain("Own");
  await promote("--source sandbox --target copy");
  expect(withoutLosses(await diffOf("copy", "sandbox")).map(({ key }) => key)).toEqual(["own", "own"]);
  await promote("--source sandbox --target copy --prune");
  expect(withoutLosses(await diffOf("copy", "sandbox"))).toEqual([]);
});

test("a snapshot is promoted, and inventory alone changes stock only", async () => {
  await world.till("sandbox seed demo");
  await world.till(`copy pull shop ${catalogDomains}`);
  await emptyShop("copy", "v1");
  await promote("--source ./shop --target copy");
  await world.till("products stock set serving-bowl --quantity 3 --profile copy");
  await world.till("products update serving-bowl --set price=1 --yes --profile copy");
  await promote("--source ./shop --target copy --only inventory");
  expect(withoutLosses(await diffOf("./shop", "copy"))).toMatchObject([
    { key: "serving-bowl", field: "price" },
  ]);
});

test("--no-costs leaves costs alone, also if the snapshot has them and the product differs otherwise", async () => {
  const costOf = async () =>
    (await world.till("products get birch-cup-000001 --json --jq .costAndProfitData.itemCost")).stdout.trim();
  await world.till("sandbox seed 2");
  await world.till("products update --all --expect 2 --set cost=5 --set price=77 --yes");
  await world.till("copy pull shop --only products");
  await world.till("backup create --only products");
  for (const line of ["copy promote --source ./shop --target sandbox", "backup restore"]) {
    await world.till("products update --all --expect 2 --set cost=9 --set price=99 --yes");
    const { code, stderr } = await world.till(`${line} --only products --no-costs --yes`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("price\t99.00\t77.00") });
    expect(await costOf()).toBe("9");
    expect((await world.till(`${line} --only products --yes`)).code).toBe(0);
    expect(await costOf()).toBe("5");
  }
});

test("a quantity that variants share on catalog v1 is left out on v3, where what is sold out stays so", async () => {
  await world.till("sandbox seed 1");
  await emptyShop("copy", "v3");
  for (const [name, quantity] of [
    ["Poster", 5],
    ["Print", 0],
  ]) {
    const choices = ["S", "L"].map((size) => ({ value: size, description: size }));
    const product = {
      name,
      productType: "physical",
      priceData: { price: 10 },
      productOptions: [{ name: "Size", choices }],
    };
    await world.till(["api", "products.create", "--input", JSON.stringify({ product }), "--yes"]);
    await world.till(`products stock set ${String(name).toLowerCase()} --quantity ${quantity} --yes`);
  }
  const promoted = await promote("--source sandbox --target copy --only products,inventory");
  expect(promoted.stderr).toContain("quantities that variants share (2)");
  const { stdout } = await world.till(
    "products stock list --all --profile copy --fields handle,variant,stock,inStock",
  );
  expect(
    stdout
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("p"))
      .sort(),
  ).toEqual(["poster\tL\t\ttrue", "poster\tS\t\ttrue", "print\tL\t\tfalse", "print\tS\t\tfalse"]);
  expect((await promote("--source sandbox --target copy --only products,inventory")).stderr).toContain(
    "Nothing to do.",
  );
});

test("products that someone changes between plan and apply are skipped and named", async () => {
  await world.till("sandbox seed demo");
  await emptyShop("copy", "v1");
  await promote("--source sandbox --target copy");
  await world.till(
    'products update --filter \'handle in ("wool-throw", "oven-mitt")\' --set price=100 --yes --profile copy',
  );
  expect(
    await world.till("copy promote --source sandbox --target copy --plan-out plan.ndjson"),
  ).toMatchObject({
    code: 0,
  });
  await world.till("products update wool-throw --set price=200 --yes --profile copy");
  const applied = await world.till("apply plan.ndjson --yes --profile copy");
  expect(applied.code).toBe(9);
  expect(applied.stdout + applied.stderr).toMatch(/Wool Throw[\s\S]*changed by job \w+ since/);
  const left = withoutLosses(await diffOf("sandbox", "copy"));
  expect(new Set(left.map(({ key }) => key))).toEqual(new Set(["wool-throw"]));
});

test("a broken snapshot sends nothing", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --only products");
  await emptyShop("copy", "v1");
  const file = world.path("shop/products.ndjson");
  writeFileSync(file, readFileSync(file, "utf8").replace('"price":"24"', '"price":"24,-"'));
  acceptEdits(world.path("shop"));
  const writes: string[] = [];
  const { code, stderr } = await world.till("copy promote --source ./shop --target copy --yes", {
    onRequest: ({ name = "", effect }) => {
      if (effect !== "read") writes.push(name);
    },
  });
  expect({ code, writes }).toEqual({ code: 2, writes: [] });
  expect(stderr).toMatch(/shop\/products\.ndjson, line \d+, .*price: expected an amount/);
});

test.each([
  [
    "products",
    '"visible":true',
    '"visible":"yes"',
    "products.ndjson, line 1, visible: expected true or false.",
  ],
  ["products", '"discount":"15%"', '"discount":"half"', "discount: expected a discount such as 15% or 5.00."],
  ["inventory", '"stock":42', '"stock":-3', "shop/products.ndjson:20, stock: must be 0 or more"],
])("a wrong value in %s is an error with file and line: %s", async (domain, right, wrong, message) => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --only products,inventory");
  await emptyShop("copy", "v1");
  const file = world.path(`shop/${domain}.ndjson`);
  const lines = readFileSync(file, "utf8").split("\n");
  const changed = lines.findIndex((line) => line.includes(right));
  lines[changed] = (lines[changed] ?? "").replace(right, wrong);
  writeFileSync(file, lines.join("\n"));
  acceptEdits(world.path("shop"));
  const { code, stderr } = await world.till("copy promote --source ./shop --target copy --yes");
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("values that the platform would reject are errors with the line of the snapshot", async () => {
  await world.till("sandbox seed 6");
  await world.till("copy pull shop --only products");
  const file = world.path("shop/products.ndjson");
  const products = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { name: string; sku: string });
  const [first, , , fourth, fifth] = products;
  Object.assign(fourth ?? {}, { name: "x".repeat(200) });
  Object.assign(fifth ?? {}, { sku: first?.sku });
  writeFileSync(file, products.map((product) => `${JSON.stringify(product)}\n`).join(""));
  acceptEdits(world.path("shop"));
  const { code, stderr } = await world.till("copy promote --source ./shop --target sandbox --yes");
  expect(code).toBe(2);
  expect(stderr).toContain("shop/products.ndjson:4, name: has 200 characters");
  expect(stderr).toContain(
    `shop/products.ndjson:5: the SKU "${first?.sku}" belongs to "Birch Cup 000001"; to share it, add: --allow-shared-skus`,
  );
});

test("products that share an SKU are copied with a flag, which the error names", async () => {
  await world.till("sandbox seed 2");
  const file = "handle,name,price,sku\none,One,5,SHARED\ntwo,Two,6,SHARED\n";
  await world.till("products import - --allow-shared-skus --yes", { stdin: file });
  await emptyShop("copy", "v1");
  const line = "copy promote --source sandbox --target copy --only products --yes";
  const refused = await world.till(line);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/the SKU "SHARED" is also on line \d+; to share it, add: --allow-shared-skus/),
  ]);
  expect((await world.till(`${line} --allow-shared-skus`)).code).toBe(0);
  const copied = await world.till("products list --filter \"sku = 'SHARED'\" --fields handle --profile copy");
  expect(copied.stdout.split("\n").filter(Boolean).sort()).toEqual(["one", "two"]);
});

test.each(["v1", "v3"])(
  "a collection that was renamed is renamed in the target, and keeps its products (%s)",
  async (catalog) => {
    await world.till(`sandbox seed demo --catalog ${catalog}`);
    await world.till(`sandbox create copy --catalog ${catalog}`);
    await world.till(["collections", "update", "Textiles", "--name", "Linen & Wool", "--yes"]);
    const promoted = await promote("--source sandbox --target copy --only products,collections");
    expect(promoted.stderr).toMatch(/^Linen & Wool\s+name\s+Textiles\s+Linen & Wool\n1 object: 1 to change/m);
    expect((await world.till("collections list --profile copy")).stdout).toMatch(
      /^Linen & Wool\s+textiles\s+6\s/m,
    );
    expect((await diffOf("sandbox", "copy")).filter(({ kind }) => kind === "collection")).toEqual([]);
  },
);

test("two collections of one name are reported", async () => {
  await world.till("collections create --name Sale");
  await world.till("collections create --name Sale");
  await emptyShop("copy", "v1");
  const { code, stderr } = await world.till("copy promote --source sandbox --target copy --yes");
  expect(code).toBe(2);
  expect(stderr).toContain('several collections are named "Sale"');
});

test("two collections of one name on one side are not taken for that of the other", async () => {
  await emptyShop("copy", "v1");
  const create = async (profile: string, slug: string) => {
    await world.till(`collections create --name Sale --profile ${profile}`);
    await world.till(`collections update ${slug} --description ${profile}-${slug} --profile ${profile}`);
  };
  await create("sandbox", "sale");
  for (const slug of ["sale", "sale-1"]) await create("copy", slug);
  for (const line of ["--source sandbox --target copy", "--source copy --target sandbox"]) {
    const { code, stderr } = await world.till(`copy promote ${line} --only collections --yes`);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('several collections are named "Sale"'),
    });
    const skipped = await world.till(`copy promote ${line} --only collections --skip-invalid --dry-run`);
    expect(skipped.stdout + skipped.stderr).not.toContain("Sale\t");
  }
});

describe("wrong flags", () => {
  beforeAll(async () => {
    flagged = createWorld();
    await flagged.till("sandbox seed 3");
    await flagged.till("profiles create copy --platform sandbox");
    await flagged.till("copy pull shop --only products --no-costs");
    await flagged.till("copy pull few --only products --limit 2 --no-costs");
  });
  afterAll(() => flagged.close());

  test.each([
    ["--target copy", "--source is missing"],
    ["--source sandbox", "--target is missing"],
    ["--source sandbox --target sandbox", "are the same shop"],
    ["--source sandbox --target ./shop", "cannot be changed"],
    ["--source sandbox --target copy --only products,orders", "orders cannot be promoted"],
    ["--source sandbox --target copy --only inventory --prune", "--prune deletes nothing of inventory"],
    ["--source ./few --target copy --prune", "would delete the others"],
  ])("till copy promote %s exits 2", async (line, message) => {
    const { code, stderr } = await flagged.till(`copy promote ${line} --yes`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

test("--prune is refused if the source has nothing of what it would delete", async () => {
  await world.till("sandbox seed demo");
  await emptyShop("bare", "v1");
  const line = "copy promote --source bare --target sandbox --only products,discounts --prune --yes";
  const refused = await world.till(line);
  expect(refused).toMatchObject({ code: 6, stdout: "" });
  expect(refused.stderr).toMatch(
    /bare has no products and no discounts, so --prune would delete all of sandbox: 24 products, \d+ discounts\. Nothing was sent\./,
  );
  expect(await world.till(`${line} --allow-empty-source --dry-run`)).toMatchObject({ code: 0 });
});

describe("preorders", () => {
  const rows = [
    "handle,fieldType,name,price,inventory,preOrderEnabled,preOrderMessage,preOrderLimit,productOptionName1,productOptionType1,productOptionChoices1",
    "tee,PRODUCT,Tee,20,,FALSE,,,Size,TEXT_CHOICES,S;M",
    "tee,VARIANT,,20,3,TRUE,Ships in May,10,Size,TEXT_CHOICES,S",
    "tee,VARIANT,,20,4,FALSE,,,Size,TEXT_CHOICES,M",
    "soap,PRODUCT,Soap,10,IN_STOCK,TRUE,In a week,,,,",
  ];
  const all = [{ message: "In a week" }, { message: "Ships in May", limit: 10 }, 0];
  const preorders = async (profile: string) => {
    const { stdout } = await world.till(
      `products list --profile ${profile} --json --jq "[.items[].variants[] | .stock.preorder // 0]"`,
    );
    return JSON.parse(stdout) as unknown[];
  };
  beforeEach(async () => {
    await emptyShop("one", "v3");
    writeFileSync(world.path("new.csv"), [...rows, ""].join("\n"));
    expect(await world.till("products import new.csv --yes --profile one")).toMatchObject({ code: 0 });
  });

  test("go along with the stock to a shop with catalog v3, on and off, and a backup brings them back", async () => {
    await emptyShop("copy", "v3");
    const first = await promote("--source one --target copy");
    expect(first.stderr).not.toContain("preorders");
    expect(await preorders("copy")).toEqual(all);
    expect(await diffOf("one", "copy")).toEqual([]);
    await world.till("backup create --yes --profile one");
    const changed = rows
      .join("\n")
      .replace("TRUE,Ships in May,10", "TRUE,,12")
      .replace("TRUE,In a week", "FALSE,");
    writeFileSync(world.path("new.csv"), `${changed}\n`);
    await world.till("products import new.csv --yes --profile one");
    expect((await diffOf("copy", "one")).map(({ field }) => field)).toEqual([
      "preorder",
      "variants[S].preorder.limit",
      "variants[S].preorder.message",
    ]);
    await promote("--source one --target copy");
    expect(await preorders("copy")).toEqual([0, { limit: 12 }, 0]);
    expect(await world.till("backup restore --yes --profile one")).toMatchObject({ code: 0 });
    expect(await preorders("one")).toEqual(all);
  });

  test("are listed as not carried over to a shop with catalog v1", async () => {
    await emptyShop("copy", "v1");
    const { stderr } = await promote("--source one --target copy");
    expect(stderr).toContain("Not carried over: preorders (2).");
    expect((await promote("--source copy --target one")).stderr).toContain("Nothing to do.");
    expect(await preorders("one")).toEqual(all);
  });
});
