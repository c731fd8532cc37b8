import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the content files of a snapshot folder by name. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Makes the manifest of a folder agree with files that were edited: counts their lines, and removes the checksums. */
export function acceptEdits(folder: string): void {
  const file = join(folder, "snapshot.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const [name, text] of Object.entries(contentOf(folder))) {
    const facts = manifest.domains[name.replace(".ndjson", "")];
    facts.count = text.split("\n").filter((line) => line.trim() !== "").length;
    delete facts.sha256;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
