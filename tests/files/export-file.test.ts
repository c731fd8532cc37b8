import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openExport } from "../../src/files/export-file.ts";

const directory = mkdtempSync(join(tmpdir(), "till-export-"));
const path = join(directory, "shop.csv");
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => writeFileSync(path, "before"));

test("the old file stays until commit, then the new one has its name", async () => {
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

test("abort removes what was written", async () => {
  const file = await openExport(path);
  await file.write("half");
  await file.abort();
  await file.abort();
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("before");
});

test("what a crash left behind does not end up in the next export", async () => {
  writeFileSync(`${path}.part`, "x".repeat(500));
  const file = await openExport(path);
  await file.write("new");
  await file.commit();
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("a directory and a path into nowhere are usage errors", async () => {
  await expect(openExport(directory)).rejects.toMatchObject({
    exitCode: 2,
    message: `${directory} is a directory.`,
  });
  await expect(openExport(join(directory, "none", "shop.csv"))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("its directory does not exist"),
  });
});
