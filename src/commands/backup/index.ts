import type { Group, Unnamed } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";
import { checkBackupName } from "../../copies/backup-names.ts";
import { onlyFlag } from "../../copies/domains.ts";

/** `till backup …` */
export const backup: Unnamed<Group> = {
  verbs: [
    {
      name: "create",
      summary: "Back up the shop",
      flags: [
        {
          flags: "--keep <n>",
          describe:
            "then delete older backups of this shop, except for the last n; those with --name are kept",
          parse: wholeNumber("--keep", 1),
        },
        onlyFlag,
        {
          flags: "--name <name>",
          describe: "name of the backup (default: the time)",
          parse: checkBackupName,
        },
        {
          flags: "--no-costs",
          describe: "leave out costs, which take one request per product on catalog v1",
        },
        yesFlag,
      ],
      examples: [
        "till backup create --keep 30 # save everything, and keep the last 30 backups",
        "till backup create --name before-import --only products,collections,inventory # the catalog, under a name",
      ],
      notes:
        "A backup is a snapshot in till's own folder, which only you can read. If it is interrupted, run it again: it continues where it stopped.\nRestore one with: till backup restore\nLearn more: till help guide copies",
      load: async () => ({ run: (await import("../../copies/backup.ts")).create }),
    },
    {
      name: "list",
      summary: "List the backups of the shop",
      examples: [
        "till backup list # when they were made, and what they contain",
        "till backup list --jq .items[0].name # the name of the last one",
      ],
      load: async () => ({ run: (await import("../../copies/backup.ts")).list }),
    },
    {
      name: "delete",
      summary: "Delete a backup",
      args: [{ name: "<backup>", describe: "name of the backup" }],
      flags: [yesFlag],
      examples: [
        "till backup delete old-catalog --yes # without confirmation",
        "till backup delete old-catalog # asks for confirmation",
      ],
      load: async () => ({ run: (await import("../../copies/backup.ts")).remove }),
    },
  ],
};
