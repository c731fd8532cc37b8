import type { LazyGroup, Verb } from "../../cli/command.ts";

/** `till learn`; `groups` are the commands of the program. */
export const learn = (groups: () => readonly LazyGroup[]): Verb => ({
  name: "learn",
  summary: "Learn the screen in three minutes, on a shop made for it",
  flags: [{ flags: "--restart", describe: "begin again" }],
  notes:
    "Teaches to list, filter, edit, preview and undo. The tutorial has a sandbox of its own, which is deleted at the end: your profiles, shops and jobs are not touched. Leave it with q, and go on later. Without a terminal, it is printed as text.",
  examples: [
    "till learn # do it, or go on where you left",
    "till learn --restart # begin again, with a new shop",
  ],
  load: async () => {
    const { learn: run } = await import("./learn.ts");
    return { run: (context, _args, options) => run(context, groups(), options) };
  },
});
