import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { SnapshotDomain } from "./format.ts";

/** The file that describes a snapshot. It is written last: a folder without it is not complete. */
export const manifestName = "snapshot.json";
/** The progress of a pull, in its folder. It is deleted when the snapshot is complete. */
const progressName = ".pull.sqlite";

/** The names of the files of a snapshot folder. */
export const contentFile = (folder: string, domain: SnapshotDomain) => join(folder, `${domain}.ndjson`);
export const idsFile = (folder: string, domain: SnapshotDomain) => join(folder, "ids", `${domain}.ndjson`);
export const productFolder = (folder: string) => join(folder, "products");

/** Returns the name of a file of a snapshot folder as the manifest has it: `ids/products.ndjson`. */
export const nameIn = (folder: string, file: string): string => relative(folder, file).replaceAll(sep, "/");

/** Returns whether a path names a snapshot in one compressed file. */
export const isArchive = (path: string): boolean => path.endsWith(".ndjson.gz");

/** Returns the file with the progress of a pull. */
export const progressFile = (path: string): string =>
  isArchive(path) ? `${path}.pull.sqlite` : join(path, progressName);

/** What is at a path: a complete snapshot, an unfinished pull, nothing, or something else. */
export type Found = "snapshot" | "unfinished" | "nothing" | "other";

/** Returns what is at a path. */
export function findSnapshot(path: string): Found {
  const begun = existsSync(progressFile(path));
  if (isArchive(path)) {
    // A pipe or device could be read once, and some never end.
    const present = statSync(path, { throwIfNoEntry: false });
    return present ? (present.isFile() ? "snapshot" : "other") : begun ? "unfinished" : "nothing";
  }
  if (existsSync(join(path, manifestName))) return "snapshot";
  if (begun) return "unfinished";
  if (!existsSync(path)) return "nothing";
  try {
    // A process that is killed before it reads anything leaves its lock.
    return readdirSync(path).every((name) => name.startsWith(progressName)) ? "nothing" : "other";
  } catch {
    return "other";
  }
}

/** Returns the name of a product's YAML file: its slug, or a safe name with a hash of it. */
export function yamlName(slug: string): string {
  // Some file systems do not distinguish upper and lower case, and Windows reserves some names.
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(slug) && !/^(con|prn|aux|nul|com\d|lpt\d)$/.test(slug))
    return `${slug}.yaml`;
  const safe = slug
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .slice(0, 60);
  return `${safe}~${createHash("sha256").update(slug).digest("hex").slice(0, 8)}.yaml`;
}
