import { expect, test } from "vitest";
import { jobLine } from "../../src/cli/same-site.ts";
import { readEnvironment } from "../../src/config/environment.ts";
import {
  commandLine,
  inShell,
  quotingHint,
  type Shell,
  shellWord,
  splitWords,
} from "../../src/kernel/command-line.ts";
import { createWorld } from "../support/world.ts";

const hint = `cmd.exe does not know single quotes. Put the argument in double quotes: "brand = 'Acme'"`;

test.each([
  ["a filter that is split into arguments", ["products", "list", "--filter", "'brand", "=", "Acme'"]],
  ["a filter that loses its end to a redirection", ["products", "list", "--filter", "'price"]],
  ["a filter without spaces", ["products", "list", "--filter", "'price>100'"]],
])("on Windows, %s gets a hint about quotes", (_what, argv) => {
  expect(quotingHint(argv, "win32")).toBe(hint);
  expect(quotingHint(argv, "linux")).toBeUndefined();
});

test("text in single quotes within an argument gets no hint", () => {
  expect(
    quotingHint(["products", "list", "--filter", "brand = 'Acme' and price > 1"], "win32"),
  ).toBeUndefined();
});

test("a usage error shows the hint about quotes in the place of its own", async () => {
  const world = createWorld();
  const argv = ["products", "list", "--filter", "'brand", "=", "Acme'"];
  const { code, stderr } = await world.till(argv, { platform: "win32" });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^error: Too many arguments.*\n {2}cmd\.exe/),
  });
  expect((await world.till(argv)).stderr).toContain("Add --help");
  world.close();
});

/** What programs of Windows make of a command line, by the rules of Microsoft's C library. */
function windowsWords(line: string): string[] {
  const words: string[] = [];
  for (const [text] of line.matchAll(/(?:(?:\\\\)*\\"|"(?:\\.|[^"\\]|\\(?=$))*"|[^\s"])+/g)) {
    let word = "";
    let inQuotes = false;
    for (const [, slashes = "", quote, other = ""] of text.matchAll(/(\\*)(")|(\\+(?!\\*")|[^"\\])/g)) {
      word += "\\".repeat(Math.floor(slashes.length / 2)) + other;
      if (quote && slashes.length % 2 === 1) word += '"';
      else if (quote) inQuotes = !inQuotes;
    }
    words.push(word);
    expect(inQuotes).toBe(false);
  }
  return words;
}

const given = ["plain", "a b", "C:\\a b\\", 'brand = "Acme"', "brand = 'Acme'", "100%,50", 'a\\"b', "$x `y"];

test("a command line for cmd.exe arrives unchanged, and has no single quotes outside double quotes", () => {
  const line = inShell(commandLine(...given), "cmd");
  expect(windowsWords(line)).toEqual(["till", ...given]);
  expect(line).toContain(`"brand = 'Acme'"`);
});

test.each<[Shell, string, string]>([
  ["powershell", "brand = 'Acme'", `"brand = 'Acme'"`],
  ["powershell", 'brand = "Acme"', `'brand = \\"Acme\\"'`],
  ["pwsh", 'brand = "Acme"', `'brand = "Acme"'`],
  ["pwsh", "it's $5", "'it''s $5'"],
  ["powershell", "a,b", '"a,b"'],
  ["cmd", "stock < 5", '"stock < 5"'],
  ["posix", "a,b%", "a,b%"],
])("%s quotes %s", (shell, word, quoted) => expect(shellWord(word, shell)).toBe(quoted));

test("commands are printed for the shell that till was started from", async () => {
  const shellIn = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = "win32") =>
    readEnvironment(env, platform).shell;
  const modules = "C:\\Users\\ada\\Documents\\WindowsPowerShell\\Modules";
  expect(shellIn({ PROMPT: "$P$G", PSModulePath: modules })).toBe("cmd");
  expect(shellIn({ PSModulePath: modules })).toBe("powershell");
  expect(shellIn({ PSModulePath: "C:\\Program Files\\PowerShell\\7\\Modules" })).toBe("pwsh");
  expect(shellIn({ SHELL: "/usr/bin/bash", PROMPT: "$P$G" })).toBe("posix");
  expect(shellIn({ PROMPT: "$P$G" }, "linux")).toBe("posix");
  const environment = readEnvironment({ PROMPT: "$P$G", TILL_PROFILE: "my shop" }, "win32");
  expect(jobLine({ globals: {}, environment }, "undo", "k3f9")).toBe(
    'till jobs undo k3f9 --profile "my shop"',
  );
});

test.each([
  ["Größe", "Größe"],
  ["brand = 'Acme'", `"brand = 'Acme'"`],
  ['name = "x"', `'name = "x"'`],
  ["it's $5", `'it'\\''s $5'`],
  ["don't!", `'don'\\''t!'`],
])("%s is quoted as a person would: %s", (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
  expect(splitWords(quoted)).toEqual([word]);
});
