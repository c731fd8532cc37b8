import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isWritable, productFieldTable } from "../../../src/files/product-fields.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

/** What the columns are tried with: a change of each, and a filter that only the changed product meets. */
const samples: Record<string, { set: string; filter?: string; ignores?: "v3" }> = {
  name: { set: "name=Other mug", filter: 'name = "Other mug"' },
  handle: { set: "handle=other-mug", filter: "handle = other-mug" },
  type: { set: "type=digital", filter: "type = digital", ignores: "v3" },
  description: { set: "description=<p>Short</p>", filter: "description contains Short" },
  sku: { set: "sku=BOWL-NEW", filter: "variant.sku = BOWL-NEW" },
  barcode: { set: "barcode=4006381333931", filter: "variant.barcode = 4006381333931" },
  price: { set: "price=77", filter: "price = 77" },
  cost: { set: "cost=33.33", filter: "cost = 33.33" },
  weight: { set: "weight=7.5", filter: "weight = 7.5" },
  visible: { set: "visible=false", filter: "visible = false" },
  ribbon: { set: "ribbon=Rare", filter: "ribbon = Rare" },
  brand: { set: "brand=Nobody", filter: "brand = Nobody" },
  discount: { set: "discount=50%", filter: 'discount = "50%"' },
  salePrice: { set: "salePrice=1", filter: "salePrice = 1" },
  collections: { set: "collections=Textiles", filter: "" },
  media: { set: "media=" },
  altText: { set: "altText=The bowl", filter: 'altText contains "The bowl"' },
  stock: { set: "stock=777", filter: "stock = 777" },
  infoSections: { set: 'infoSections="Note: Keep dry"' },
  seoTitle: { set: "seoTitle=Buy it", filter: 'seoTitle = "Buy it"' },
  seoDescription: { set: "seoDescription=All about it", filter: 'seoDescription = "All about it"' },
  canonical: { set: "canonical=https://shop.example/a", filter: "canonical exists true" },
  noindex: { set: "noindex=true", filter: "noindex = true" },
  taxGroup: { set: "taxGroup=Food and books", filter: "taxGroup exists true" },
  tags: { set: "tags=new", filter: "tags hasSome (new)" },
  privateTags: { set: "privateTags=old,dear", filter: "privateTags hasAll (old, dear)" },
  oneTimePurchase: { set: "oneTimePurchase=false", filter: "oneTimePurchase = false" },
  inStock: { set: "inStock=false" },
};

const slug = "serving-bowl";

const settable = productFieldTable.filter(({ only }) => only === undefined || only === "set");

test("every field of the table is tried", () => {
  const names = settable.map(({ name }) => name);
  expect(Object.keys(samples).sort()).toEqual([...names].sort());
});

