import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openExport, writeExport } from "../../src/kernel/export-file.ts";
import { temporaryName } from "../../src/kernel/file-system.ts";
import { temporaryFolder } from "../support/folders.ts";

const directory = temporaryFolder();
const path = join(directory, "shop.csv");
const temporaries = () => readdirSync(directory).filter((name) => name.endsWith(".part"));
beforeEach(() => writeFileSync(path, "before"));

test("keeps the old file until commit", async () => {
  const file = await openExport(path);
  await file.write("a".repeat(100_000));
  await file.write("é\n");
  expect(readFileSync(path, "utf8")).toBe("before");
  expect(temporaries()).toHaveLength(1);
  await file.commit();
  await file.abort();
  expect(readFileSync(path, "utf8")).toBe(`${"a".repeat(100_000)}é\n`);
  expect(temporaries()).toEqual([]);
});

test("abort removes the temporary file", async () => {
  const file = await openExport(path);
  await file.write("half");
  await file.abort();
  await file.abort();
  expect(temporaries()).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe("before");
});

test("several exports to one path at once each write a complete file", async () => {
  const files = await Promise.all(["a", "b", "c", "d", "e"].map((letter) => open(letter)));
  await Promise.all(files.map(({ file, letter }) => file.write(letter.repeat(200_000))));
  for (const { file, letter } of files) {
    await file.commit();
    expect(readFileSync(path, "utf8")).toBe(letter.repeat(200_000));
  }
  expect(temporaries()).toEqual([]);
});

async function open(letter: string) {
  return { letter, file: await openExport(path) };
}

test("an export that replaces a file removes what killed ones left a day ago, and nothing newer", async () => {
  const left = temporaryName(path);
  const now = temporaryName(path);
  const others = temporaryName(join(directory, "other.csv"));
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of [left, now, others]) writeFileSync(file, "half");
  for (const file of [left, others]) utimesSync(file, dayAgo, dayAgo);
  await writeExport(path, ["new"]);
  expect([left, now, others].map((file) => existsSync(file))).toEqual([false, true, true]);
  for (const file of [now, others]) rmSync(file);
});

test("an export is complete although something left beside it cannot be removed", async () => {
  const left = temporaryName(path);
  mkdirSync(left);
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  utimesSync(left, dayAgo, dayAgo);
  await writeExport(path, ["new"]);
  expect(readFileSync(path, "utf8")).toBe("new");
  rmSync(left, { recursive: true });
});

test("rejects the name of a device of Windows there", async () => {
  await expect(openExport(join(directory, "nul.csv"), { platform: "win32" })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("nul.csv cannot be written: nul is a device of Windows."),
    hint: "Use another name.",
  });
});

test("rejects a directory and a path without a folder with UsageError", async () => {
  await expect(openExport(directory)).rejects.toMatchObject({
    exitCode: 2,
    message: `${directory} is a directory.`,
  });
  await expect(openExport(join(directory, "none", "shop.csv"))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("its directory does not exist"),
  });
});
