import type { AuthorizeRequest } from "../../../api/auth/tokens.ts";
import type { CredentialOptions } from "../../../cli/sign-in/flags.ts";

/** Parsed options of `till login`. */
export interface LoginOptions extends CredentialOptions {
  email?: string;
  /** False with --no-browser. */
  browser?: boolean;
  prompt?: NonNullable<AuthorizeRequest["prompt"]>;
  port?: number;
  apiKey?: boolean;
  keyFile?: string;
  visitor?: boolean;
  asMember?: string;
  staff?: string;
}
