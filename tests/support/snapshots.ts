import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the content files of a snapshot folder by name. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
