import { chmodSync, cpSync, globSync } from "node:fs";
import { join } from "node:path";

/** Copies a folder with a TILL_HOME `till` in it. */
export function copyHome(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  // cpSync does not keep the modes of folders.
  for (const folder of globSync("till/*", { cwd: to })) chmodSync(join(to, folder), 0o700);
}
