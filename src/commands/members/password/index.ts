import type { Group } from "../../../cli/command.ts";
import { passwordFile } from "../../../cli/sign-in/flags.ts";

const emailFlags = [
  { flags: "--language <code>", describe: "language of the email, such as en or de" },
  { flags: "--return-to <url>", describe: "URL to redirect to after setting the password" },
];

/** `till password …` */
export const password: Group = {
  name: "password",
  summary: "Reset, change and set member passwords",
  verbs: [
    {
      name: "forgot",
      writes: true,
      summary: "Send a password reset email",
      args: [{ name: "<email>", describe: "email address of the member" }],
      flags: emailFlags,
      examples: [
        "till password forgot mira@example.com # send a reset link",
        "till password forgot mira@example.com --language de --return-to https://shop.example/ # send it in German and return to the shop afterwards",
      ],
      notes:
        "The platform does not reveal whether a member has this address. In the sandbox, read the email with: till sandbox mail list",
      load: async () => ({ run: (await import("./run.ts")).forgot }),
    },
    {
      name: "recover",
      writes: true,
      summary: "Set a new password with a reset link and sign in",
      flags: [
        {
          flags: "--token-file <file>",
          describe: "read the link or its recovery token from the first line of this file (- for stdin)",
        },
        passwordFile,
      ],
      examples: [
        "till password recover --token-file link.txt --password-file new.txt # reset the password in a script",
        "till sandbox mail list --to mira@example.com --limit 1 --jq '.items[0].link' | till password recover --token-file - --password-file new.txt # read the link from stdin",
      ],
      notes: "On a terminal, omitted values are prompted for without echo.",
      load: async () => ({ run: (await import("./run.ts")).recover }),
    },
    {
      name: "change",
      writes: true,
      summary: "Change the password of the signed-in member",
      flags: [passwordFile],
      examples: [
        "till password change --password-file new.txt # change the password in a script",
        "cat new.txt | till password change --password-file - # read the password from stdin",
      ],
      notes: "On a terminal, the password is prompted for without echo.",
      load: async () => ({ run: (await import("./run.ts")).change }),
    },
    {
      name: "activate",
      writes: true,
      summary: "Send a member an email to set a first password (as admin)",
      args: [{ name: "<member>", describe: "member id" }],
      flags: emailFlags,
      examples: [
        "till password activate c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9 # send the link",
        "till password activate c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9 --language de # send it in German",
      ],
      load: async () => ({ run: (await import("./run.ts")).activate }),
    },
  ],
};
