import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliCompressSync } from "node:zlib";
import type { OutputAsset, OutputChunk, Plugin } from "rolldown";
import { minifySync } from "rolldown/experimental";
import { type Document, operationText, type Texts } from "../src/api/contract/contract.ts";

const require = createRequire(import.meta.url);

/** Returns a plugin that replaces a source file with a text. Throws Error if there is no such file. */
function replaced(file: string, text: () => string | Promise<string>): Plugin {
  if (!existsSync(new URL(`../src/${file}`, import.meta.url)))
    throw new Error(`src/${file}, which the build replaces, does not exist.`);
  const id = new RegExp(`[/\\\\]src[/\\\\]${file.replaceAll(".", "\\.").replaceAll("/", "[/\\\\]")}$`);
  return {
    name: file,
    load: {
      filter: { id },
      handler: async () => ({ code: await text(), moduleType: "js", map: { mappings: "" } }),
    },
  };
}

/** Returns an expression of a module that imports `brotliDecompressSync`, for compressed bytes. */
const decompressed = (bytes: Buffer | string) =>
  `brotliDecompressSync(Buffer.from("${brotliCompressSync(bytes).toString("base64")}", "base64"))`;
const importBrotli = 'import { brotliDecompressSync } from "node:zlib";';

/** Returns a plugin that makes the list of a module at build time: the bundle holds it as compressed JSON, so that it loads no description. */
const listed = (file: string, name: string) =>
  replaced(file, async () => {
    const { [name]: list } = await import(new URL(`../src/${file}`, import.meta.url).href);
    // Without an import: it would be one more file to load.
    const open = 'const { brotliDecompressSync } = process.getBuiltinModule("node:zlib");';
    return `${open}\nexport const ${name} = JSON.parse(${decompressed(JSON.stringify(list))});`;
  });

/** For `till api` and completion. */
export const callList = listed("api/services/calls.ts", "calls");

/** For `till webhooks topics` and completion. */
export const topicList = listed("api/contract/topics.ts", "topics");

/** jq's WebAssembly module becomes a chunk of its own, so that every file of the program is JavaScript. */
export const jqModule = replaced("output/jq-module.ts", () => {
  const bytes = decompressed(readFileSync(require.resolve("jq-wasm/jq.wasm")));
  return `${importBrotli}\nexport const readJqModule = async () => ${bytes};`;
});

/**
 * The contract has each operation and model as JSON text, so that only those are parsed that a command uses. The models that only
 * events use (`withEvents`) are modules of their own.
 */
export const contractFiles: Plugin = {
  name: "contract-files",
  load: {
    filter: { id: /[/\\]src[/\\]api[/\\]contract[/\\][\w-]+\.json(\?events)?$/ },
    handler(id) {
      const [file = "", isOfEvents] = id.split("?");
      const { paths, webhooks, components } = JSON.parse(readFileSync(file, "utf8")) as Document;
      const operations = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => [
          operation.operationId,
          [method, path, operationText(operation)],
        ]),
      );
      const [inEvents, inCalls] = [JSON.stringify(webhooks), JSON.stringify([paths, components])];
      const { events = [], calls = [] } = Object.groupBy(Object.entries(components.schemas), ([name]) => {
        const reference = `"#/components/schemas/${name}"`;
        return inEvents?.includes(reference) && !inCalls.includes(reference) ? "events" : "calls";
      });
      const textsOf = (models: typeof calls) =>
        Object.fromEntries(models.map(([name, schema]) => [name, JSON.stringify(schema)]));
      const texts: Texts = { operations: Object.fromEntries(operations), schemas: textsOf(calls) };
      const read = `events: () => import(${JSON.stringify(`${file}?events`)})`;
      const code = isOfEvents
        ? JSON.stringify(textsOf(events))
        : `{ ...${JSON.stringify(texts)}, ${events.length > 0 ? read : ""} }`;
      // Without a source map: its text would be in the package a second time.
      return { code: `export default ${code};`, moduleType: "js", map: { mappings: "" } };
    },
  },
};

/** Returns a plugin of the library that takes the contract from the chunks of the program, one folder above. */
export const sharedContract = (chunks: readonly (OutputChunk | OutputAsset)[]): Plugin => ({
  name: "shared-contract",
  load: {
    filter: { id: /[/\\]src[/\\]api[/\\]contract[/\\][\w-]+\.json$/ },
    handler(id) {
      const chunk = chunks.find((one) => "moduleIds" in one && one.moduleIds.includes(id));
      if (chunk === undefined || !("exports" in chunk) || chunk.exports.length !== 1)
        throw new Error(`${id} is not the only module of a chunk.`);
      const code = `export { ${chunk.exports[0]} as default } from "../${chunk.fileName}";`;
      return { code, moduleType: "js", map: { mappings: "" } };
    },
  },
  resolveId: { filter: { id: /^\.\.\/contract-/ }, handler: (id) => ({ id, external: true }) },
});

