import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceBuild } from "../../scripts/replace-build.ts";
import { temporaryFolder } from "../support/folders.ts";

const folder = temporaryFolder();

const dist = join(folder, "dist");
const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 1);

/** Makes a build of these files the current one. */
function build(now: number, files: Record<string, string>): void {
  const fresh = mkdtempSync(join(folder, "fresh-"));
  mkdirSync(join(fresh, "library"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(fresh, name), text);
  replaceBuild(fresh, dist, now);
}

const filesNow = () =>
  readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => /js$/.test(name));
const ignored = () => readFileSync(join(dist, ".npmignore"), "utf8");

test("a new build replaces the entry points, keeps the chunks of the last build for a day and does not pack them", () => {
  build(start, { "main.js": "1", "a-11111111.js": "", "same-00000000.js": "", "library/api.js": "1" });
  expect(ignored()).toBe("");

  // The first build was the current one for three days.
  build(start + 3 * day, {
    "main.js": "2",
    "b-22222222.js": "",
    "same-00000000.js": "",
    "library/api.js": "2",
  });
  expect(readFileSync(join(dist, "main.js"), "utf8")).toBe("2");
  expect(readFileSync(join(dist, "library", "api.js"), "utf8")).toBe("2");
  expect(existsSync(join(dist, "a-11111111.js"))).toBe(true);
  expect(ignored()).toBe("/a-11111111.js\n");

  build(start + 3.5 * day, { "main.js": "3", "c-33333333.js": "", "same-00000000.js": "" });
  expect(filesNow().sort()).toEqual([
    "a-11111111.js",
    "b-22222222.js",
    "c-33333333.js",
    "library/api.js",
    "main.js",
    "same-00000000.js",
  ]);

  build(start + 4.1 * day, { "main.js": "3", "c-33333333.js": "", "same-00000000.js": "" });
  expect(existsSync(join(dist, "a-11111111.js"))).toBe(false);
  expect(existsSync(join(dist, "b-22222222.js"))).toBe(true);
  expect(ignored()).toBe("/b-22222222.js\n/library/api.js\n");
});

test("a chunk that a later build has again is current again", () => {
  build(start + 10 * day, { "main.js": "4", "d-44444444.js": "" });
  build(start + 11 * day, { "main.js": "5", "e-55555555.js": "" });
  build(start + 11.1 * day, { "main.js": "4", "d-44444444.js": "" });
  expect(ignored()).not.toContain("d-44444444");
  build(start + 13 * day, { "main.js": "4", "d-44444444.js": "" });
  expect(filesNow().sort()).toEqual(["d-44444444.js", "main.js"]);
});

test("files of three earlier builds are kept", () => {
  for (const [minute, name] of ["a", "b", "c", "d", "e"].entries())
    build(start + 20 * day + minute * 60_000, { "main.js": name, [`${name}-99999999.js`]: "" });
  const left = ["b", "c", "d"].map((name) => `${name}-99999999.js`);
  expect(filesNow().sort()).toEqual([...left, "e-99999999.js", "main.js"]);
  expect(ignored()).toBe(left.map((name) => `/${name}\n`).join(""));
});
