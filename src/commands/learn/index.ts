import type { LazyGroup, Verb } from "../../cli/command.ts";

/** `till learn`; `groups` are the commands of the program. */
export const learn = (groups: () => readonly LazyGroup[]): Verb => ({
  name: "learn",
  summary: "Learn the screen in three minutes, in a practice shop",
  flags: [{ flags: "--restart", describe: "begin again" }],
  notes:
    "It shows how to list, filter, edit, preview and undo. The tutorial has its own sandbox, which is deleted at the end; it does not touch your profiles, shops and jobs. Press q to leave; run it again to continue. Without a terminal, it is printed as text.",
  examples: [
    "till learn # do it, or go on where you left",
    "till learn --restart # begin again, with a new shop",
  ],
  load: async () => {
    const { learn: run } = await import("./learn.ts");
    return { run: (context, _args, options) => run(context, groups(), options) };
  },
});
