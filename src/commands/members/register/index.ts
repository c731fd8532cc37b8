import type { Verb } from "../../../cli/command.ts";
import { fieldFlags } from "../../../cli/field-flags.ts";
import { captchaFlags, passwordFile } from "../../../cli/sign-in/flags.ts";

/** `till register` */
export const register: Verb = {
  name: "register",
  summary: "register a new member, and sign in as it",
  flags: [
    { flags: "--email <address>", describe: "the address to register with; asked for if it is left out" },
    passwordFile,
    { flags: "--first-name <text>", describe: "first name" },
    { flags: "--last-name <text>", describe: "last name" },
    { flags: "--nickname <text>", describe: "what others see" },
    { flags: "--phone <number>", describe: "a phone number, more than one if repeated", repeat: true },
    { flags: "--language <code>", describe: "preferred language: en, de" },
    {
      flags: "--privacy <status>",
      describe: "who may see the profile",
      choices: ["UNDEFINED", "PUBLIC", "PRIVATE"],
    },
    { flags: "--custom <name=value>", describe: "a custom field of the profile", repeat: true },
    ...captchaFlags,
    ...fieldFlags,
  ],
  examples: [
    {
      run: "till register --email maja@example.com --password-file password.txt --first-name Maja",
      does: "registers, and signs in",
    },
    {
      run: "till register --email maja@example.com --password-file password.txt --custom size=M --privacy PRIVATE -f 'profile.addresses[0].tag=HOME' -f 'profile.addresses[0].address.city=Oslo'",
      does: "with a custom field and an address",
    },
  ],
  notes:
    "Fields are those of the call: profile.company, profile.addresses[0].tag, profile.phonesV2[0].phone, clientMetaData.… The password is never one of them: it is asked for.\nMore: docs/guides/sign-in.md",
  load: () => import("./run.ts"),
};
