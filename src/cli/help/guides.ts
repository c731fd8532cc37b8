import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../docs/guides", import.meta.url));

/** The guides of docs/guides as Markdown, by name. The build replaces this file with their text (scripts/bundle-plugins.ts). */
export const guides: Readonly<Record<string, string>> = Object.fromEntries(
  globSync("*.md", { cwd: folder })
    .map((file) => basename(file, ".md"))
    .filter((name) => name !== "README")
    .sort()
    .map((name) => [name, readFileSync(`${folder}/${name}.md`, "utf8")]),
);

/** The table of contents of the guides as Markdown. */
export const contents: string = readFileSync(`${folder}/README.md`, "utf8");
