import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../docs/guides", import.meta.url));

/** The guides of docs/guides as Markdown, by name. The build replaces this file with their text (scripts/bundle-plugins.ts). */
export const guides: Readonly<Record<string, string>> = Object.fromEntries(
  globSync("*.md", { cwd: folder })
    .map((file) => basename(file, ".md"))
    .sort()
    .map((name) => [name, readFileSync(`${folder}/${name}.md`, "utf8")]),
);
