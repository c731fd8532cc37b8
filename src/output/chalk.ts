import { createRequire } from "node:module";

// Chalk opens node:tty, which opens node:net: 3 ms that a command without color does not need. It is loaded synchronously, because
// its callers are synchronous. The build replaces this file (scripts/bundle-plugins.ts).
const load = createRequire(import.meta.url);

/** Returns chalk with this number of colors, from the package chalk. */
export function chalkOf(level: 1 | 2) {
  return new (load("chalk") as typeof import("chalk")).Chalk({ level });
}
