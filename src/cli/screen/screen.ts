import type { LazyGroup, Verb } from "../command.ts";

/**
 * Returns the command that `till` alone, a group without a verb and `-i` run on a terminal. Its first argument is the
 * list to open.
 */
export function browseScreen(groups: readonly LazyGroup[]): Verb {
  return {
    name: "browse",
    summary: "Browse the shop on the screen",
    examples: [],
    load: async () => {
      const { browse } = await import("./run.ts");
      return { run: (context, args, options) => browse({ context, groups }, args, options) };
    },
  };
}
