import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
} from "node:fs";
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

/**
 * Copies a folder into another one, with modes and times of change; files that are there already stay. With `exactly`, what else
 * is there is removed.
 */
export function copyHome(from: string, to: string, { exactly = false } = {}): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, statSync(from).mode);
  const names = readdirSync(from);
  const others = exactly ? readdirSync(to).filter((name) => !names.includes(name)) : [];
  for (const name of others) remove(join(to, name));
  for (const name of names) {
    const [source, copy] = [join(from, name), join(to, name)];
    const wanted = statSync(source);
    const found = statSync(copy, { throwIfNoEntry: false });
    if (found && isSame(found, wanted)) continue;
    if (found?.isDirectory() !== wanted.isDirectory()) remove(copy);
    if (wanted.isDirectory()) copyHome(source, copy, { exactly });
    else {
      copyFileSync(source, copy);
      utimesSync(copy, wanted.atimeMs / 1000, wanted.mtimeMs / 1000);
    }
  }
}

/** Returns whether a file has not been written or replaced since it was copied. */
function isSame(found: Stats, wanted: Stats): boolean {
  const sinceCopy = Math.abs(found.mtimeMs - wanted.mtimeMs);
  return found.isFile() && found.size === wanted.size && found.mode === wanted.mode && sinceCopy < 1;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
