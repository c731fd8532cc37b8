import type { Flag } from "../command.ts";

export const passwordFile: Flag = {
  flags: "--password-file <file>",
  describe: "the password is the first line of this file (- is stdin)",
};

/** Captcha tokens are sent only where they are given. */
export const captchaFlags: readonly Flag[] = [
  {
    flags: "--captcha <token>",
    describe: "the token of a captcha that was solved, where the site asks for it",
  },
  { flags: "--invisible-captcha <token>", describe: "the token of an invisible captcha" },
];

/** What these flags come to. */
export interface CredentialOptions {
  passwordFile?: string;
  captcha?: string;
  invisibleCaptcha?: string;
}
