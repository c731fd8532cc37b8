import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Returns jq's WebAssembly module from its package. The build replaces this file (scripts/bundle-plugins.ts). */
export async function readJqModule(): Promise<Uint8Array> {
  return await readFile(createRequire(import.meta.url).resolve("jq-wasm/jq.wasm"));
}
