import type { Flag, Group } from "../../cli/command.ts";
import { settings } from "../../config/settings.ts";

const setting = { name: "<setting>", describe: "its name; till config list shows them all" };
const showOrigin: Flag = {
  flags: "--show-origin",
  describe: "and which of flag, environment, profile, settings and default said so",
};
const perProfile =
  "With --profile it is stored for that profile, which wins over the setting for all of them.";

/** `till config …` */
export const config: Group = {
  name: "config",
  summary: "see and change settings, and where they stand",
  verbs: [
    {
      name: "list",
      summary: "list every setting, and who you are, as they are in this run",
      flags: [showOrigin],
      examples: [
        { run: "till config list", does: "every setting and its value" },
        { run: "till config list --show-origin", does: "and the flag, variable or place that it comes from" },
      ],
      notes: `What the settings mean:\n${Object.entries(settings)
        .map(([name, { about, env }]) => `  ${name.padEnd(12)} ${about} (${env})`)
        .join("\n")}`,
      repairs: true,
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "print one setting",
      args: [setting],
      flags: [showOrigin],
      examples: [
        { run: "till config get limit", does: "the value alone" },
        { run: "till config get timeZone --show-origin", does: "and where it comes from" },
      ],
      repairs: true,
      load: () => import("./get.ts"),
    },
    {
      name: "set",
      summary: "store a setting",
      args: [setting, { name: "<value>", describe: "as its flag takes it" }],
      examples: [
        {
          run: "till config set timeZone Europe/Berlin",
          does: "times are shown as clocks in Berlin show them",
        },
        { run: "till config set rate 3 --profile shop", does: "for one profile only" },
      ],
      notes: perProfile,
      repairs: true,
      load: () => import("./set.ts"),
    },
    {
      name: "unset",
      summary: "forget a stored setting",
      args: [setting],
      examples: [
        { run: "till config unset timeZone", does: "back to the default" },
        { run: "till config unset rate --profile shop", does: "for one profile only" },
      ],
      notes: perProfile,
      repairs: true,
      load: () => import("./unset.ts"),
    },
    {
      name: "path",
      summary: "print where the settings file is",
      examples: [
        { run: "till config path", does: "the file, whether it exists or not" },
        { run: "till config path --json", does: "every place where till keeps something" },
      ],
      repairs: true,
      load: () => import("./path.ts"),
    },
  ],
};
