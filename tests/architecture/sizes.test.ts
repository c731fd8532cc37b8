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
