import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptEdits } from "../support/snapshots.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("copy pull shop");
  await world.till("copy pull shop.ndjson.gz");
  await world.till("copy pull catalog --only products,inventory --yaml");
});
afterAll(() => world.close());

interface Item {
  key: string;
  change: string;
  field: string | null;
  before: unknown;
  after: unknown;
}

async function diffOf(line: string): Promise<Item[]> {
  const { stdout, stderr, code } = await world.till(`copy diff ${line} --json`);
  expect({ stderr, code }).toMatchObject({ code: 0 });
  return (JSON.parse(stdout) as { items: Item[] }).items;
}

/** Copies the snapshot folder and changes one of its files. */
async function edited(name: string, file: string, change: (text: string) => string): Promise<void> {
  await world.sh(`cp -r shop ${name}`);
  writeFileSync(world.path(`${name}/${file}`), change(readFileSync(world.path(`${name}/${file}`), "utf8")));
  if (file !== "snapshot.json") acceptEdits(world.path(name));
}

test.each(["sandbox ./shop", "./shop shop.ndjson.gz", "./catalog sandbox", "sandbox sandbox"])(
  "%s: no differences",
  async (sides) => {
    expect(await diffOf(sides)).toEqual([]);
    const { code, stdout, stderr } = await world.till(`copy diff ${sides} --detailed-exitcode`);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "No differences.\n" });
  },
);

test("fields are named, and objects are found by their keys", async () => {
  await edited("changed", "products.ndjson", (text) =>
    text
      .replace('"name":"Wool Throw"', '"name":"Wool Blanket"')
      .replace('"handle":"oven-mitt"', '"handle":"oven-glove"'),
  );
  expect(await diffOf("./shop ./changed")).toEqual([
    expect.objectContaining({ key: "oven-glove", change: "added", field: null }),
    expect.objectContaining({ key: "oven-mitt", change: "removed", field: null }),
    expect.objectContaining({
      key: "wool-throw",
      field: "name",
      before: "Wool Throw",
      after: "Wool Blanket",
    }),
  ]);
  const { code } = await world.till("copy diff ./shop ./changed --detailed-exitcode");
  expect(code).toBe(11);
});

test("a variant is named by its choices, in any order", async () => {
  await edited("variants", "products.ndjson", (text) =>
    text
      .split("\n")
      .map((line) => {
        if (!line.includes('"handle":"stoneware-mug"')) return line;
        const product = JSON.parse(line) as { variants: { price: string; choices: object }[] };
        product.variants.reverse();
        const [first] = product.variants;
        if (first) first.price = "99";
        return JSON.stringify(product);
      })
      .join("\n"),
  );
  const [only, ...others] = await diffOf("./shop ./variants");
  expect(others).toEqual([]);
  expect(only).toMatchObject({ key: "stoneware-mug", after: "99" });
  expect(only?.field).toMatch(/^variants\[.+\]\.price$/);
});

test("costs are not compared if one side has none", async () => {
  await world.till("copy pull cheap --only products --no-costs");
  const requests: string[] = [];
  const { stdout } = await world.till("copy diff ./cheap sandbox --json", {
    onRequest: ({ name }) => void requests.push(name ?? ""),
  });
  expect(JSON.parse(stdout)).toMatchObject({ items: [] });
  expect(requests).not.toContain("products.get");
});

test.each(["products", "collections"])(
  "%s that a limited snapshot left out are not differences",
  async (domain) => {
    await world.till(`copy pull few-${domain} --only ${domain} --limit 3`);
    const { stdout, stderr, code } = await world.till(`copy diff ./few-${domain} sandbox`);
    expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
    expect(stderr).toContain(`few-${domain} has only some ${domain}`);
  },
);

test("snapshots without a common domain are not called equal", async () => {
  await world.till("copy pull rates --only tax");
  const { stdout, stderr, code } = await world.till("copy diff ./catalog ./rates --detailed-exitcode");
  expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
  expect(stderr).toContain("./catalog and ./rates have no domain in common");
  expect(stderr).toContain("./catalog contains: products, inventory");
});

