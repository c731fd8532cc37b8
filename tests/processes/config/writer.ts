// A process that changes the settings: `node writer.ts <file> <name> <times>` adds profiles <name>-1, <name>-2 ...
import { addProfile } from "../../../src/config/profiles.ts";
import { settingsFile } from "../../../src/config/settings-file.ts";

const [file = "", name = "", times = "1"] = process.argv.slice(2);
const settings = settingsFile(file);
for (let number = 1; number <= Number(times); number += 1) {
  await settings.update((contents) =>
    addProfile(contents, { name: `${name}-${number}`, platform: "hosted" }),
  );
}
