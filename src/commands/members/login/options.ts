import type { AuthorizeRequest } from "../../../api/auth/member-tokens.ts";
import type { CredentialOptions } from "../../../cli/sign-in/flags.ts";

/** What the flags of `till login` come to. */
export interface LoginOptions extends CredentialOptions {
  email?: string;
  /** False under --no-browser. */
  browser?: boolean;
  prompt?: NonNullable<AuthorizeRequest["prompt"]>;
  port?: number;
  apiKey?: boolean;
  keyFile?: string;
  visitor?: boolean;
  asMember?: string;
}
