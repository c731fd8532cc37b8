import type { Flag, Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";

const args = (what: string) => [
  { name: "[action]", describe: "list, add or remove (default: list)" },
  { name: "[name]", describe: `${what} to add or remove` },
];
const productFlag: Flag = {
  flags: "--product <id>",
  describe: "only for this product (repeatable)",
  repeat: true,
};

/** The verbs for fees and memberships, which other apps of a shop provide. */
export const pluginVerbs: readonly Verb[] = [
  {
    name: "fees",
    summary: "Show and change the fees that apps charge in the sandbox",
    args: args("fee"),
    flags: [
      { flags: "--price <amount>", describe: "price of the fee" },
      { flags: "--code <code>", describe: "code of the fee (default: from its name)" },
      productFlag,
    ],
    examples: [
      "till sandbox fees # list all fees",
      "till sandbox fees add 'Gift wrap' --price 2.50 # charge a fee on every order",
    ],
    load: async () => ({ run: (await import("./plugins.ts")).fees }),
  },
  {
    name: "memberships",
    summary: "Show and change the memberships that pay for items in the sandbox",
    args: args("membership"),
    flags: [
      { flags: "--member <email>", describe: "email address or id of the member" },
      {
        flags: "--credits <n>",
        describe: "number of items it pays for (default: unlimited)",
        parse: wholeNumber("--credits", 1),
      },
      { flags: "--expires <time>", describe: "time when the membership expires" },
      productFlag,
    ],
    examples: [
      "till sandbox memberships # list all memberships",
      "till sandbox memberships add Gold --member mira@example.com --credits 10 # pay for ten items of a member",
    ],
    load: async () => ({ run: (await import("./plugins.ts")).memberships }),
  },
];
