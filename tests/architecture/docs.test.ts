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

test("every link to a heading leads to one", () => {
  const anchorsOf = (page: string) =>
    (readFileSync(page, "utf8").match(/^#+ .+$/gm) ?? []).map((heading) =>
      heading
        .replace(/^#+ /, "")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target = "", anchor = ""]) => ({
        to: target === "" ? page : join(dirname(page), target),
        anchor,
      }))
      .filter(({ to, anchor }) => to.endsWith(".md") && existsSync(to) && !anchorsOf(to).includes(anchor))
      .map(({ to, anchor }) => `${page}: ${to}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test("no bound on the page of benchmarks is missed", () => {
  expect(readFileSync("docs/benchmarks.md", "utf8")).not.toContain("MISSED");
});

/** Words that a person should not read, and what to write. The demo shop in London has the option Colour. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|any|every)body\b/i, "someone, anyone, everyone"],
  [/\bweb site/i, "website"],
  [/\bcolour(?!=)(?!\b)/i, "color"],
  [
    /\b(?:cancelled|cancelling|fulfilment|catalogue|behaviour|favour|neighbour|kilometre|centre)/i,
    "American spelling",
  ],
  [
    /\b(?:recogni|normali|organi|summari|initiali|customi|authori)s(?:e|ed|es|ing|ation)\b/i,
    "American spelling",
  ],
  [/\d %(?! [a-z]+\.)(?![%\w])/, "10%, without a space"],
  [/\bdialogue\b|\bwhilst\b|\bamongst\b/i, "American spelling"],
];

test("documents, help and messages use one word for one thing, in American spelling", () => {
  const texts = [...pages, ...globSync("src/**/*.{ts,tsx}")].filter((file) => !file.includes("demo"));
  const found = texts.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        replacements
          .filter(([word]) => word.test(line))
          .map(([, better]) => `${file}:${index + 1}: ${line.trim().slice(0, 100)} (write ${better})`),
      ),
  );
  expect(found).toEqual([]);
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
  const rows = readFileSync("docs/promises.md", "utf8").match(/^\|.*\|$/gm) ?? [];
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

test("the first screen of the README is short, and the whole of it is at most 91 lines", () => {
  expect(readFileSync("README.md", "utf8").split("\n").length).toBeLessThanOrEqual(91);
});

test("every guide that a message or a help page names exists", () => {
  const named = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/till help guide ([a-z][a-z-]+)/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !existsSync(`docs/guides/${name}.md`))).toEqual([]);
});

/** Returns how many links lead from the README to each page. */
function clicksFromReadme(): Map<string, number> {
  const clicks = new Map([["README.md", 0]]);
  // Pages are added while the map is read.
  for (const [page, count] of clicks) {
    for (const [, target = ""] of readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#\s]+\.md)/g)) {
      const to = join(dirname(page), target);
      if (!clicks.has(to) && existsSync(to)) clicks.set(to, count + 1);
    }
  }
  return clicks;
}

test("every guide is at most two links away from the README", () => {
  const clicks = clicksFromReadme();
  const guides = globSync("docs/guides/*.md");
  expect(guides.filter((page) => (clicks.get(page) ?? 9) > 2)).toEqual([]);
});

test.each([
  [
    "a merchant changes prices from a spreadsheet",
    ["docs/guides/tutorial-prices.md"],
    [
      "till products export prices",
      "till products import new-prices.csv --key sku --dry-run",
      "till jobs undo last",
    ],
  ],
  [
    "a merchant connects a shop of their own first",
    ["docs/guides/connect.md"],
    ["API Keys Manager", "till login --api-key", "till profiles lock", "--dry-run"],
  ],
  [
    "a developer tests a checkout in Playwright",
    ["docs/guides/testing.md"],
    ["till-cli/testing/playwright", "@playwright/test", "shop"],
  ],
  [
    "an ops person captures each night, with a limit",
    ["docs/guides/capture-in-ci.md", "docs/guides/workers.md"],
    ["till orders capture --authorized", "--max-total", "cron", "till jobs resume", "till schedule"],
  ],
])("%s with what the pages say, after four links at most", (_, path, needed) => {
  const clicks = clicksFromReadme();
  const text = path.map((page) => readFileSync(page, "utf8")).join("\n");
  expect(needed.filter((words) => !text.includes(words))).toEqual([]);
  expect(path.reduce((sum, page) => sum + (clicks.get(page) ?? 9), 0)).toBeLessThanOrEqual(4);
});
