import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file that chooses a profile and settings for a folder and those below it. */
export const folderFileName = ".till.yaml";

/** Returns the nearest file in a folder and those above it. */
export function findFolderFile(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, folderFileName);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return undefined;
  }
}
