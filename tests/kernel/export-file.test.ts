import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openExport } from "../../src/kernel/export-file.ts";
import { temporaryFolder } from "../support/folders.ts";

const directory = temporaryFolder();
const path = join(directory, "shop.csv");
beforeEach(() => writeFileSync(path, "before"));

test("keeps the old file until commit", async () => {
  const file = await openExport(path);
  await file.write("a".repeat(100_000));
  await file.write("é\n");
  expect(readFileSync(path, "utf8")).toBe("before");
  expect(existsSync(`${path}.part`)).toBe(true);
  await file.commit();
  await file.abort();
  expect(readFileSync(path, "utf8")).toBe(`${"a".repeat(100_000)}é\n`);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test("abort removes the temporary file", async () => {
  const file = await openExport(path);
  await file.write("half");
  await file.abort();
  await file.abort();
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("before");
});

test("the next export replaces the temporary file of a crashed one", async () => {
  writeFileSync(`${path}.part`, "x".repeat(500));
  const file = await openExport(path);
  await file.write("new");
  await file.commit();
  expect(readFileSync(path, "utf8")).toBe("new");
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
