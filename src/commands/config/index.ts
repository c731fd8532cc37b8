import type { Flag, Group } from "../../cli/command.ts";
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
        { run: "till config list", does: "list every setting and its value" },
        { run: "till config list --show-origin", does: "show where each value comes from" },
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
        { run: "till config get limit", does: "print only the value" },
        { run: "till config get timeZone --show-origin", does: "show where the value comes from" },
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).get }),
    },
    {
      name: "set",
      summary: "Store a setting",
      args: [setting, { name: "<value>", describe: "new value" }],
      examples: [
        { run: "till config set timeZone Europe/Berlin", does: "show times in Berlin time" },
        { run: "till config set rate 3 --profile shop", does: "set it for one profile only" },
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
        { run: "till config unset timeZone", does: "return to the default" },
        { run: "till config unset rate --profile shop", does: "remove it from one profile only" },
      ],
      notes: perProfile,
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).unset }),
    },
    {
      name: "path",
      summary: "Print the path of the settings file",
      examples: [
        { run: "till config path", does: "print the path, even if the file does not exist" },
        { run: "till config path --json", does: "print the path of every file and folder that till uses" },
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).path }),
    },
  ],
};
