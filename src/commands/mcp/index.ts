import type { Verb } from "../../cli/command.ts";

/** `till mcp` */
export const mcp: Verb = {
  name: "mcp",
  summary: "Serve tools for agents over stdio (Model Context Protocol)",
  flags: [
    {
      flags: "--allow-dir <dir>",
      describe: "folder whose files may be read, besides the roots that the client declares",
      repeat: true,
    },
  ],
  examples: [
    "till mcp # read and plan on the current profile; a person applies the plans",
    "till mcp --profile staging # on this shop only",
    "till mcp --profile staging --allow-dir ./prices # and files of this folder may be imported",
  ],
  notes:
    "Agents can read the shop and prepare plans; a person applies them. Agents can change only the sandbox. Learn more: till help guide agents",
  load: () => import("./run.ts"),
};
