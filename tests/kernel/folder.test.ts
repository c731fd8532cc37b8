import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/kernel/folder.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";
import { temporaryFolder } from "../support/folders.ts";

function temporary(): string {
  const folder = temporaryFolder();
  return folder;
}

test("creates a folder and its parents for the owner only, and does nothing if it exists", () => {
  const folder = join(temporary(), "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
});

test("a file with the same path is an error", () => {
  const file = join(temporary(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, "x"))).toThrow(/EEXIST/);
});

test.runIf(process.platform === "linux")(
  "a file system that cannot create folders is an error, not an endless loop",
  () => {
    expect(() => makeFolder("/proc/nowhere/config")).toThrow(/ENOENT/);
    expect(() => openDatabase("/proc/nowhere/data/x.db", { synchronous: "NORMAL", migrations: [] })).toThrow(
      expect.objectContaining({ code: "DATABASE_UNREADABLE" }),
    );
  },
);
