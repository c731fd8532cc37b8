import type { Group } from "../../../cli/command.ts";

/** `till verify-email …` */
export const verifyEmail: Group = {
  name: "verify-email",
  summary: "Verify an email address",
  verbs: [
    {
      name: "code",
      writes: true,
      summary: "Enter the verification code of a login or registration and sign in",
      args: [
        {
          name: "[code]",
          describe: "six-character code from the email, or - for stdin; prompted for if omitted",
        },
      ],
      examples: [
        "till sandbox mail list --limit 1 --jq '.items[0].code' | till verify-email code - # complete the pending login with the code from the latest email",
        "till sandbox mail list --limit 1 --jq '.items[0].code' | till verify-email code - --json # do the same and print JSON for a script",
      ],
      notes: "Fails with Unknown _state if no login or registration is waiting for a code.",
      load: async () => ({ run: (await import("./run.ts")).enterCode }),
    },
    {
      name: "resend",
      writes: true,
      summary: "Resend the verification code of a login or registration",
      examples: [
        "till verify-email resend # send a new code; the previous code stops working",
        "till verify-email resend --quiet # send a new code without a message",
      ],
      load: async () => ({ run: (await import("./run.ts")).resendCode }),
    },
    {
      name: "start",
      writes: true,
      summary: "Send a verification code to a signed-in member",
      flags: [{ flags: "--member <id>", describe: "member to send the code to (requires --as admin)" }],
      examples: [
        "till verify-email start # send a code to the signed-in member",
        "till verify-email start --as admin --member c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9 # send a code to another member",
      ],
      load: async () => ({ run: (await import("./run.ts")).startVerification }),
    },
  ],
};
