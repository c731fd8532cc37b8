import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CodeSplittingGroup, type Plugin, rolldown } from "rolldown";
import { declarations } from "./declarations.ts";
import { replaceBuild } from "./replace-build.ts";

/**
 * Evaluates `api/services/calls.ts` at build time: the bundle holds the list of calls as JSON, so that `till api`
 * and completion load no schema.
 */
const callList: Plugin = {
  name: "call-list",
  load: {
    filter: { id: /\/src\/api\/services\/calls\.ts$/ },
    async handler(id) {
      const { calls } = (await import(pathToFileURL(id).href)) as { calls: unknown };
      return `export const calls = JSON.parse(${JSON.stringify(JSON.stringify(calls))});`;
    },
  },
};

/**
 * Opens Node's built-in modules by a function call. An `import` statement reads every property of the module first, which
 * runs all of its getters: 5 ms per start, a fifth of a bare Node start. `node:module` is left to rolldown's own runtime.
 */
const builtins: Plugin = {
  name: "builtins",
  resolveId: { filter: { id: /^node:(?!module$)/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0node:/ },
    handler: (id) => `module.exports = process.getBuiltinModule("${id.slice(1)}");`,
  },
};

/**
 * Each group is one chunk: the files named here and everything they import, because one large file loads faster than many
 * small ones. A module that two groups need goes to the first. All other modules are split at every `import()`.
 */
const groups: CodeSplittingGroup[] = [
  // Every command.
  { name: "start", tags: ["$initial"] },
  // The help of every command: what the declarations of commands share.
  {
    name: "declarations",
    test: /src\/(cli\/(field-flags|job-flags|import\/(file|match)-flags|generic\/(generic-resource|generic-verbs|resource-verbs))|files\/list\/keys)\.ts$/,
  },
  // Every command that prints a result.
  { name: "output", test: "src/output/render.ts" },
  // `till api`, which needs the list of services but no schemas.
  { name: "registry", test: "src/sandbox/registry.ts" },
  // Every command that connects to a shop. Products are included: most commands read them.
  {
    name: "connection",
    test: /src\/(context\/connection|cli\/generic\/print|resources\/products\/resource|sandbox\/handlers\/products\/products)\.ts$/,
  },
  // From the cart to the captured payment: these services share most of their code.
  { name: "checkout", test: /src\/sandbox\/handlers\/(cart|checkout|orders|payments)\// },
];

const output = { format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" } as const;

// Nothing is written to dist before the build is complete: programs may be running from it.
const folder = mkdtempSync(".build-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// The program. Code that is imported on demand becomes a chunk of its own. ink-table and pg are CommonJS, and jq-wasm reads
// its program from its own folder, so they stay outside the bundle.
const program = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  external: ["ink-table", "jq-wasm", "pg"],
  plugins: [callList, builtins],
  resolve: { alias: { "react-devtools-core": new URL("devtools-stub.js", import.meta.url).pathname } },
  transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
});
await program.write({ ...output, dir: folder, codeSplitting: { groups } });
await program.close();

// The library entry points. Dependencies that are installed with the package stay outside.
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const library = await rolldown({
  input: Object.fromEntries(
    ["api", "webhooks", "testing", "testing-fixture", "testing-jest"].map((name) => [
      name,
      `src/library/${name}.ts`,
    ]),
  ),
  platform: "node",
  // Programs load a sandbox's calls on demand, the test shop always.
  checks: { ineffectiveDynamicImport: false },
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [callList],
});
await library.write({ ...output, dir: join(folder, "library") });
await library.close();
for (const [name, text] of Object.entries(await declarations()))
  writeFileSync(join(folder, "library", name), text);

replaceBuild(folder, "dist");
rmSync(".cache", { recursive: true, force: true });