/** The guides are part of the program, compressed: `till help` shows them wherever it is installed. */
export const guideTexts = replaced("cli/help/guides.ts", async () => {
  const file = new URL("../src/cli/help/guides.ts", import.meta.url);
  const { guides, contents } = (await import(file.href)) as { guides: unknown; contents: unknown };
  const text = decompressed(JSON.stringify({ guides, contents }));
  return `${importBrotli}\nexport const { guides, contents } = JSON.parse(${text});`;
});

/** The inspector is part of the program and of the library, compressed. */
export const inspectorCode = replaced("sandbox/server/inspector-code.ts", async () => {
  const { inspectorCode } = await import("./inspector.ts");
  const text = decompressed(JSON.stringify(await inspectorCode()));
  return `${importBrotli}\nexport const readInspector = async () => JSON.parse(${text});`;
});

/** The reports are part of the program, as the guides are. */
export const reportTexts = replaced("mirror/report-files.ts", async () => {
  const file = new URL("../src/mirror/report-files.ts", import.meta.url);
  const { reportFiles } = (await import(file.href)) as { reportFiles: unknown };
  return `export const reportFiles = ${JSON.stringify(reportFiles)};`;
});

/** string-width is synchronous and runs when it is first needed: CommonJS, unlike ESM, can do both. */
export const stringWidth = replaced(
  "kernel/string-width.ts",
  () => 'module.exports = { stringWidth: (text) => require("string-width").default(text) };',
);

/** chalk is needed only where there is color. */
export const chalk = replaced(
  "output/chalk.ts",
  () => 'module.exports = { chalkOf: (level) => new (require("chalk").Chalk)({ level }) };',
);

/** ink-table is CommonJS and requires Ink, which has a top-level await: it is given the modules of the bundle instead. */
export const inkTable = replaced("ui/components/ink-table.ts", () => {
  const code = readFileSync(require.resolve("ink-table"), "utf8");
  return `import * as React from "react";
import { ink } from "../terminal.ts";
import * as hash from "object-hash";
const modules = { react: React, ink, "object-hash": hash };
const module = { exports: {} };
(function (exports, require) {\n${code}\n})(module.exports, (name) => modules[name]);
export const InkTable = module.exports.default;`;
});

/** Node's modules that take milliseconds to open, and that few commands use although many import them. */
const late = /^node:(child_process|https?|net|tls)$/;

/**
 * Opens Node's built-in modules by a function call, those of the program that are costly when one of their exports is first
 * used. An `import` statement reads every property of the module first, which runs all of its getters: 5 ms per start, a fifth of
 * a bare Node start. The library gets the modules themselves, whose functions it replaces. `node:module` is left to rolldown's own
 * runtime.
 */
export const builtins = ({ of }: { of: "program" | "library" }): Plugin => ({
  name: "builtins",
  resolveId: { filter: { id: /^node:(?!module$)/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0node:/ },
    handler(id) {
      const name = id.slice(1);
      const open = `process.getBuiltinModule("${name}")`;
      if (of === "library" || !late.test(name)) return `module.exports = ${open};`;
      const exports = Object.getOwnPropertyNames(process.getBuiltinModule(name));
      const getters = exports.map((one) => `get ${one}() { return open().${one}; }`);
      return `const open = () => ${open};\nmodule.exports = { ${getters.join(", ")} };`;
    },
  },
});

/** Returns the npm package of a module, `@scope-name` for `@scope/name`; null for modules of this project. */
export function packageOf(id: string): string | null {
  const [, name] = id.match(/.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/) ?? [];
  return name?.replace(/[/\\]/, "-").replace(/\.js$/, "") ?? null;
}

/**
 * Minifies the chunks of packages in a bundle that is readable otherwise. They have no source maps: a third of its size.
 */
export const minifiedPackages: Plugin = {
  name: "minified-packages",
  transform: {
    filter: { id: /[/\\]node_modules[/\\].*\.[cm]?js$/ },
    handler: (code) => ({ code, map: { mappings: "" } }),
  },
  renderChunk(code, chunk) {
    const isPackage = (id: string) => id.startsWith("\0") || packageOf(id) !== null;
    if (chunk.moduleIds.length === 0 || !chunk.moduleIds.every(isPackage)) return null;
    return { code: minifySync(chunk.fileName, code).code, map: { mappings: "" } };
  },
};
