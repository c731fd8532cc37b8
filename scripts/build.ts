import { rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { declarations } from "./declarations.ts";

/**
 * Files whose static imports travel with them in one chunk, because whoever opens one needs all of it: reading a file
 * costs a start more than reading a long one. What an earlier one holds, a later one imports from there.
 */
const doors = {
  shelves: "src/sandbox/shelves.ts",
  sqlite: "src/sqlite.ts",
  print: "src/output/render.ts",
  catalog: "src/resources/products/read.ts",
  connection: "src/context/connection.ts",
  credentials: "src/config/credentials.ts",
  fields: "src/commands/fields.ts",
  sandbox: "src/sandbox/open.ts",
  oauth: "src/sandbox/handlers/oauth.ts",
  shelf: "src/sandbox/handlers/products.ts",
  cartcalls: /src\/api\/endpoints\/(current-cart|checkouts)\.ts/,
  carts: "src/sandbox/handlers/current-cart.ts",
  checkouts: "src/sandbox/handlers/checkouts.ts",
  cart: /src\/resources\/cart\/(cart-v1|checkout-v1|open|sections|settle)\.ts/,
  help: "src/commands/help/page.ts",
  complete: "src/commands/completion/complete.ts",
};

/**
 * Asks for a built-in module where the code imports it. An import would run every getter that the module has (all of
 * the web crypto, of the streams, of fetch), which together cost a tenth of a start; asking runs none.
 */
const builtins: Plugin = {
  name: "builtins",
  renderChunk: (code) =>
    code.replace(
      /^import (?:(?:\* as )?([\w$]+))?(?:, )?(\{.+?\})? from "(node:.+?)";$/gm,
      (_, whole: string | undefined, names: string | undefined, module: string) =>
        [whole, names?.replaceAll(" as ", ": ")]
          .filter((target) => target !== undefined)
          .map((target) => `const ${target} = globalThis.process.getBuiltinModule("${module}");`)
          .join(" "),
    ),
};

/**
 * Works out here what is the same at every start: the bundle holds the exports of such a module as data, and nothing
 * of what they were made from.
 */
const constants: Plugin = {
  name: "constants",
  load: {
    filter: { id: /\/src\/api\/calls\.ts$/ },
    async handler(id) {
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      const lines = Object.entries(values).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return lines.join("\n");
    },
  },
};

/** The bundle: what every start needs, the doors, and a chunk for whatever else is imported on demand. ink-table stays outside (it is CommonJS), and so does jq-wasm (it reads its program from beside it). */
for (const made of ["dist", ".cache"]) rmSync(made, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  external: [/^node:/, "ink-table", "jq-wasm"],
  plugins: [constants, builtins],
  resolve: { alias: { "react-devtools-core": new URL("devtools-stub.js", import.meta.url).pathname } },
  transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
});
await bundle.write({
  dir: "dist",
  format: "esm",
  minify: true,
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: {
    groups: [
      { name: "start", tags: ["$initial"] },
      ...Object.entries(doors).map(([name, test]) => ({ name, test })),
    ],
  },
});
await bundle.close();

/** The doors for other programs, with the packages that they need left outside: whoever installs till has them. */
const library = await rolldown({
  input: { api: "src/library/api.ts", webhooks: "src/library/webhooks.ts" },
  platform: "node",
  external: /^[^./]/,
  plugins: [constants],
});
await library.write({
  dir: "dist/library",
  format: "esm",
  minify: true,
  chunkFileNames: "[name]-[hash].js",
});
await library.close();
for (const [name, text] of Object.entries(await declarations())) writeFileSync(`dist/library/${name}`, text);
