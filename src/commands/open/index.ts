import type { Unnamed, Verb } from "../../cli/command.ts";

/** `till profiles open …` */
export const open: Unnamed<Verb> = {
  args: [
    {
      name: "[what]",
      describe: "products or events; the dashboard if omitted",
      choices: ["products", "events"],
    },
    { name: "[object]", describe: "the product or event, as for till products get" },
  ],
  flags: [{ flags: "--print", describe: "print the URL instead of opening it" }],
  examples: [
    "till profiles open products stoneware-mug --print # the product's page in the shop",
    "till profiles open events raku-night --print # the event's page",
  ],
  notes: "Without arguments it opens the Wix dashboard of a hosted site; for a sandbox, see: till dashboard",
  load: () => import("./run.ts"),
};
