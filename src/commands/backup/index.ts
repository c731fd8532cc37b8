import type { Unnamed, Verb } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";
import { checkBackupName } from "../../copies/backup-names.ts";
import { onlyFlag } from "../../copies/domains.ts";

/** `till backup` */
export const backup: Unnamed<Verb> = {
  args: [
    {
      name: "[action]",
      describe: "create, list or delete (default: create)",
      choices: ["create", "list", "delete"],
    },
    { name: "[backup]", describe: "backup to delete" },
  ],
  flags: [
    {
      flags: "--keep <n>",
      describe: "then delete older backups of this shop, except for the last n; those with --name are kept",
      parse: wholeNumber("--keep", 1),
    },
    onlyFlag,
    { flags: "--name <name>", describe: "name of the backup (default: the time)", parse: checkBackupName },
    {
      flags: "--no-costs",
      describe: "leave out costs, which take one request per product on catalog v1",
    },
    yesFlag,
  ],
  examples: [
    "till backup --keep 30 # save everything, and keep the last 30 backups",
    "till backup --name before-import --only products,collections,inventory # the catalog, under a name",
    "till backup list # when they were made, and what they contain",
  ],
  notes:
    "A backup is a snapshot in till's own folder, which only you can read. If it is interrupted, run it again: it continues where it stopped.\nRestore one with: till restore\nLearn more: till help guide copies",
  load: () => import("../../copies/backup.ts"),
};
