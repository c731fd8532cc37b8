import type { Verb } from "../../../cli/command.ts";

/** `till whoami` */
export const whoami: Verb = {
  name: "whoami",
  summary: "who till acts as here: role, site, member, and how long",
  examples: [
    { run: "till whoami", does: "the identity of the profile in use" },
    { run: "till whoami --json --fields role,loggedIn", does: "for a script" },
  ],
  notes:
    "Nothing is sent. A member (logged in) goes before an API key, and that before a visitor; --as asks about another.\nMore: docs/guides/sign-in.md",
  load: () => import("./run.ts"),
};
