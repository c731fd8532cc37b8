import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync("docs/architecture.md", "utf8");
const folders = globSync("src/*/").map((folder) => basename(folder));

test("the page of the architecture has every folder of src in its tree and in its layers", () => {
  expect(folders.filter((name) => !page.includes(`\n  ${name}/ `))).toEqual([]);
  const layers = page.match(/^[0-7] {2}.+$/gm)?.flatMap((line) => line.split(/\s+/)) ?? [];
  expect(folders.filter((name) => !layers.includes(name))).toEqual([]);
});

test("the page of the architecture has every domain of the contract", () => {
  const domains = globSync("src/api/contract/*.json").map((file) => basename(file, ".json"));
  const others = ["exceptions", "models"];
  expect(domains.filter((name) => !others.includes(name) && !page.includes(`\`${name}\``))).toEqual([]);
});

test("the page of the architecture has every entry point of the library", () => {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, unknown>;
  };
  const entries = Object.keys(exports).filter((path) => path !== "./package.json");
  expect(entries.filter((path) => !page.includes(`\`${path.replace(".", "till-cli")}\``))).toEqual([]);
});
