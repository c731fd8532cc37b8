import { UsageError } from "../kernel/errors.ts";
import { plainName, plainNameRule } from "../kernel/file-system.ts";

/** What the names of the files of backups end with. */
export const ending = ".ndjson.gz";

/** Returns the name of a backup. Throws UsageError for one that cannot be a file name, or that --at would read as a time. */
export function checkBackupName(name: string): string {
  const hint = "For example: --name before-sale";
  if (!plainName.test(name) || name.endsWith(ending))
    throw new UsageError(`Invalid name "${name}" for a backup: use ${plainNameRule}.`, {
      field: "--name",
      hint,
    });
  if (/^\d{4}-\d\d-\d\d|^(\d+(ms|s|m|h|d)|today|yesterday)$/.test(name))
    throw new UsageError(`A backup cannot be named "${name}": it reads as a time.`, {
      field: "--name",
      hint,
    });
  return name;
}
