import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context/context.ts";
import { TillError } from "../kernel/errors.ts";
import { formatCount } from "../kernel/text.ts";
import { ending } from "./backup-names.ts";
import type { SnapshotDomain } from "./domains.ts";
import { isMoved, type Manifest } from "./format.ts";
import { readManifest } from "./snapshot-files.ts";

/** A backup: a compressed snapshot in the folder of its site. */
export interface Backup {
  name: string;
  path: string;
  takenAt: string;
  bytes: number;
  manifest: Manifest;
}

/** Returns the folder with the backups of the profile's site, which may not exist yet. All sandboxes have the same site id. */
export async function backupFolder(context: Context): Promise<string> {
  const { hosted, id } = await context.site();
  const site = hosted ? id : `sandbox-${(await context.profile()).key}`;
  return join(context.paths.state, "backups", folderName(site));
}

/** Returns the id of a site as the name of a folder. Without an id, it is the host of a server with its port. */
const folderName = (site: string): string => encodeURIComponent(site).replace(/^\./, "%2E");

/** Returns the file of a backup. */
export const backupFile = (folder: string, name: string): string => join(folder, `${name}${ending}`);

/** Returns a free name for a backup of a time: `2026-11-20T06-00-00Z`. */
export function nameByTime(folder: string, takenAt: string): string {
  const name = `${takenAt.slice(0, 19).replaceAll(":", "-")}Z`;
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(backupFile(folder, free))) return free;
  }
}

/** Returns whether a name is one that backups have by default. */
export const isNameByTime = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/.test(name);

/** Returns the names of the backups in a folder, also of those that cannot be read. */
export function backupNames(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
}

/** Returns the backups in a folder, newest first. Files that cannot be read are reported on stderr and left out. */
export async function listBackups({ notice }: Pick<Context, "notice">, folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const name of backupNames(folder)) {
    const path = backupFile(folder, name);
    try {
      const manifest = await readManifest(path, name + ending);
      const { size } = statSync(path);
      backups.push({ name, path, takenAt: backupTime(manifest), bytes: size, manifest });
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      await notice(`${path} cannot be read: ${error.message}`);
    }
  }
  const order = ({ takenAt, name }: Backup) => `${takenAt} ${name}`;
  return backups.sort((a, b) => (order(a) < order(b) ? 1 : -1));
}

/** Returns when a snapshot was taken. */
export function backupTime({ domains }: Manifest): string {
  return (
    Object.values(domains)
      .map(({ takenAt }) => takenAt)
      .sort()
      .at(-1) ?? ""
  );
}

/** What --keep deletes, or why it deletes nothing. */
type Outdated = { old: readonly Backup[]; kept?: string };

/**
 * Returns the backups that --keep deletes: those with the same contents that are named by time and are followed by enough complete
 * ones. A backup that is not complete, or has less than half of the objects of a domain that the one before had, replaces none.
 */
export function outdated(backups: readonly Backup[], latest: Backup, keep: number): Outdated {
  const same = ({ manifest }: Backup) =>
    manifest.site === latest.manifest.site && contentsText(manifest) === contentsText(latest.manifest);
  const others = backups
    .filter(({ name, manifest }) => name !== latest.name && !isMoved(manifest))
    .filter(same);
  if (isMoved(latest.manifest)) return { old: [], kept: "the shop changed while it was being read" };
  const shrunk = Object.entries(others[0]?.manifest.domains ?? {}).flatMap(([name, { count }]) => {
    const now = latest.manifest.domains[name as SnapshotDomain]?.count ?? 0;
    return now * 2 < count ? [`${name} went from ${formatCount(count)} to ${formatCount(now)}`] : [];
  });
  if (shrunk.length > 0) return { old: [], kept: shrunk.join(", ") };
  const before = others.filter(({ name }) => isNameByTime(name));
  return { old: before.slice(isNameByTime(latest.name) ? Math.max(keep - 1, 0) : keep) };
}

/** Returns the domains of a snapshot, and the fields that these lack. */
const contentsText = ({ domains }: Pick<Manifest, "domains">): string =>
  JSON.stringify(Object.entries(domains).map(([domain, { without }]) => [domain, without]));

/** Returns the number of objects in a snapshot. */
export const objectsIn = ({ domains }: Pick<Manifest, "domains">): number =>
  Object.values(domains).reduce((sum, { count }) => sum + count, 0);

/** Returns whether a snapshot contains domains. */
export const hasDomains = ({ domains }: Manifest, wanted: readonly SnapshotDomain[]): boolean =>
  wanted.every((domain) => domains[domain] !== undefined);
