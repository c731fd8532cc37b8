import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { keepRecent, readRecent } from "../../../src/cli/screen/memory.ts";
import { temporaryFolder } from "../../support/folders.ts";

let root: string;
const paths = () => ({ state: join(root, "state") });
beforeEach(() => {
  root = temporaryFolder();
});

test("the last command comes first, even from another screen, and twelve are kept", () => {
  expect(readRecent(paths())).toEqual([]);
  keepRecent(paths(), ["orders", "jobs list"]);
  keepRecent(paths(), ["products", "orders"]);
  expect(readRecent(paths())).toEqual(["products", "orders", "jobs list"]);
  keepRecent(
    paths(),
    Array.from({ length: 20 }, (_, index) => `list ${index}`),
  );
  expect(readRecent(paths())).toHaveLength(12);
});

test("commands with secrets are not kept", () => {
  keepRecent(paths(), [
    "login --password hunter2",
    "config set journal postgres://till:secret@db/till",
    "orders",
  ]);
  expect(readRecent(paths())).toEqual(["orders"]);
});

test("ignores a damaged file and a file that cannot be written", () => {
  mkdirSync(paths().state);
  writeFileSync(join(paths().state, "recent.json"), '["orders", 7');
  expect(readRecent(paths())).toEqual([]);
  keepRecent(paths(), ["orders"]);
  expect(readFileSync(join(paths().state, "recent.json"), "utf8")).toBe('["orders"]\n');
  const file = join(root, "file");
  writeFileSync(file, "");
  expect(() => keepRecent({ state: join(file, "state") }, ["orders"])).not.toThrow();
});
