import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "../processes/program.ts";

/** A catalog of 10,857 rows with many pictures and variants, moved from catalog v1 to v3 and back. */
const rows = 10_857;
const domains = ["--only", "products,collections,inventory", "--no-costs"];

let home: Home;
let products = 0;
let variants = 0;
let pictures = 0;
beforeAll(() => {
  home = createHome();
  writeFileSync(home.path("shop.csv"), file());
});
afterAll(() => home.close());

/** Returns a file in the till format: products with up to 24 variants and 40 pictures, whose rows are far apart. */
function file(): string {
  const header =
    "handle,kind,name,price,sku,brand,collections,media,stock,option1Name,option1Type,option1Choices,option2Name,option2Type,option2Choices";
  const first: string[] = [];
  const second: string[] = [];
  for (let serial = 1; first.length + second.length < rows; serial++) {
    const sizes = ["S", "M", "L", "XL"].slice(0, serial % 5);
    const colors = ["Ink", "Oat", "Moss", "Rust", "Sand", "Sky"].slice(0, 1 + (serial % 6));
    const own = sizes.flatMap((size) => colors.map((color) => [size, color]));
    const left = rows - first.length - second.length - 1;
    const all = own.length <= left ? own : [];
    const media = Array.from(
      { length: serial % 41 },
      (_, index) => `https://media.example/${serial}-${index}.jpg`,
    );
    const options =
      all.length > 0 ? `Size,drop_down,${sizes.join(";")},Colour,drop_down,${colors.join(";")}` : ",,,,,";
    const sku = all.length > 0 ? "" : `P-${serial}`;
    first.push(
      `p-${serial},product,Product ${serial},${serial}.50,${sku},Acme,${serial % 3 ? "Most" : "Third;Most"},${media.join(";")},${all.length > 0 ? "" : serial},${options}`,
    );
    for (const [size, color] of all)
      second.push(
        `p-${serial},variant,,${serial}.75,P-${serial}-${size}-${color},,,,${serial % 9},Size,,${size},Colour,,${color}`,
      );
    products += 1;
    variants += all.length;
    pictures += media.length;
  }
  return `${[header, ...first, ...second].join("\n")}\n`;
}

async function till(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await home.till(args);
  expect(code, stderr.slice(-2000)).toBe(0);
  return stdout;
}

/** Returns the numbers of products, variants and pictures of a shop. */
async function countsOf(profile: string): Promise<number[]> {
  await till("copy", "pull", home.path(profile), "--profile", profile, ...domains);
  const lines = readFileSync(home.path(profile, "products.ndjson"), "utf8").split("\n").filter(Boolean);
  const objects = lines.map((line) => JSON.parse(line) as { variants: unknown[]; media: unknown[] });
  const sum = (name: "variants" | "media") => objects.reduce((total, one) => total + one[name].length, 0);
  return [objects.length, sum("variants"), sum("media")];
}

test("nothing is lost and nothing split from v1 to v3 and back", async () => {
  for (const name of ["one", "three", "back"])
    await till("profiles", "create", name, "--platform", "sandbox");
  await till("sandbox", "seed", "1", "--catalog", "v3", "--profile", "three");
  await till("products", "delete", "--all", "--expect", "1", "--yes", "--profile", "three");
  await till("products", "import", home.path("shop.csv"), "--yes", "--profile", "one", "--quiet");
  expect(products + variants).toBe(rows);
  expect(await countsOf("one")).toEqual([products, variants, pictures]);
  for (const [from, to] of [
    ["one", "three"],
    ["three", "back"],
  ] as const) {
    await till("copy", "promote", "--source", from, "--target", to, "--no-costs", "--yes", "--quiet");
    expect(await countsOf(to)).toEqual([products, variants, pictures]);
    expect(await till("copy", "diff", from, to, ...domains)).toBe("");
    expect(
      await till("copy", "promote", "--source", from, "--target", to, "--no-costs", "--dry-run"),
    ).toContain("0 to change");
  }
});