test("--html is one escaped page without requests", async () => {
  await edited("hostile", "products.ndjson", (text) =>
    text.replace('"name":"Wool Throw"', '"name":"<script src=//evil.example></script>\\u001b[2J"'),
  );
  const { code } = await world.till("copy diff ./shop ./hostile --html page.html");
  expect(code).toBe(0);
  const page = readFileSync(world.path("page.html"), "utf8");
  expect(page).toContain("&#60;script src=//evil.example&#62;");
  expect(page).not.toMatch(/<(script [^>]|img|link|iframe)|\u001b|url\(|src="/i);
  // The page has one script, and the policy has its hash.
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).toContain("script-src 'sha256-");
  expect(page).toContain("default-src 'none'");
  expect((await world.till("copy diff ./shop ./hostile --html -")).stdout).toBe(page);
});

describe("broken snapshots", () => {
  const cases: [string, (folder: string) => Promise<void>, string][] = [
    [
      "a line that is not JSON",
      (name) => edited(name, "products.ndjson", (text) => text.replace(/\n/, "\n{oops\n")),
      "products.ndjson, line 2, column 2",
    ],
    [
      "a wrong type",
      (name) => edited(name, "products.ndjson", (text) => text.replace('"visible":true', '"visible":"yes"')),
      "products.ndjson, line 1, visible",
    ],
    [
      "an unknown field",
      (name) => edited(name, "inventory.ndjson", (text) => text.replace('"_kind"', '"color":1,"_kind"')),
      "inventory.ndjson, line 1, color: a stock has no such field",
    ],
    [
      "an amount that is a number",
      (name) => edited(name, "products.ndjson", (text) => text.replace(/"price":"([\d.]+)"/, '"price":$1')),
      "products.ndjson, line 1, price",
    ],
    [
      "an object of another file",
      (name) =>
        edited(
          name,
          "inventory.ndjson",
          (text) => `{"_kind":"coupon","specification":{"code":"X"}}\n${text}`,
        ),
      "inventory.ndjson, line 1, _kind",
    ],
    [
      "an object without its key",
      (name) => edited(name, "collections.ndjson", () => '{"_kind":"collection","slug":"a"}\n'),
      "collections.ndjson, line 1, name",
    ],
    [
      "two products with one slug",
      (name) => edited(name, "products.ndjson", (text) => text + text.split("\n")[2]),
      "is also at",
    ],
    [
      "a newer format",
      (name) => edited(name, "snapshot.json", (text) => text.replace('"format": 3', '"format": 4')),
      "has format 4, but this till reads formats up to 3",
    ],
    [
      "another platform",
      (name) => edited(name, "snapshot.json", (text) => text.replace('"wix"', '"other"')),
      'snapshot.json, platform: the snapshot is of the platform "other"',
    ],
    [
      "a manifest that is not JSON",
      (name) => edited(name, "snapshot.json", (text) => text.slice(0, 40)),
      "snapshot.json, line 4",
    ],
  ];
  test.each(cases)("%s", async (title, breakIt, message) => {
    const name = `broken-${title.replaceAll(" ", "-")}`;
    await breakIt(name);
    const writes: string[] = [];
    const { code, stderr, stdout } = await world.till(`copy diff ./shop ./${name}`, {
      onRequest: ({ name }) => void writes.push(name ?? ""),
    });
    expect({ code, stdout, writes }).toEqual({ code: 2, stdout: "", writes: [] });
    expect(stderr).toContain(message);
  });

  test("a compressed file that is cut off, edited or not compressed", async () => {
    const whole = readFileSync(world.path("shop.ndjson.gz"));
    writeFileSync(world.path("cut.ndjson.gz"), whole.subarray(0, whole.length - 500));
    const lines = gunzipSync(whole).toString().split("\n");
    lines[3] = "{}";
    writeFileSync(world.path("edited.ndjson.gz"), gzipSync(lines.join("\n")));
    writeFileSync(world.path("plain.ndjson.gz"), lines.join("\n"));
    for (const [file, message] of [
      ["cut", "cut.ndjson.gz: the file is cut off"],
      ["edited", "edited.ndjson.gz, line 4, _kind: the object has no _kind"],
      ["plain", "plain.ndjson.gz: the file is damaged, or not compressed"],
    ]) {
      const { code, stderr } = await world.till(`copy diff ./shop ${file}.ndjson.gz`);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  test("files of the snapshot that are missing", async () => {
    await world.sh("cp -r shop torn && rm torn/products.ndjson");
    await world.sh("cp -r catalog bare && rm -r bare/products");
    for (const [name, file] of [
      ["torn", "torn/products.ndjson: no such file"],
      ["bare", "bare/products: no such folder"],
    ]) {
      const { code, stderr } = await world.till(`copy diff ./shop ./${name}`);
      expect(code).toBe(2);
      expect(stderr).toContain(`error: ${file}`);
    }
  });

  test("an unfinished pull, a missing one and other folders", async () => {
    await world.till("copy pull begun", {
      onRequest: ({ name }) => {
        if (name === "orders.search") throw new Error("killed");
      },
    });
    expect(await world.till("copy diff ./begun sandbox")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("unfinished"),
    });
    expect(await world.till("copy diff ./none sandbox")).toMatchObject({ code: 5 });
    expect(await world.till("copy diff none sandbox")).toMatchObject({ code: 5 });
    expect(await world.till("copy diff . sandbox")).toMatchObject({ code: 2 });
    expect(await world.till("copy diff ./catalog sandbox --only tax")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("contains no tax"),
    });
  });
});
