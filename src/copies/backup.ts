import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { confirm } from "../cli/confirm.ts";
import { sameSiteLine } from "../cli/same-site.ts";
import type { Context } from "../context/context.ts";
import { day } from "../kernel/durations.ts";
import { type ExitCode, exitCodes, TillError } from "../kernel/errors.ts";
import { sameName } from "../kernel/file-system.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { countOf } from "../kernel/text.ts";
import {
  type Backup,
  backupFile,
  backupFolder,
  backupNames,
  backupTime,
  listBackups,
  nameByTime,
  objectsIn,
  outdated,
} from "./backups.ts";
import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import { isMoved } from "./format.ts";
import { type SnapshotRequest, takeSnapshot } from "./pull.ts";
import { removeLeft, writeSnapshot } from "./snapshot-files.ts";

interface BackupOptions {
  keep?: number;
  only?: readonly SnapshotDomain[];
  name?: string;
  costs?: boolean;
  yes?: boolean;
}

/** Makes a backup of the shop. */
export async function create(
  context: Context,
  _args: string[],
  options: BackupOptions,
): Promise<ExitCode | undefined> {
  return await makeBackup(context, await backupFolder(context), options);
}

/** Lists the backups of the shop. */
export async function list(context: Context): Promise<undefined> {
  await printBackups(context, await listBackups(context, await backupFolder(context)));
}

/** Deletes a backup. */
export async function remove(
  context: Context,
  [name = ""]: string[],
  options: Pick<BackupOptions, "yes">,
): Promise<undefined> {
  await deleteBackup(context, await backupFolder(context), name, options);
}

async function makeBackup(
  context: Context,
  folder: string,
  { keep, only = snapshotDomains, name, costs = true }: BackupOptions,
): Promise<ExitCode | undefined> {
  limitYoungGeneration();
  const taken = name === undefined ? undefined : sameName(name, backupNames(folder));
  if (taken !== undefined)
    throw new TillError(exitCodes.conflict, `There is a backup "${taken}" already.`, {
      code: "BACKUP_EXISTS",
      field: "--name",
      hint: `Use another name, or delete it: till backup delete ${taken}`,
    });
  const times = new Set((await listBackups(context, folder)).map(({ takenAt }) => takenAt));
  const request: SnapshotRequest = {
    progress: join(folder, ".backup.sqlite"),
    domains: only,
    costs,
    isWritten: (takenAt) => times.has(takenAt),
    async mayContinue(takenAt, isSame) {
      // An older one would mix the states of days that are far apart.
      if (!isSame || context.now().getTime() - Date.parse(takenAt) > day) return false;
      await context.notice(`Continuing the backup of ${takenAt}.`);
      return true;
    },
    busy: () =>
      new TillError(exitCodes.conflict, "Another process is making a backup of this shop.", {
        hint: "Wait for it.",
      }),
  };
  let path = "";
  await takeSnapshot(context, request, async (store, manifest) => {
    removeLeft(folder, /\.ndjson\.gz$/);
    path = backupFile(folder, name ?? nameByTime(folder, backupTime(manifest)));
    await writeSnapshot(path, store, manifest, {});
  });
  const backups = await listBackups(context, folder);
  const made = backups.find((backup) => backup.path === path);
  if (made === undefined) throw new TillError(exitCodes.failure, `${path} is not there any more.`);
  const { old, kept } = keep === undefined ? { old: [] } : outdated(backups, made, keep);
  for (const one of old) rmSync(one.path, { force: true });
  await printBackup(context, made, old);
  if (kept !== undefined)
    await context.notice(
      `No older backup was deleted: ${kept}. If that is right: till backup delete <backup>`,
    );
  return isMoved(made.manifest) ? exitCodes.partial : undefined;
}

/** Deletes a backup after a confirmation. */
async function deleteBackup(
  context: Context,
  folder: string,
  name: string,
  { yes }: Pick<BackupOptions, "yes">,
): Promise<void> {
  const found = (await listBackups(context, folder)).find((one) => one.name === name);
  const path = found?.path ?? backupFile(folder, name);
  // A damaged file is not in the list. A name is not a path.
  if (found === undefined && (!/^[\w.-]+$/.test(name) || !existsSync(path)))
    throw new TillError(exitCodes.notFound, `There is no backup "${name}" of this shop.`, {
      code: "NO_BACKUP",
      hint: "List them: till backup list",
    });
  const what = found ? ` of ${found.takenAt} with ${countOf(objectsIn(found.manifest), "object")}` : "";
  await confirm(context, `Delete the backup ${name}${what}?`, yes);
  rmSync(path, { force: true });
  await context.notice(`Deleted the backup ${name}.`);
}

const recordOf = ({ name, path, takenAt, bytes, manifest }: Backup) => ({
  name,
  takenAt,
  site: manifest.site,
  catalog: manifest.catalog,
  objects: objectsIn(manifest),
  domains: Object.fromEntries(
    snapshotDomains.flatMap((name) => (manifest.domains[name] ? [[name, manifest.domains[name].count]] : [])),
  ),
  bytes,
  path,
});
type BackupRecord = ReturnType<typeof recordOf>;

async function printBackup(context: Context, made: Backup, old: readonly Backup[]): Promise<void> {
  const { notice } = context;
  const record = { ...recordOf(made), deleted: old.map(({ name }) => name) };
  await context.printRecord(record, {
    kind: "backup",
    fields: {
      name: {},
      ...Object.fromEntries(Object.keys(record.domains).map((domain) => [`domains.${domain}`, {}])),
      bytes: {},
      path: { label: "File" },
    },
  });
  if (old.length > 0)
    await notice(`Deleted ${countOf(old.length, "older backup")}: ${old.map(({ name }) => name).join(", ")}`);
  await notice(`Restore it with: ${sameSiteLine(context, "backup", "restore", "--at", made.name)}`);
}

async function printBackups(context: Context, backups: readonly Backup[]): Promise<void> {
  const contents = ({ domains }: BackupRecord) =>
    Object.keys(domains).length === snapshotDomains.length ? "everything" : Object.keys(domains).join(", ");
  await context.print(backups.map(recordOf), {
    kind: "backup",
    fields: {
      name: {},
      takenAt: { label: "Taken" },
      objects: { as: "number" },
      domains: { path: "domains", label: "Contents", value: contents, grow: true, min: 16 },
      bytes: { as: "number" },
    },
    empty: "No backups yet. Make one with: till backup create",
  });
}
