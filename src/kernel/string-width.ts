import { createRequire } from "node:module";

// Loading string-width takes about 25 ms (Unicode tables), and most text is ASCII: so it is loaded on the first text that is
// not, and synchronously, because its callers are synchronous. The build replaces this file (scripts/bundle-plugins.ts).
const load = createRequire(import.meta.url);

/** Returns the width of a line of text in terminal columns, from the package string-width. */
export function stringWidth(text: string): number {
  return (load("string-width") as typeof import("string-width")).default(text);
}
