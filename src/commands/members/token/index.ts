import type { Verb } from "../../../cli/command.ts";

/** `till token` */
export const token: Verb = {
  name: "token",
  summary: "print an access token, for scripts",
  flags: [{ flags: "-y, --yes", describe: "print it on a terminal, too" }],
  examples: [
    { run: "till token --as visitor", does: "a visitor's token, made if there is none" },
    { run: "till token --json --jq .expires", does: "when it ends" },
  ],
  notes:
    "The token of the member, or where nobody is logged in that of the visitor; renewed first where it is due. Whoever reads it can act with it until it ends.",
  load: () => import("./run.ts"),
};
