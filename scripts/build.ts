import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type CodeSplittingGroup, rolldown } from "rolldown";
import {
  builtins,
  callList,
  chalk,
  contractFiles,
  guideTexts,
  inkTable,
  inspectorCode,
  jqModule,
  minifiedPackages,
  packageOf,
  reportTexts,
  sharedContract,
  stringWidth,
  topicList,
} from "./bundle-plugins.ts";
import { declarations, entryPoints } from "./declarations.ts";
import { licenseText } from "./licenses.ts";
import { replaceBuild } from "./replace-build.ts";

/**
 * Each group is one chunk: the files named here and everything they import, because one large file loads faster than many
 * small ones. A module that two groups need goes to the first. All other modules are split at every `import()`.
 */
const groups: CodeSplittingGroup[] = [
  // The calls and models of a domain: a command loads those of the domains that it uses.
  {
    debugName: "contract",
    name: (id) => `contract-${/[/\\]contract[/\\]([\w-]+)\.json$/.exec(id)?.[1]}`,
    test: /[/\\]src[/\\]api[/\\]contract[/\\][\w-]+\.json$/,
    priority: 1,
  },
  // Every command.
  { name: "start", tags: ["$initial"] },
  // The help of every command: what the declarations of commands share, also with what connects to a shop.
  {
    name: "declarations",
    test: modulesOf(
      "api/{endpoint,models/app-ids,services/sandbox/fault-kinds}",
      "kernel/{file-system,json}",
      "cli/{bulk,product}-flags",
      "cli/generic/{generic-resource,generic-verbs,resource-verbs}",
      "files/list-keys",
    ),
  },
  // Every command that prints a result.
  { name: "output", test: modulesOf("output/render") },
  // `till api`, which needs the list of services but no schemas.
  { name: "registry", test: modulesOf("sandbox/registry") },
  // What reads the local copy of a shop, too: its profile and its file.
  {
    name: "profile",
    test: modulesOf(
      "api/endpoint",
      "config/effective-profile",
      "kernel/{currency,guid,lexer,money,sqlite}",
      "output/{json,table}",
    ),
  },
  // Every command that connects to a shop. Products are included: most commands read them.
  {
    name: "connection",
    test: modulesOf(
      "api/services/models",
      "context/connection",
      "cli/generic/print",
      "cli/write-notice",
      "resources/products/resource",
    ),
  },
  // What the products of v1 share with those of v3 through the public files of other domains, but do not use.
  {
    name: "catalog-v3",
    test: modulesOf("api/services/{collections,inventory}", "sandbox/collections/{categories,placements}"),
    includeDependenciesRecursively: false,
  },
  // The products of a sandbox.
  { name: "products", test: modulesOf("sandbox/products/v1/calls") },
  // From the cart to the placed order: these services share most of their code.
  { name: "checkout", test: modulesOf("sandbox/{cart,checkout}/{,*-}calls") },
  // The calls of orders and their payments. Other services use the rules of orders only.
  { name: "orders", test: modulesOf("sandbox/{orders,payments}/{,*-}calls") },
];

const require = createRequire(import.meta.url);
const output = { format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" } as const;

// Nothing is written to dist before the build is complete: programs may be running from it.
const folder = mkdtempSync(".build-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// The program, with everything it needs. Code that is imported on demand becomes a chunk of its own.
const program = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  // Groups without the modules that they import need it.
  preserveEntrySignatures: "allow-extension",
  // Optional parts of pg, which it does without.
  external: ["pg-native", "pg-cloudflare"],
  plugins: [
    callList,
    topicList,
    contractFiles,
    guideTexts,
    reportTexts,
    inspectorCode,
    jqModule,
    stringWidth,
    chalk,
    inkTable,
    builtins({ of: "program" }),
  ],
  resolve: {
    alias: {
      "react-devtools-core": fileURLToPath(new URL("devtools-stub.js", import.meta.url)),
      undici$: fileURLToPath(new URL("undici-agents.cjs", import.meta.url)),
    },
  },
  // Otherwise a chunk loads those of modules that it does not use.
  treeshake: { moduleSideEffects: [{ test: /[/\\]src[/\\]/, sideEffects: false }] },
  transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
});
const written = await program.write({
  ...output,
  dir: folder,
  codeSplitting: { groups },
  // V8 keeps a file with one other character as two bytes per character, and encodes all of it again for its cache.
  charset: "ascii",
});
await program.close();

// The library, readable: its errors and stack frames appear in the programs and tests that use it.
const library = await rolldown({
  input: Object.fromEntries([...entryPoints, "preload"].map((name) => [name, `src/library/${name}.ts`])),
  platform: "node",
  // Programs load a sandbox's calls on demand, the test shop always.
  checks: { ineffectiveDynamicImport: false },
  plugins: [
    topicList,
    callList,
    sharedContract(written.output),
    inspectorCode,
    stringWidth,
    builtins({ of: "library" }),
    minifiedPackages,
  ],
  resolve: { alias: { undici$: fileURLToPath(new URL("undici-intercept.cjs", import.meta.url)) } },
});
const other = await library.write({
  ...output,
  minify: false,
  comments: false,
  // A chunk for each package, which is minified, and one for the built-in modules that all of them use.
  codeSplitting: {
    groups: [
      { name: "node", test: /^\0node:/ },
      { name: packageOf, debugName: "packages" },
    ],
  },
  dir: join(folder, "library"),
});
await library.close();
for (const [name, text] of Object.entries({ ...(await declarations()), ...commonModules() }))
  writeFileSync(join(folder, "library", name), text);

const modules = [...written.output, ...other.output].flatMap((one) =>
  "moduleIds" in one ? one.moduleIds : [],
);
writeFileSync(
  join(folder, "THIRD-PARTY-LICENSES.txt"),
  licenseText([...modules, require.resolve("ink-table")]),
);

replaceBuild(folder, "dist");
rmSync(".cache", { recursive: true, force: true });

/**
 * Returns the entry points for `require` by file name. Node itself loads the library: the `require` and the `process` of Jest
 * are its own and cannot load ECMAScript modules, but scripts in the main context have Node's.
 */
function commonModules(): Record<string, string> {
  const node = 'require("node:vm").runInThisContext("process")';
  const load = `${node}.getBuiltinModule("node:module").createRequire(__filename)`;
  return Object.fromEntries(
    entryPoints.map((name) => [
      `${name}.cjs`,
      name === "testing-jest"
        ? `const library = ${load}("./${name}.js");\nmodule.exports = { ...library, useShop: (options, hooks = globalThis) => library.useShop(options, hooks) };\n`
        : `module.exports = ${load}("./${name}.js");\n`,
    ]),
  );
}

/** Returns an expression for modules by patterns of their paths below src. Throws if a pattern matches none. */
function modulesOf(...patterns: string[]): RegExp {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(`src/${pattern}.ts`);
    if (found.length === 0) throw new Error(`There is no src/${pattern}.ts`);
    return found;
  });
  // Separators are those of the system.
  const paths = files.map((file) => file.replaceAll(".", "\\.").split(sep).join("[/\\\\]"));
  return new RegExp(`[/\\\\](${paths.join("|")})$`);
}
