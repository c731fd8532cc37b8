import { globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** How long the files of earlier builds stay, in milliseconds: programs that run load further chunks from them. */
const kept = 24 * 60 * 60 * 1000;
/** Of how many earlier builds files stay: npm compares every file with all names that are not packed. */
const keptBuilds = 3;

/**
 * Moves a new build into the folder of the current one, without a moment in which a program cannot start or a running one
 * cannot load a chunk. The names of chunks contain hashes of their content, so old and new ones lie side by side; the
 * entry points, whose names are fixed, are replaced last, each at once. Files of earlier builds are removed after a day or
 * three builds, and are not packed.
 */
export function replaceBuild(fresh: string, current: string, now = Date.now()): void {
  const files = filesIn(fresh);
  const old = filesIn(current).filter((file) => !files.includes(file) && file !== ignoreFile);
  // All files of a build have the same time; files of earlier builds have the second before they were replaced.
  const last = statSync(join(current, entry), { throwIfNoEntry: false })?.mtimeMs;
  const timeOf = (file: string) => {
    const { mtimeMs } = statSync(join(current, file));
    return mtimeMs === last ? now - 1000 : mtimeMs;
  };
  const times = new Map(old.map((file) => [file, timeOf(file)]));
  const [oldest = 0] = [...new Set(times.values())].sort((a, b) => b - a).slice(keptBuilds - 1);
  const left = old.filter((file) => (times.get(file) ?? 0) >= Math.max(oldest, now - kept));
  for (const file of old)
    if (left.includes(file)) setTime(join(current, file), times.get(file) ?? now);
    else rmSync(join(current, file));

  for (const file of files) setTime(join(fresh, file), now);
  const fixed = (file: string) => file === entry || !/-[\w-]{8}\.js$/.test(file);
  for (const file of files.toSorted((a, b) => Number(fixed(a)) - Number(fixed(b)))) {
    mkdirSync(dirname(join(current, file)), { recursive: true });
    renameSync(join(fresh, file), join(current, file));
  }
  writeFileSync(join(current, ignoreFile), left.map((file) => `/${file}\n`).join(""));
}

const entry = "main.js";
const ignoreFile = ".npmignore";

function filesIn(folder: string): string[] {
  return globSync("**/*.*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
}

function setTime(path: string, time: number): void {
  utimesSync(path, time / 1000, time / 1000);
}
