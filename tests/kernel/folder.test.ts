import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../src/kernel/folder.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "till-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("makes a folder and those above it, for the owner alone, and again does nothing", () => {
  const folder = join(temporary(), "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
});

test("a file in the way is an error", () => {
  const file = join(temporary(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, "x"))).toThrow(/EEXIST/);
});

test.runIf(process.platform === "linux")(
  "a file system that makes no folders is an error, not an endless try",
  () => {
    expect(() => makeFolder("/proc/nowhere/config")).toThrow(/ENOENT/);
    expect(() => openDatabase("/proc/nowhere/data/x.db", { synchronous: "NORMAL", migrations: [] })).toThrow(
      expect.objectContaining({ code: "DATABASE_UNREADABLE" }),
    );
  },
);
