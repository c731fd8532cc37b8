import { captchaTokens, flowAfter, loginFailure } from "../../api/auth/login.ts";
import { externalLogin } from "../../api/auth/member-tokens.ts";
import { visitor } from "../../api/auth/strategies.ts";
import { authentication } from "../../api/services/members.ts";
import { requireClientId, storeMember } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { defaults } from "../../sandbox/kernel/defaults.ts";
import type { LoginOptions } from "./flags.ts";
import { readSecret } from "./secrets.ts";
import { finishSignIn, requireSignedIn } from "./sign-in.ts";

/** Signs a member in with email and password. */
export async function loginWithEmail(context: Context, options: LoginOptions): Promise<void> {
  const { email = "", passwordFile, captcha, invisibleCaptcha } = options;
  requireClientId(await context.identity());
  const password = await readSecret(context, {
    what: "password",
    file: passwordFile,
    flag: "--password-file",
    question: `Password for ${sanitizeLine(email)}:`,
  });
  const call = await context.call();
  const input = {
    loginId: { email },
    password,
    ...captchaTokens({ visible: captcha, invisible: invisibleCaptcha }),
  };
  const answer = await call(authentication.login, input, { signal: context.signal }).catch((error) => {
    throw loginFailure(error);
  });
  requireSignedIn(await finishSignIn(context, flowAfter(answer), { how: "password", email }));
}

/** Creates a visitor for the profile. An existing visitor and its cart are kept. */
export async function loginAsVisitor(context: Context): Promise<void> {
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const options = { ...identity, profile: identity.key, clientId, store: identity.store() };
  await visitor(options).headers(context.signal);
}

/**
 * Signs in as a member that another system has authenticated, authorized by the API key (grant `authorized_client`). With
 * `create`, the member is named by an email address and registered if there is none.
 */
export async function loginAsMember(
  context: Context,
  { asMember = "", create = false }: LoginOptions,
): Promise<void> {
  rejectMismatch(asMember, create);
  const identity = await context.identity();
  const { profile, key } = identity;
  const clientId = requireClientId(identity);
  const store = identity.store();
  const stored = await store.get(key, "apiKey");
  const credential = stored?.accessToken ?? (profile.platform === "sandbox" ? defaults.apiKey : undefined);
  if (credential === undefined) {
    throw new TillError(
      exitCodes.auth,
      `Elevated client required: profile "${profile.name}" has no API key to authorize the login.`,
      { code: "NOT_ALLOWED", hint: "Add one with: till login --api-key" },
    );
  }
  const { signal } = context;
  const memberId = create ? await signedOn(context, asMember) : asMember;
  const options = { ...identity, profile: key, clientId, store };
  const { authorization: accessToken = "" } = await visitor(options).headers(signal);
  const tokens = await externalLogin(memberId, { accessToken, credential }, identity, signal);
  await storeMember(identity, tokens, { how: "external", memberId });
}

function rejectMismatch(member: string, create: boolean): void {
  if (create && !isAddress(member))
    throw new UsageError("--create needs the email address of the member.", {
      field: "--as-member",
      hint: "Example: till login --as-member ada@example.com --create",
    });
  if (!create && isAddress(member))
    throw new UsageError("--as-member takes the ID of a member, and an email address only with --create.", {
      field: "--as-member",
      hint: "--create signs on the member with this address, and registers the address if there is none.",
    });
}

const isAddress = (text: string) => text.includes("@");

/** Signs on the member with an email address, which the platform registers if it is new, and returns the member's ID. */
async function signedOn(context: Context, email: string): Promise<string> {
  const call = await context.call();
  const input = { loginId: { email }, verifyEmail: true };
  const { identity } = await call(authentication.signOn, input, { signal: context.signal });
  if (identity?.id) return identity.id;
  throw new TillError(exitCodes.failure, `The platform signed on ${sanitizeLine(email)} without an ID.`, {
    code: "NO_MEMBER_ID",
    hint: "Look for the member in the dashboard of the site, then run: till login --as-member ID",
  });
}
