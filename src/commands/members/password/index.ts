import type { Group } from "../../../cli/command.ts";
import { passwordFile } from "../../../cli/sign-in/flags.ts";

const mailFlags = [
  { flags: "--language <code>", describe: "the language of the e-mail: en, de" },
  { flags: "--return-to <url>", describe: "where the page behind the link leads on to" },
];

/** `till password …` */
export const password: Group = {
  name: "password",
  summary: "forgotten, changed and first passwords of members",
  verbs: [
    {
      name: "forgot",
      summary: "have an e-mail sent with a link to set a new password",
      args: [{ name: "<email>", describe: "the member's address" }],
      flags: mailFlags,
      examples: [
        { run: "till password forgot mira@example.com", does: "sends the link" },
        {
          run: "till password forgot mira@example.com --language de --return-to https://shop.example/",
          does: "in German, back to the shop",
        },
      ],
      notes:
        "The platform does not tell whether the address is a member's. In the sandbox: till sandbox mail",
      load: () => import("./forgot.ts"),
    },
    {
      name: "recover",
      summary: "set a new password with the link of that e-mail, and sign in",
      flags: [
        {
          flags: "--token-file <file>",
          describe: "the link, or its recovery token, is the first line of this file (- is stdin)",
        },
        passwordFile,
      ],
      examples: [
        { run: "till password recover --token-file link.txt --password-file new.txt", does: "in a script" },
        {
          run: "till sandbox mail list --to mira@example.com --limit 1 --jq '.items[0].link' | till password recover --token-file - --password-file new.txt",
          does: "the link from stdin",
        },
      ],
      notes: "On a terminal both are asked for, and not shown.",
      load: () => import("./recover.ts"),
    },
    {
      name: "change",
      summary: "change the password of the member who is signed in",
      flags: [passwordFile],
      examples: [
        { run: "till password change --password-file new.txt", does: "in a script" },
        { run: "cat new.txt | till password change --password-file -", does: "the password from stdin" },
      ],
      notes: "On a terminal it is asked for, and not shown.",
      load: () => import("./change.ts"),
    },
    {
      name: "activate",
      summary: "send a member an e-mail to set a first password (as admin)",
      args: [{ name: "<member>", describe: "the member's id" }],
      flags: mailFlags,
      examples: [
        { run: "till password activate c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9", does: "sends the link" },
        {
          run: "till password activate c6a02560-b2f0-4be5-acd1-93b2e2e4b7f9 --language de",
          does: "in German",
        },
      ],
      load: () => import("./activate.ts"),
    },
  ],
};
