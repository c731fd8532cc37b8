import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** The floors: a room imports only from the floors below its own. The ground floor is one room of small files. */
const floors: Record<string, number> = {
  errors: 0,
  money: 0,
  text: 0,
  lexer: 0,
  folder: 0,
  png: 0,
  sqlite: 0,
  serve: 0,
  version: 0,
  "zoned-time": 0,
  api: 1,
  bulk: 1,
  config: 1,
  output: 1,
  sandbox: 2,
  webhooks: 2,
  files: 2,
  ui: 2,
  context: 3,
  resources: 3,
  library: 3,
  commands: 4,
  main: 5,
};

/** What a room may import beyond the rule of floors, and what it may not though the floor allows it. */
const sandboxMayUse = /^api\/(calls|endpoint|endpoints|models|topics|bounds|violations|filter|query|send)/;

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  text: string;
}

const sources = globSync("src/**/*.{ts,tsx}").sort();

function roomOf(file: string): string {
  return (relative("src", file).split("/")[0] ?? "").replace(/\.tsx?$/, "");
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, "utf8");
  const pattern =
    /(?:import|export)\s+(type\s+)?[^"';]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)|import\s+"(\.[^"]+)"/g;
  return [...source.matchAll(pattern)].map((match) => ({
    from: file,
    to: join(dirname(file), match[2] ?? match[3] ?? match[4] ?? ""),
    typeOnly: match[1] !== undefined,
    text: match[0],
  }));
}

const imports = sources.flatMap(importsOf).filter(({ to }) => to.startsWith("src/"));

/** The nouns of the command tree; folders of commands without an index are shared by them. */
const nouns = new Set(globSync("src/commands/*/index.ts").map((file) => file.split("/")[2]));

test("every folder and file of src has a floor", () => {
  expect([...new Set(sources.map(roomOf))].filter((room) => !(room in floors))).toEqual([]);
});

test("imports only go downstairs", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    const [floor, below] = [floors[room] ?? -1, floors[other] ?? 99];
    return room !== other && floor <= below && floor + below > 0;
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("imports point at files that exist, with their extension", () => {
  const known = new Set(sources);
  expect(imports.filter(({ to }) => !known.has(to)).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("the sandbox uses the contract half of api only", () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      roomOf(from) === "sandbox" && roomOf(to) === "api" && !sandboxMayUse.test(relative("src", to)),
  );
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("ui sees only types of api and bulk", () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) => roomOf(from) === "ui" && ["api", "bulk"].includes(roomOf(to)) && !typeOnly,
  );
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("commands reach ui only on demand, and no command imports another group's command", () => {
  const wrong = imports.filter(({ from, to, text }) => {
    if (roomOf(from) !== "commands") return false;
    if (roomOf(to) === "ui") return !text.startsWith("import(") && !text.startsWith("import type");
    const [noun, other] = [from, to].map((file) => relative("src/commands", file).split("/")[0]);
    return roomOf(to) === "commands" && nouns.has(other) && noun !== "sections.ts" && noun !== other;
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("tsx lives in ui only", () => {
  expect(sources.filter((file) => file.endsWith(".tsx") && roomOf(file) !== "ui")).toEqual([]);
});
