import { rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type CodeSplittingGroup, type Plugin, rolldown } from "rolldown";
import { declarations } from "./declarations.ts";

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
 * Modules that are opened together share a chunk with everything they import: a start pays for each file it reads.
 * Earlier groups win. Whatever stands in no group and is imported on demand becomes a chunk of its own.
 */
const groups: CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"] },
  { name: "output", test: "src/output/render.ts" },
  {
    name: "connection",
    test: /src\/(resources\/products\/read|context\/connection|config\/credentials|sandbox\/server\/open|sandbox\/handlers\/members\/oauth|cli\/fields|cli\/writing)\.ts$/,
  },
  { name: "products", test: "src/sandbox/handlers/products/products.ts" },
  {
    name: "cart",
    test: /src\/(resources\/cart\/(open|cart-v1|checkout-v1|sections)|sandbox\/handlers\/(cart|checkout)\/(carts|current-cart|checkouts))\.ts$/,
  },
  { name: "orders", test: /src\/sandbox\/handlers\/(orders|payments)\/[\w-]+\.ts$/ },
  { name: "jobs", test: /src\/cli\/(jobs|payments)\/run\.ts$/ },
];

const output = { format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" } as const;

for (const folder of ["dist", ".cache"]) rmSync(folder, { recursive: true, force: true });

// The program. Code that is imported on demand becomes a chunk of its own. ink-table is CommonJS and jq-wasm reads its
// program from its own folder, so both stay outside the bundle.
const program = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  external: ["ink-table", "jq-wasm"],
  plugins: [callList],
  resolve: { alias: { "react-devtools-core": new URL("devtools-stub.js", import.meta.url).pathname } },
  transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
});
await program.write({ ...output, dir: "dist", codeSplitting: { groups } });
await program.close();

// The library entry points. Their dependencies stay outside: they are installed with the package.
const library = await rolldown({
  input: { api: "src/library/api.ts", webhooks: "src/library/webhooks.ts" },
  platform: "node",
  external: /^[^./]/,
  plugins: [callList],
});
await library.write({ ...output, dir: "dist/library" });
await library.close();
for (const [name, text] of Object.entries(await declarations())) writeFileSync(`dist/library/${name}`, text);
