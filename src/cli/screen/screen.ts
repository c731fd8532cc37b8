import type { Flag, Verb } from "../command.ts";

/** Opens the list on the screen instead of printing it. */
export const interactiveFlag: Flag = {
  flags: "-i, --interactive",
  describe: "browse the list on the screen",
};

/** What `till` alone, a bare noun and `-i` open on a terminal. Its only argument is the noun to begin with. */
export const browseScreen: Verb = {
  name: "browse",
  summary: "browse the shop on the screen",
  examples: [],
  load: () => import("./run.ts"),
};
