import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine, shellWord } from "../../src/kernel/command-line.ts";
import { readInParts } from "../../src/resources/browse.ts";
import { setsById } from "../../src/resources/edits.ts";
import type { Catalog } from "../../src/resources/products/catalog.ts";
import { productChanges } from "../../src/resources/products/resource.ts";
import { flagOf } from "../../src/resources/resource.ts";
import { createWorld, splitCommandLine, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

test("a shell parses a command line to its original arguments", () => {
  const given = ["products", "update", "--filter", `name = "it's"`, "--set", "price=+10%", ""];
  const line = commandLine(...given.slice(0, -1));
  expect(line.startsWith("till products update --filter ")).toBe(true);
  expect(shellWord("it's")).toBe('"it\'s"');
  expect(splitCommandLine("a 'b c'")).toEqual(["a", "b c"]);
  expect(flagOf("name = Cup and saucer")).toEqual(["--name", "Cup and saucer"]);
});

test("the last value of a field wins", () => {
  const row = { id: "a", label: "A", reference: "a" };
  const sets = setsById([
    { sets: ["price=1", "brand=X"], rows: [row] },
    { sets: ["price=2"], rows: [row, { ...row, id: "b" }] },
  ]);
  expect(sets.get("a")?.sets).toEqual(["brand=X", "price=2"]);
  expect(sets.get("b")?.sets).toEqual(["price=2"]);
});

test.each([
  [{}, undefined],
  [{ filter: "price > 100" }, "price > 100"],
  [{ search: "mug" }, 'name contains "mug" or sku contains "mug" or variant.sku contains "mug"'],
  [
    { filter: "price > 5 or price < 2", search: "mug" },
    '(price > 5 or price < 2) and (name contains "mug" or sku contains "mug" or variant.sku contains "mug")',
  ],
])("the command for an edit of the list %j changes the same rows", async (rows, filter) => {
  const [command = ""] = productChanges({} as Catalog).commands({ sets: ["price=+10%"], rows });
  expect(splitCommandLine(command.slice(5))).toEqual([
    "products",
    "update",
    ...(filter ? ["--filter", filter] : ["--all"]),
    "--set",
    "price=+10%",
  ]);
  const flags = Object.entries(rows).flatMap(([name, value]) => [`--${name}`, value]);
  const listed = await world.till(["products", "list", "--all", "--json", ...flags]);
  const count = JSON.parse(listed.stdout).items.length;
  const planned = await world.till([...splitCommandLine(command.slice(5)), "--dry-run", "--json"]);
  expect(JSON.parse(planned.stdout)).toMatchObject({ rows: count });
});

test("a list that can only be read from the start returns any part, and the total once it is complete", async () => {
  let read = 0;
  async function* numbers() {
    for (; read < 250; read++) yield read;
  }
  const listing = { total: () => undefined, next: () => undefined, moved: () => false, inOrder: true };
  const parts = readInParts(() => ({ ...listing, rows: numbers() }), {}, String);
  expect(await parts.read(0, 100)).toEqual({
    rows: Array.from({ length: 100 }, (_, i) => String(i)),
    total: undefined,
  });
  expect(read).toBe(100);
  const [second, third] = await Promise.all([parts.read(100, 100), parts.read(200, 100)]);
  expect(second?.rows[0]).toBe("100");
  expect(third).toEqual({ rows: Array.from({ length: 50 }, (_, i) => String(200 + i)), total: 250 });
  expect((await parts.read(0, 1)).rows).toEqual(["0"]);
});

test("a list that can only be read from the start does not end where an error stopped it", async () => {
  async function* numbers() {
    for (let read = 0; read < 150; read++) yield read;
    throw new Error("The shop does not answer.");
  }
  const listing = { total: () => undefined, next: () => undefined, moved: () => false, inOrder: true };
  const parts = readInParts(() => ({ ...listing, rows: numbers() }), {}, String);
  expect((await parts.read(0, 100)).total).toBeUndefined();
  const [second, third] = [parts.read(100, 100), parts.read(200, 100)];
  await expect(second).rejects.toThrow("The shop does not answer.");
  await expect(third).rejects.toThrow("The shop does not answer.");
  await expect(parts.read(100, 100)).rejects.toThrow("The shop does not answer.");
});
