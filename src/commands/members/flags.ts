import type { AuthorizeRequest } from "../../api/auth/member-tokens.ts";
import type { Flag } from "../../cli/command.ts";

export const passwordFile: Flag = {
  flags: "--password-file <file>",
  describe: "read the password from the first line of this file (- for stdin)",
};

/** Flags for captcha tokens, which are sent only if given. */
export const captchaFlags: readonly Flag[] = [
  {
    flags: "--captcha <token>",
    describe: "token of a solved captcha, if the site requires one",
  },
  { flags: "--invisible-captcha <token>", describe: "token of an invisible captcha" },
];

/** Parsed values of the credential flags. */
export interface CredentialOptions {
  passwordFile?: string;
  captcha?: string;
  invisibleCaptcha?: string;
}

/** Parsed options of `till login`. */
export interface LoginOptions extends CredentialOptions {
  email?: string;
  /** False with --no-browser. */
  browser?: boolean;
  prompt?: NonNullable<AuthorizeRequest["prompt"]>;
  port?: number;
  apiKey?: boolean;
  keyFile?: string;
  rotate?: boolean;
  app?: string;
  instance?: string;
  secretFile?: string;
  visitor?: boolean;
  asMember?: string;
  create?: boolean;
  staff?: string;
}
