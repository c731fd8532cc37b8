import { lstatSync, readdirSync, rmSync, type Stats } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renameOver, sameName, temporaryName } from "../../kernel/file-system.ts";
import { makeFolder } from "../../kernel/folder.ts";

/** A saved state of a sandbox. */
export type SnapshotInfo = {
  name: string;
  /** Machine time, ISO 8601. */
  savedAt: string;
  bytes: number;
};

/** The snapshots in a folder, each an SQLite database that only its owner can read. */
export interface Snapshots {
  list(): SnapshotInfo[];
  find(name: string): SnapshotInfo | undefined;
  /** Returns the name of the snapshot that a new one with this name would replace. */
  taken(name: string): string | undefined;
  /** Resolves with the image, or undefined if there is no such snapshot. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Writes an image. An older one with the same name is replaced at once, when the new one is complete. */
  write(name: string, image: Uint8Array): Promise<SnapshotInfo>;
  remove(name: string): void;
}

/** Returns the snapshots in a folder, which is created by the first one. Names must match plainName. */
export function snapshotsIn(folder: string): Snapshots {
  const ending = ".db";
  const fileOf = (name: string) => join(folder, name + ending);
  const names = () => {
    const files = factsOf(folder)?.isDirectory() ? readdirSync(folder) : [];
    return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  };
  const infoOf = (name: string): SnapshotInfo | undefined => {
    const facts = factsOf(fileOf(name));
    return facts && { name, savedAt: facts.mtime.toISOString(), bytes: facts.size };
  };
  // The disk may also find a file by a name in another case.
  const find = (name: string) => (names().includes(name) ? infoOf(name) : undefined);
  return {
    find,
    taken: (name) => sameName(name, names()),
    list: () =>
      names()
        .sort()
        .flatMap((name) => infoOf(name) ?? []),
    read: async (name) => (find(name) ? await readFile(fileOf(name)) : undefined),
    async write(name, image) {
      makeFolder(folder);
      const part = temporaryName(fileOf(name));
      try {
        await writeFile(part, image, { mode: 0o600, flag: "wx" });
        renameOver(part, fileOf(name));
      } finally {
        rmSync(part, { force: true });
      }
      return infoOf(name) ?? { name, savedAt: new Date().toISOString(), bytes: image.byteLength };
    },
    remove: (name) => rmSync(fileOf(name), { force: true }),
  };
}

/** Returns undefined if nothing has this path, or if a part of the path is a file. */
function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
