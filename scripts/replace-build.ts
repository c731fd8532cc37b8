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
  // All files of a build have the same time; files of earlier builds have the second before they were replaced.
  const last = statSync(join(current, entry), { throwIfNoEntry: false })?.mtimeMs;
  const old = filesIn(current)
    .filter((file) => !files.includes(file) && file !== ignoreFile)
    .map((file) => {
      const { mtimeMs } = statSync(join(current, file));
      return { file, isLast: mtimeMs === last, time: mtimeMs === last ? now - 1000 : mtimeMs };
    });
  const builds = [...new Set(old.map(({ time }) => time))].sort((a, b) => b - a);
  const oldest = Math.max(builds[keptBuilds - 1] ?? 0, now - kept);
  for (const { file, isLast, time } of old)
    if (time < oldest) rmSync(join(current, file));
    else if (isLast) setTime(join(current, file), time);

  for (const file of files) setTime(join(fresh, file), now);
  const fixed = (file: string) => file === entry || !/-[\w-]{8}\.js$/.test(file);
  for (const file of files.toSorted((a, b) => Number(fixed(a)) - Number(fixed(b)))) {
    mkdirSync(dirname(join(current, file)), { recursive: true });
    renameSync(join(fresh, file), join(current, file));
  }
  writeFileSync(
    join(current, ignoreFile),
    old
      .filter(({ time }) => time >= oldest)
      .map(({ file }) => `/${file}\n`)
      .join(""),
  );
}

const entry = "main.js";
const ignoreFile = ".npmignore";

function filesIn(folder: string): string[] {
  return globSync("**/*.*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
}

function setTime(path: string, time: number): void {
  utimesSync(path, time / 1000, time / 1000);
}