describe.each(["v1", "v3"] as const)("on catalog %s", (version) => {
  let world: World;
  let prepared: string;
  let id: string;
  beforeAll(async () => {
    world = createWorld();
    await world.till(`sandbox seed demo --catalog ${version}`);
    if (version === "v3")
      await importRows({ subscriptions: JSON.stringify([monthly]), oneTimePurchase: "true" });
    id = (await world.till(["products", "get", slug, "--json", "--jq", ".id"])).stdout.trim();
    prepared = world.home;
  });
  beforeEach(() => {
    world = createWorld({ from: prepared });
    onTestFinished(() => world.close());
  });

  const monthly = {
    title: "Monthly",
    description: "Every month",
    visible: true,
    frequency: "MONTH",
    interval: 1,
    autoRenewal: true,
  };

  let imported: string[] = [];

  /** Returns the export of the changed product, of which each value may change but the id. */
  async function exported(filter = `id = ${id}`): Promise<string> {
    const file = world.path("exported.csv");
    await world.till(["products", "export", file, "--filter", filter]);
    return readFileSync(file, "utf8");
  }

  const importedAgain = () =>
    world.till(["products", "import", world.path("exported.csv"), "--dry-run", "--detailed-exitcode"]);

  /** Imports a row of the product in the till format. */
  async function importRows(cells: Record<string, string>) {
    const row = { handle: slug, ...cells };
    const line = Object.values(row).map((cell) => `"${cell.replaceAll('"', '""')}"`);
    writeFileSync(world.path("row.csv"), `${Object.keys(row).join(",")}\n${line.join(",")}\n`);
    // Brands of earlier rows stay, and a new one can be like one of them.
    imported = ["products", "import", world.path("row.csv"), "--create-labels"];
    return await world.till([...imported, "--yes"]);
  }

  const undoLast = () => world.till("jobs undo last --yes");

  test.each(settable)(
    "$name is set, found, exported, imported again without a change, and restored exactly",
    async (field) => {
      const { set, filter, ignores } = samples[field.name]!;
      const before = await exported();
      const sets = ["products", "update", slug, "--set", set, "--yes"];
      const changed = await world.till(sets);
      if (!isWritable(field, version) || ignores === version) {
        expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining(`catalog ${version}`)]);
        return;
      }
      expect([changed.code, changed.stderr]).toEqual([0, expect.anything()]);
      if (filter) {
        const { stdout } = await world.till(["products", "list", "--all", "--json", "--filter", filter]);
        const expected = field.name === "name" ? "Other mug" : "Serving Bowl";
        const { items } = JSON.parse(stdout) as { items: { name: string }[] };
        expect(items.map(({ name }) => name)).toContain(expected);
      }
      expect(await exported()).not.toBe(before);
      const again = await importedAgain();
      expect([again.code, again.stderr + again.stdout]).toEqual([0, expect.stringContaining("0 to change")]);
      expect((await undoLast()).code).toBe(0);
      expect(await exported()).toBe(before);
    },
  );

  const preview = async (cells: Record<string, string>) => {
    const { code, stdout, stderr } = await importRows(cells);
    return { code, text: stdout + stderr };
  };

  test("a row has one price to pay: a price, a discount and a sale price that contradict each other are refused", async () => {
    const price = async () =>
      (await world.till(`products get ${slug} --fields price,discount,salePrice --output csv`)).stdout;
    const row = { price: "100", discount: "10%", salePrice: "90" };
    expect(await preview(row)).toMatchObject({ code: 0 });
    expect(await price()).toBe("price,discount,salePrice\n100,10%,90\n");
    expect(await preview({ ...row, price: "110" })).toEqual({
      code: 2,
      text: expect.stringContaining("price 110, discount 10% and salePrice 90 contradict each other"),
    });
    // Without a price in the row, it is that of the shop.
    expect(await preview({ discount: "20%", salePrice: "90" })).toMatchObject({ code: 2 });
    expect(await preview({ discount: "20%", salePrice: "" })).toMatchObject({ code: 2 });
    // The price alone: the discount stays, and the sale price follows.
    await preview({ price: "50" });
    expect(await price()).toBe("price,discount,salePrice\n50,10%,45\n");
    await preview({ salePrice: "39.99" });
    expect(await price()).toBe("price,discount,salePrice\n50,10.01,39.99\n");
    await preview({ salePrice: "40" });
    expect(await price()).toBe("price,discount,salePrice\n50,20%,40\n");
    const above = await preview({ salePrice: "60" });
    expect(above).toEqual({ code: 2, text: expect.stringContaining("is above the price of 50") });
    await preview({ salePrice: "" });
    expect(await price()).toBe("price,discount,salePrice\n50,,\n");
  });

  test("an unknown tax group and a canonical address that is none are refused with line and column", async () => {
    const wrong = await preview({ taxGroup: "Food and book", canonical: "mug" });
    expect(wrong.code).toBe(2);
    expect(wrong.text).toMatch(/row\.csv:2.*taxGroup.*Did you mean "Food and books"/);
    expect((await preview({ canonical: "mug" })).text).toContain("is not a web address");
  });

  test.runIf(version === "v3")(
    "pictures keep their alternative texts in another order, and undo restores both",
    async () => {
      const pictured = "handle = gooseneck-kettle";
      const kettle = async (filter: string) =>
        (await world.till(["products", "get", "gooseneck-kettle", "--json", "--jq", filter])).stdout;
      await world.till(["products", "update", "gooseneck-kettle", "--set", "altText=Front, Back", "--yes"]);
      const texts = '[.media.items[].image.altText] | join(",")';
      expect(await kettle(texts)).toBe("Front,Back\n");
      const before = await exported(pictured);
      const [one, two] = (await kettle('[.media.items[].id] | join(" ")')).trim().split(" ");
      await world.till(["products", "update", "gooseneck-kettle", "--set", `media=${two},${one}`, "--yes"]);
      expect(await kettle(texts)).toBe("Back,Front\n");
      expect((await undoLast()).code).toBe(0);
      expect(await exported(pictured)).toBe(before);
      const all = "altText = if(altText = null, name, altText)";
      await world.till(["products", "update", "gooseneck-kettle", "--set", "altText=Front", "--yes"]);
      await world.till(["products", "update", "gooseneck-kettle", "--set", all, "--yes"]);
      expect(await kettle(texts)).toBe("Front,Gooseneck Kettle\n");
    },
  );

  test.runIf(version === "v1")("a file with columns that only catalog v3 has names them", async () => {
    const refused = await preview({ tags: "new", altText: "The bowl", oneTimePurchase: "true" });
    expect(refused.code).toBe(2);
    for (const column of ["tags", "altText", "oneTimePurchase"])
      expect(refused.text).toMatch(new RegExp(`${column}.*catalog v1`));
  });

  const text = fc.stringMatching(/^[A-Za-zäé,;"' -]{0,12}[a-z]$/);
  const cells = fc.record(
    {
      seoTitle: fc.oneof(text, fc.constant("")),
      seoDescription: fc.oneof(text, fc.constant("")),
      canonical: fc.constantFrom("", "https://shop.example/a", "https://shop.example/b?c=d"),
      noindex: fc.constantFrom("true", "false"),
      taxGroup: fc.constantFrom("", "Food and books", "Products"),
      price: fc.integer({ min: 2000, max: 99_999 }).map((cents) => String(cents / 100)),
      salePrice: fc.oneof(
        fc.constant(""),
        fc.integer({ min: 1, max: 1999 }).map((cents) => String(cents / 100)),
      ),
      ribbon: text,
      brand: text,
      ...(version === "v3" && {
        altText: fc
          .array(fc.oneof(text, fc.constant("")), { maxLength: 1 })
          .map((list) => JSON.stringify(list)),
        tags: fc.uniqueArray(text, { maxLength: 3 }).map((list) => JSON.stringify(list)),
        privateTags: fc.uniqueArray(text, { maxLength: 3 }).map((list) => JSON.stringify(list)),
        oneTimePurchase: fc.constantFrom("true", "false"),
        subscriptions: fc.constantFrom(
          "(keep)",
          JSON.stringify([{ ...monthly, title: "Weekly", frequency: "WEEK" }]),
        ),
      }),
    },
    { requiredKeys: [] },
  );

  test("any cells are imported once, exported without a change, and undone exactly", async () => {
    await fc.assert(
      fc.asyncProperty(cells, async (given) => {
        const row = given as Record<string, string>;
        const before = await exported();
        const first = await importRows(row);
        expect([first.code, first.stderr]).toEqual([0, expect.anything()]);
        const second = await world.till([...imported, "--dry-run", "--detailed-exitcode"]);
        expect([second.code, second.stderr + second.stdout]).toEqual([
          0,
          expect.stringContaining("0 to change"),
        ]);
        const after = await exported();
        const again = await importedAgain();
        expect([again.code, again.stderr + again.stdout]).toEqual([
          0,
          expect.stringContaining("0 to change"),
        ]);
        if (after === before) return;
        expect((await undoLast()).code).toBe(0);
        expect(await exported()).toBe(before);
      }),
      { numRuns: runs(5) },
    );
  });
});
