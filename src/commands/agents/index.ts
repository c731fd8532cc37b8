import type { Unnamed, Verb } from "../../cli/command.ts";

/** `till agents mcp` */
export const mcp: Unnamed<Verb> = {
  flags: [
    {
      flags: "--allow-dir <dir>",
      describe: "folder whose files may be read, besides the roots that the client declares",
      repeat: true,
    },
    {
      flags: "--show-personal",
      describe:
        "show the names, email addresses and other personal data of buyers, which are replaced otherwise",
    },
  ],
  examples: [
    "till agents mcp # read and plan on the current profile; a person applies the plans",
    "till agents mcp --profile staging # on this shop only",
    "till agents mcp --profile staging --allow-dir ./prices # also allow files of this folder",
  ],
  notes:
    "Agents can read the shop and prepare plans; a person applies them. Agents can change only the sandbox. Learn more: till help guide agents",
  load: () => import("./mcp.ts"),
};

/** `till agents skill` */
export const skill: Unnamed<Verb> = {
  flags: [{ flags: "--write <dir>", describe: "write SKILL.md into this folder instead" }],
  examples: [
    "till agents skill # print it",
    "till agents skill --write .claude/skills/till # write it to the folder of an agent",
  ],
  notes: "Learn more: till help guide agents",
  load: () => import("./skill.ts"),
};
