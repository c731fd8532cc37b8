import type { Verb } from "../../cli/command.ts";

/** `till mcp` */
export const mcp: Verb = {
  name: "mcp",
  summary: "Serve tools for agents over stdio (Model Context Protocol)",
  flags: [],
  examples: [
    "till mcp # read and plan on the current profile; a person applies the plans",
    "till mcp --profile staging # on another shop",
  ],
  notes:
    "Agents can read the shop and prepare plans; a person applies them. Agents can change only the sandbox. Learn more: till help guide agents",
  load: () => import("./run.ts"),
};
