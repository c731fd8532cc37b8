import type { Group } from "../../../cli/command.ts";

/** `till verify-email …` */
export const verifyEmail: Group = {
  name: "verify-email",
  summary: "prove that an e-mail address is yours",
  verbs: [
    {
      name: "code",
      summary: "give the code that a login or registration sent, and sign in",
      args: [
        {
          name: "[code]",
          describe: "the six characters of the e-mail, or - for stdin; without them they are asked for",
        },
      ],
      examples: [
        {
          run: "till sandbox mail list --limit 1 --jq '.items[0].code' | till verify-email code -",
          does: "goes on with the login that waits, with the code of the newest e-mail",
        },
        {
          run: "till sandbox mail list --limit 1 --jq '.items[0].code' | till verify-email code - --json",
          does: "the same, for a script",
        },
      ],
      notes: "Where no login or registration waits for a code, this fails with Unknown _state.",
      load: () => import("./code.ts"),
    },
    {
      name: "resend",
      summary: "have the code of a login or registration sent again",
      examples: [
        { run: "till verify-email resend", does: "another code; the one before is worth nothing then" },
        { run: "till verify-email resend --quiet", does: "the same without a word" },
      ],
      load: () => import("./resend.ts"),
    },
    {
      name: "start",
      summary: "send a code to a member who is signed in already",
      flags: [{ flags: "--member <id>", describe: "another member (as admin)" }],
      examples: [
        { run: "till verify-email start", does: "to the address of who is signed in" },
        {
          run: "till verify-email start --as admin --member c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9",
          does: "to another member's",
        },
      ],
      load: () => import("./start.ts"),
    },
  ],
};
