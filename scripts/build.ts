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
  print: "src/output/render.ts",
  help: "src/commands/help/page.ts",
  complete: "src/commands/completion/complete.ts",
  nouns: /src\/commands\/(orders|cart|checkout)\/index\.ts$/,
  shop: /src\/(resources\/products\/read|context\/connection|config\/credentials|commands\/writing|sqlite|sandbox\/(open|defaults)|api\/endpoints\/catalog-versioning|sandbox\/handlers\/catalog-versioning)\.ts$/,
  fields: "src/commands/fields.ts",
  oauth: "src/sandbox/handlers/oauth.ts",
  shelf: "src/sandbox/handlers/products.ts",
  cartcalls: /src\/api\/(endpoints\/(current-cart|checkouts)|models\/catalog-query)\.ts$/,
  ordercalls: /src\/api\/endpoints\/(orders|order-billing|order-transactions)\.ts$/,
  carts: /src\/sandbox\/(handlers\/(current-cart|carts)|cart\/carts)\.ts$/,
  checkouts: "src/sandbox/handlers/checkouts.ts",
  orders: /src\/sandbox\/handlers\/(orders|order-billing|order-transactions)\.ts$/,
  cart: /src\/(resources\/cart\/(cart-v1|checkout-v1|open|sections|settle)|commands\/(cart|checkout)\/\w+)\.ts$/,
  job: "src/commands/job/run.ts",
  payments: /src\/(commands\/payments\/\w+|commands\/orders\/payments|sandbox\/handlers\/sandbox-clock)\.ts$/,
};

/** Built-in modules that take long to open; only functions are imported from them by name. */
const slow = new Set(["node:crypto", "node:timers/promises", "node:child_process", "node:stream/consumers"]);

/**
 * Asks for a built-in module where the code imports it. An import would run every getter that the module has (all of
 * the web crypto, of the streams, of fetch), which together cost a tenth of a start; asking runs none. A slow one is
 * asked for when a function of it is called.
 */
const builtins: Plugin = {
  name: "builtins",
  renderChunk: (code) =>
    code.replace(
      /^import (?:(?:\* as )?([\w$]+))?(?:, )?(?:\{(.+?)\})? from "(node:.+?)";$/gm,
      (_, whole: string | undefined, names: string | undefined, module: string) => {
        const open = `globalThis.process.getBuiltinModule("${module}")`;
        const parts = (names ?? "").split(",").flatMap((part) => {
          const [name = "", as = name] = part.trim().split(" as ");
          return name === "" ? [] : [{ name, as }];
        });
        const some = slow.has(module)
          ? parts.map(({ name, as }) => `const ${as} = (...all) => ${open}.${name}(...all);`)
          : parts.length === 0
            ? []
            : [`const { ${parts.map(({ name, as }) => `${name}: ${as}`).join(", ")} } = ${open};`];
        return [...(whole === undefined ? [] : [`const ${whole} = ${open};`]), ...some].join(" ");
      },
    ),
};

/**
 * What libraries get in place of built-in modules that every start would open for them: Commander can run subcommands as
 * programs of their own, and till has none; chalk asks whether there is a terminal, which a pipe or a file is not.
 */
const standIns: Record<string, string> = {
  "commander node:child_process": "export default {};",
  "chalk node:tty": `
    const get = globalThis.process.getBuiltinModule;
    const isDevice = (fd) => get("node:fs").fstatSync(fd).isCharacterDevice();
    const isatty = (fd) => { try { return isDevice(fd) && get("node:tty").isatty(fd); } catch { return false; } };
    export default { isatty };`,
};

const lessOfNode: Plugin = {
  name: "less of Node",
  resolveId(source, importer = "") {
    const found = Object.keys(standIns).find((one) => {
      const [library, module] = one.split(" ");
      return module === source && importer.includes(`/node_modules/${library}/`);
    });
    if (found !== undefined) return `\0${found}`;
    return source.startsWith("node:") ? { id: source, external: true, moduleSideEffects: false } : undefined;
  },
  load: (id) => standIns[id.slice(1)],
};

/**
 * A file that a group swallowed, and that is also imported on demand, is left as one that only names what the group's
 * chunk exports. Importers ask that chunk themselves: each file costs a start.
 */
const signposts: Plugin = {
  name: "signposts",
  generateBundle(_, made) {
    const chunks = Object.values(made).filter((one) => one.type === "chunk");
    const named = new Map<string, string>();
    for (const { code, fileName, isEntry } of chunks) {
      if (isEntry) continue;
      const [, names, target] = /^export\{([^}]+)\}from"(\.\/[^"]+)";\s*$/.exec(code) ?? [];
      if (names === undefined) continue;
      const members = names.split(",").map((name) => {
        const [inner, outer = inner] = name.split(" as ");
        return `${outer}:m.${inner}`;
      });
      named.set(fileName, `import("${target}").then(m=>({${members.join()}}))`);
    }
    for (const chunk of chunks)
      chunk.code = chunk.code.replace(
        /import\([`"]\.\/([^`"]+)[`"]\)/g,
        (whole, name: string) => named.get(name) ?? whole,
      );
    for (const name of named.keys()) delete made[name];
  },
};

/** V8 keeps a file of ASCII at a byte a character, and one with a single `…` at two, which takes a start longer to read. */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_, made) {
    for (const one of Object.values(made))
      if (one.type === "chunk") one.code = one.code.replace(/[^\x00-\x7f]/g, escaped);
  },
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

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
  external: ["ink-table", "jq-wasm"],
  plugins: [constants, lessOfNode, builtins, signposts, ascii],
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
