import type { Flag, Group } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";
import { settings } from "../../config/settings.ts";

const setting = { name: "<setting>", describe: "setting name; till config list shows all of them" };
const showOrigin: Flag = {
  flags: "--show-origin",
  describe: "show whether a value comes from a flag, the environment, the profile, settings or the default",
};
const perProfile =
  "With --profile, the setting applies to that profile only and overrides the setting for all profiles.";

/** `till config …` */
export const config: Group = {
  name: "config",
  summary: "Show and change settings",
  verbs: [
    {
      name: "list",
      summary: "List the effective settings and profile values",
      flags: [showOrigin],
      examples: [
        "till config list # list every setting and its value",
        "till config list --show-origin # show where each value comes from",
      ],
      notes: `Settings:\n${Object.entries(settings)
        .map(([name, { about, env }]) => `  ${name.padEnd(12)} ${about} (${env})`)
        .join("\n")}`,
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "get",
      summary: "Print the value of a setting",
      args: [setting],
      flags: [showOrigin],
      examples: [
        "till config get limit # print only the value",
        "till config get timeZone --show-origin # show where the value comes from",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).get }),
    },
    {
      name: "set",
      summary: "Store a setting",
      args: [setting, { name: "<value>", describe: "new value" }],
      examples: [
        "till config set timeZone Europe/Berlin # show times in Berlin time",
        "till config set rate 3 --profile shop # set it for one profile only",
        "till config set group.eu 'shop-de, shop-fr' # a group of profiles, for till each --sites @eu",
      ],
      notes: perProfile,
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).set }),
    },
    {
      name: "unset",
      summary: "Remove a stored setting",
      args: [setting],
      examples: [
        "till config unset timeZone # return to the default",
        "till config unset rate --profile shop # remove it from one profile only",
      ],
      notes: perProfile,
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).unset }),
    },
    {
      name: "trust",
      summary: "Trust the .till.yaml of this folder",
      flags: [yesFlag],
      examples: [
        "till config trust # show what it chooses, and use it from now on",
        "till config trust --json # for a script",
      ],
      notes: "A .till.yaml chooses a profile and settings for a folder: till help guide profiles",
      repairs: "quietly",
      load: async () => ({ run: (await import("./trust.ts")).run }),
    },
    {
      name: "path",
      summary: "Print the path of the settings file",
      examples: [
        "till config path # print the path, even if the file does not exist",
        "till config path --json # print the path of every file and folder that till uses",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).path }),
    },
  ],
};
