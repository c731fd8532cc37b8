import type { Verb } from "../../cli/command.ts";

/** `till skill` */
export const skill: Verb = {
  name: "skill",
  summary: "Print instructions for agents (SKILL.md)",
  flags: [{ flags: "--write <dir>", describe: "write SKILL.md into this folder instead" }],
  examples: [
    "till skill # print it",
    "till skill --write .claude/skills/till # write it to where an agent looks",
  ],
  notes: "Learn more: till help guide agents",
  load: () => import("./run.ts"),
};
