import { rmSync } from "node:fs";
import { rolldown } from "rolldown";

/** The bundle: one entry, a chunk for whatever is imported on demand. ink-table stays outside (it is CommonJS). */
rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  external: [/^node:/, "ink-table"],
  resolve: { alias: { "react-devtools-core": new URL("devtools-stub.js", import.meta.url).pathname } },
  transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
});
await bundle.write({
  dir: "dist",
  format: "esm",
  minify: true,
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
