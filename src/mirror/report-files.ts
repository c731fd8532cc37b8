import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./reports", import.meta.url));

/** The reports of till as SQL, by name. The build replaces this file with their text (scripts/bundle-plugins.ts). */
export const reportFiles: Readonly<Record<string, string>> = Object.fromEntries(
  globSync("*.sql", { cwd: folder })
    .sort()
    .map((file) => [basename(file, ".sql"), readFileSync(`${folder}/${file}`, "utf8")]),
);
