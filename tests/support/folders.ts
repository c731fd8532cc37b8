import { chmodSync, cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, TestRunner } from "vitest";

/** The folders that were created outside tests: by modules and by hooks before all tests. */
const folders = new Set<string>();

/**
 * Creates an empty folder and returns its path. It is removed when the running test ends, or with the test file if none
 * runs. `prefix` is the start of its name.
 */
export function temporaryFolder(prefix = "till-"): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (TestRunner.getCurrentTest()) onTestFinished(() => remove(folder));
  else folders.add(folder);
  return folder;
}

/** Removes the folders that were created outside tests. */
export function removeTemporaryFolders(): void {
  for (const folder of folders) remove(folder);
  folders.clear();
}

/** Copies a folder with a TILL_HOME `till` in it. */
export function copyHome(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  // cpSync does not keep the modes of folders.
  for (const folder of globSync("till/*", { cwd: to })) chmodSync(join(to, folder), 0o700);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
