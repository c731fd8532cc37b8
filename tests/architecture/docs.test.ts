import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { guideContents } from "../../src/cli/help/contents.ts";

const pages = [...globSync("*.md"), ...globSync("docs/**/*.md", { exclude: ["docs/reference/**"] })];

test("every relative link in the docs leads to a file", () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every path of the repository in the docs exists", () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`((?:src|tests|scripts|bin)\/[\w./-]+)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !path.includes("/a/b.") && !existsSync(path))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every test that the guide on safety names exists", () => {
  const rows = readFileSync("docs/guides/safety.md", "utf8").match(/^\|.*\|$/gm) ?? [];
  const tests = rows
    .flatMap(
      (row) =>
        row
          .split("|")
          .at(-2)
          ?.match(/`[^`]+`/g) ?? [],
    )
    .map((name) => `tests/${name.slice(1, -1)}.test.ts`);
  expect(tests.length).toBeGreaterThan(30);
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});

test("the index of decisions lists every decision", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const missing = globSync("*.md", { cwd: "docs/decisions" }).filter(
    (page) => page !== "README.md" && !index.includes(`(${page})`),
  );
  expect(missing).toEqual([]);
});

test("the table of contents has every guide once, in parts of nine at most", () => {
  const parts = guideContents(readFileSync("docs/guides/README.md", "utf8"));
  const listed = parts.flatMap(({ guides }) => guides.map(({ name }) => name));
  const all = globSync("*.md", { cwd: "docs/guides" }).map((file) => file.slice(0, -3));
  expect(listed.toSorted()).toEqual(all.filter((name) => name !== "README").toSorted());
  expect(parts.filter(({ guides }) => guides.length > 9 || guides.length === 0)).toEqual([]);
});

test("the first screen of the README is short, and the whole of it is at most 110 lines", () => {
  expect(readFileSync("README.md", "utf8").split("\n").length).toBeLessThanOrEqual(110);
});

test("every guide that a message or a help page names exists", () => {
  const named = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/till help guide ([a-z][a-z-]+)/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !existsSync(`docs/guides/${name}.md`))).toEqual([]);
});
