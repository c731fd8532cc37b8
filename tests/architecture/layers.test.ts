import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

/** A module imports from layers below its own only, and from its own folder. */
const layers: Record<string, number> = {
  kernel: 0,
  api: 1,
  bulk: 1,
  config: 1,
  output: 1,
  sandbox: 2,
  webhooks: 2,
  files: 2,
  ui: 2,
  inspector: 2,
  context: 3,
  resources: 3,
  library: 3,
  cli: 4,
  copies: 5,
  mirror: 5,
  fleet: 5,
  workers: 5,
  stories: 5,
  edit: 5,
  commands: 6,
  main: 7,
};

/**
 * The layers inside the sandbox, in the same way. Every folder that is not named here is a domain: its rules are on layer 2,
 * its API calls (calls.ts, or …-calls.ts) above the rules of all domains. GraphQL answers
 * with the calls of several domains.
 */
const sandboxLayers: Record<string, number> = {
  kernel: 0,
  pricing: 1,
  pages: 3,
  seed: 3,
  graphql: 5,
  registry: 6,
  control: 7,
  server: 8,
};
const rules = 2;
const calls = 4;

/** The contract half of api: what the sandbox may use, as it must not share the client's mistakes. */
const contract =
  /^src\/api\/(bounds|contract\/|endpoint|models\/|query\/|schema(-fields)?\.ts|services\/|transport\/transport|violations)/;

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  onDemand: boolean;
}

const sources = globSync("src/**/*.{ts,tsx}").sort();
const imports = sources.flatMap(importsOf).filter(({ to }) => to.startsWith("src/"));

function importsOf(file: string): Import[] {
  const pattern =
    /(?:import|export)\s+(type\s+)?[^"';]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)",?\s*\)|import\s+"(\.[^"]+)"/g;
  return [...readFileSync(file, "utf8").matchAll(pattern)].map((match) => ({
    from: file,
    to: join(dirname(file), match[2] ?? match[3] ?? match[4] ?? ""),
    typeOnly: match[1] !== undefined,
    onDemand: match[3] !== undefined,
  }));
}

/** The module below a folder that a file belongs to: `sandbox` for `src/sandbox/kernel/store.ts` below `src`. */
const moduleOf = (file: string, depth = 1) => (file.split("/")[depth] ?? "").replace(/\.tsx?$/, "");
const shown = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} -> ${to}`);

/** The domain of the sandbox that a file belongs to. */
function domainOf(file: string): string | undefined {
  const [, domain] = file.match(/^src\/sandbox\/([\w-]+)\//) ?? [];
  return domain === undefined || domain in sandboxLayers ? undefined : domain;
}

function sandboxLayer(file: string): number {
  if (domainOf(file) === undefined) return sandboxLayers[moduleOf(file, 2)] ?? -1;
  return /(^|-)calls\.ts$/.test(basename(file)) ? calls : rules;
}

/** Returns the nodes on cycles, and those between two cycles; empty if there are none. */
function cycles(edges: readonly (readonly [string, string])[]): string[] {
  const others = edges.filter(([from, to]) => from !== to);
  const starts = new Set(others.map(([from]) => from));
  const ends = new Set(others.map(([, to]) => to));
  const left = others.filter(([from, to]) => ends.has(from) && starts.has(to));
  return left.length === others.length ? [...new Set(left.flat())].sort() : cycles(left);
}

/** Imports that do not go to a lower layer, below a folder. */
function upwardImports(table: Record<string, number>, depth: number, of: readonly Import[]): Import[] {
  return of.filter(({ from, to }) => {
    const [own, other] = [moduleOf(from, depth), moduleOf(to, depth)];
    return own !== other && (table[own] ?? -1) <= (table[other] ?? 99);
  });
}

test("every folder and file of src has a layer", () => {
  expect([...new Set(sources.map((file) => moduleOf(file)))].filter((name) => !(name in layers))).toEqual([]);
});

test("imports point to lower layers only", () => {
  expect(shown(upwardImports(layers, 1, imports))).toEqual([]);
});

const inSandbox = imports.filter(({ from, to }) => [from, to].every((file) => moduleOf(file) === "sandbox"));
const betweenDomains = inSandbox.filter(({ from, to }) => domainOf(to) && domainOf(from) !== domainOf(to));

test("inside the sandbox imports point to lower layers only", () => {
  const wrong = inSandbox.filter(({ from, to }) => {
    const isInside = domainOf(from) ? domainOf(from) === domainOf(to) : moduleOf(from, 2) === moduleOf(to, 2);
    if (isInside) return sandboxLayer(from) < sandboxLayer(to);
    const areRules = sandboxLayer(from) === rules && sandboxLayer(to) === rules;
    return sandboxLayer(from) < 0 || (!areRules && sandboxLayer(from) <= sandboxLayer(to));
  });
  expect(shown(wrong)).toEqual([]);
});

test("there are no import cycles, type imports and imports on demand included", () => {
  expect(cycles(imports.map(({ from, to }) => [from, to]))).toEqual([]);
});

test("inside the sandbox the rules of domains do not depend on each other in a cycle", () => {
  const between = betweenDomains.filter(({ from, to }) =>
    [from, to].every((file) => sandboxLayer(file) === rules),
  );
  expect(cycles(between.map(({ from, to }) => [domainOf(from) ?? "", domainOf(to) ?? ""]))).toEqual([]);
});

test("inside the sandbox a domain is used by other domains through index.ts only", () => {
  const wrong = betweenDomains.filter(({ from, to }) => domainOf(from) && basename(to) !== "index.ts");
  expect(shown(wrong)).toEqual([]);
});

test("imports point at files that exist, with their extension", () => {
  const known = new Set([...sources, ...globSync("src/**/*.json")]);
  expect(shown(imports.filter(({ to }) => !known.has(to)))).toEqual([]);
});

test("the sandbox uses the contract half of api only", () => {
  const wrong = imports.filter(
    ({ from, to }) => moduleOf(from) === "sandbox" && moduleOf(to) === "api" && !contract.test(to),
  );
  expect(shown(wrong)).toEqual([]);
});

test("ui sees only types of api and bulk", () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      moduleOf(from) === "ui" && ["api", "bulk"].includes(moduleOf(to)) && !typeOnly,
  );
  expect(shown(wrong)).toEqual([]);
});

test("cli, commands and the modules between them load ui on demand, and no command imports another group's command", () => {
  const wrong = imports.filter(({ from, to, typeOnly, onDemand }) => {
    const layer = layers[moduleOf(from)] ?? 0;
    if (layer < 4 || layer > 6) return false;
    if (moduleOf(to) === "ui") return !onDemand && !typeOnly;
    if (moduleOf(to) !== "commands" || basename(from) === "index.ts") return false;
    return moduleOf(from, 2) !== moduleOf(to, 2);
  });
  expect(shown(wrong)).toEqual([]);
});

test("there are no loose files in commands, and tsx lives in the user interfaces only", () => {
  expect(globSync("src/commands/*.ts")).toEqual(["src/commands/index.ts"]);
  expect(sources.filter((file) => file.endsWith(".tsx") && !/^(ui|inspector)$/.test(moduleOf(file)))).toEqual(
    [],
  );
});
