import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  for (const line of [
    "sandbox seed 20",
    "copy pull shop --only products,collections,inventory",
    "copy pull yaml --only products,collections --yaml",
    "copy pull cut.ndjson.gz --only products,collections,inventory",
    "profiles create copy --platform sandbox",
  ])
    expect(await world.till(line), line).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

/** Changes a file of a copy of a folder or of the compressed snapshot. */
async function damage(target: string, file: string, change: (text: string) => string): Promise<void> {
  await world.sh(`cp -r ${target.includes("yaml") ? "yaml" : "shop"} ${target}`);
  const path = world.path(`${target}/${file}`);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

async function refused(line: string): Promise<string> {
  const writes: string[] = [];
  const { code, stderr, stdout } = await world.till(line, {
    onRequest: ({ name = "", effect }) => {
      if (effect !== "read") writes.push(name);
    },
  });
  expect({ code, stdout, writes }).toEqual({ code: 2, stdout: "", writes: [] });
  return stderr;
}

const commands = (path: string) => [
  `backup restore --at ${path} --prune --yes`,
  `copy promote --source ${path} --target copy --prune --yes`,
  `copy diff ${path} copy`,
];

test("a file that was emptied deletes nothing: it is refused with the numbers", async () => {
  await damage("emptied", "products.ndjson", () => "");
  for (const line of commands("./emptied")) {
    const message = await refused(line);
    expect(message).toContain("emptied/products.ndjson: the file is not as it was written");
    expect(message).toContain("found 0 objects, expected 20");
  }
});

test("a compressed file with lines cut out deletes nothing: it is refused with the numbers", async () => {
  const lines = gunzipSync(readFileSync(world.path("cut.ndjson.gz")))
    .toString()
    .split("\n");
  const cut = lines.filter(
    (line, index) => index === 0 || !line.includes('"_kind":"product"') || index % 2 === 0,
  );
  writeFileSync(world.path("half.ndjson.gz"), gzipSync(cut.join("\n")));
  for (const line of commands("half.ndjson.gz")) {
    const message = await refused(line);
    expect(message).toContain("half.ndjson.gz: the file is not as it was written: found 10 objects");
    expect(message).toContain("expected 20 of products");
  }
});

test.each([
  ["shop-value", "products.ndjson", /"price":"\d+/, '"price":"1'],
  ["shop-ids", "ids/products.ndjson", /"id":"../, '"id":"00'],
])("a value that changed in %s is refused with both checksums", async (target, file, pattern, value) => {
  await damage(target, file, (text) => text.replace(pattern, value));
  const message = await refused(`backup restore --at ./${target} --yes`);
  expect(message).toMatch(
    new RegExp(
      `${target}/${file}: .* found the SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64} \\(snapshot.json\\)`,
    ),
  );
});

test("a value that changed in a compressed file is refused", async () => {
  const text = gunzipSync(readFileSync(world.path("cut.ndjson.gz"))).toString();
  writeFileSync(world.path("changed.ndjson.gz"), gzipSync(text.replace(/"price":"\d+/, '"price":"1')));
  expect(await refused("backup restore --at changed.ndjson.gz --yes")).toContain("found the SHA-256");
});

test("a YAML file that changed or is gone is refused", async () => {
  const { products } = JSON.parse(readFileSync(world.path("yaml/snapshot.json"), "utf8")).domains;
  const [file = ""] = Object.keys(products.sha256);
  await damage("yaml-changed", file, (text) => text.slice(0, text.indexOf("variants")));
  expect(await refused("copy promote --source ./yaml-changed --target copy --yes")).toContain(
    `yaml-changed/${file}: `,
  );
  await damage("yaml-gone", file, (text) => text);
  rmSync(world.path(`yaml-gone/${file}`));
  expect(await refused("copy promote --source ./yaml-gone --target copy --yes")).toContain(
    "found 19 objects, expected 20",
  );
});

test("ids that are gone are refused: objects would be created twice", async () => {
  await damage("no-ids", "ids/products.ndjson", (text) => text);
  rmSync(world.path("no-ids/ids/products.ndjson"));
  expect(await refused("backup restore --at ./no-ids --yes")).toContain("found no such file");
});

test("a snapshot without checksums is compared by its counts, with a notice", async () => {
  await damage("old", "snapshot.json", (text) => {
    const manifest = JSON.parse(text);
    for (const facts of Object.values(manifest.domains) as { sha256?: object }[]) delete facts.sha256;
    return JSON.stringify({ ...manifest, format: 2 });
  });
  const { code, stderr } = await world.till("backup restore --at ./old --dry-run");
  expect(code).toBe(0);
  expect(stderr).toContain("./old has no checksums of its files; only the numbers of objects were compared.");
  const path = world.path("old/products.ndjson");
  appendFileSync(
    path,
    readFileSync(path, "utf8")
      .split("\n")[0]
      ?.replace(/"handle":"/, '"handle":"x') ?? "",
  );
  expect(await refused("backup restore --at ./old --yes")).toContain("found 21 objects, expected 20");
});

test("--prune asks for the number that it deletes, if that is more than a fifth of the products", async () => {
  await world.till("sandbox seed 10 --profile copy");
  await world.till("copy pull few --only products,collections --profile copy");
  await world.till("sandbox seed 12 --profile copy");
  const few = await world.till("backup restore --at ./few --prune --profile copy");
  expect(few.stderr).toContain("Cannot confirm the changes to 2 objects without a terminal");
  await world.till("sandbox seed 14 --profile copy");
  const many = await world.till("backup restore --at ./few --prune --profile copy");
  expect(many.stderr).toContain(
    "Cannot confirm the changes to 4 objects that delete 4 of 14 in products without a terminal",
  );
  expect([few.code, many.code]).toEqual([2, 2]);
});
