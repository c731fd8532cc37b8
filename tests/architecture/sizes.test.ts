import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = globSync("src/**/*.{ts,tsx}").sort();

test("no file or folder is named utils, helpers, shared, lib, types, core, misc or common", () => {
  expect(
    sources.filter((file) => /(^|\/)(utils?|helpers?|shared|lib|types|core|misc|common)(\/|\.)/.test(file)),
  ).toEqual([]);
});

test("every exported function and class has a doc comment", () => {
  const bare = sources.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, index) =>
      /^export (async )?(function|class) /.test(line) && !(lines[index - 1] ?? "").trim().endsWith("*/")
        ? [`${file}:${index + 1}`]
        : [],
    );
  });
  expect(bare).toEqual([]);
});

const forbidden: Record<string, { pattern: RegExp; except?: RegExp }> = {
  "process.exit": { pattern: /process\.exit\(/ },
  "console.*": { pattern: /\bconsole\./ },
  "default exports": { pattern: /^export default/m },
  "suppressed type errors": { pattern: /@ts-(ignore|expect-error|nocheck)/ },
  eval: { pattern: /\beval\(|new Function\(/ },
  "process.env outside config and context": {
    pattern: /process\.env/,
    except: /^src\/(config\/|context\/context\.ts|main\.ts)/,
  },
  "floats for money": {
    pattern: /parseFloat\(|\.toFixed\(/,
    except: /^src\/(kernel\/money\.ts|output\/|ui\/)/,
  },
};

for (const [name, { pattern, except }] of Object.entries(forbidden)) {
  test(`the source has no ${name}`, () => {
    expect(sources.filter((file) => !except?.test(file) && pattern.test(readFileSync(file, "utf8")))).toEqual(
      [],
    );
  });
}

test("no test has less time than all others", () => {
  // A limit of its own after the function, or a wait that is not the shared one.
  const short = /^\s*\}, \d{1,3}_?\d{3}\);|^\s+\d{1,3}_?\d{3},\n\s*\);|\bvi\.wait(?:For|Until)\(/m;
  const tests = globSync("tests/**/*.{ts,tsx}").filter((file) => !file.endsWith(join("support", "runs.ts")));
  expect(tests.filter((file) => short.test(readFileSync(file, "utf8")))).toEqual([]);
});

/**
 * The size of each part of `src` in thousands of tokens (words, texts and signs), without comments and what is generated. A change
 * that needs more takes something out elsewhere, or raises a number and says why in its commit.
 */
const budget: Readonly<Record<string, number>> = {
  api: 74.8,
  bulk: 53.2,
  cli: 100.9,
  commands: 187.5,
  config: 19,
  context: 24.6,
  copies: 50.3,
  edit: 7.5,
  files: 54.4,
  fleet: 15,
  inspector: 9,
  kernel: 27.3,
  library: 12.5,
  "main.ts": 5.5,
  mirror: 38,
  output: 20.9,
  resources: 225.9,
  sandbox: 369.6,
  stories: 4,
  ui: 122,
  webhooks: 3,
  workers: 23,
};

const token =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[\p{L}\p{N}_$]+|\S/gu;

/** Returns the number of tokens of a source, without comments. */
const tokensIn = (source: string): number =>
  (source.match(token) ?? []).filter((text) => !/^\/[/*]/.test(text)).length;

test("each part of the source has at most its budget of tokens, and no budget is far above what is used", () => {
  const counts: Record<string, number> = {};
  for (const file of sources.filter((name) => !name.endsWith(".gen.ts"))) {
    const part = file.split("/")[1] ?? "";
    counts[part] = (counts[part] ?? 0) + tokensIn(readFileSync(file, "utf8")) / 1000;
  }
  const names = new Set([...Object.keys(budget), ...Object.keys(counts)]);
  const wrong = [...names].filter((part) => {
    const [count = 0, most = 0] = [counts[part], budget[part]];
    return count > most || count < most * 0.95 - 1;
  });
  expect(wrong.map((part) => `${part}: ${(counts[part] ?? 0).toFixed(1)} of ${budget[part] ?? 0}`)).toEqual(
    [],
  );
});
