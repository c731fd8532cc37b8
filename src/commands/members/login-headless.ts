import { captchaTokens, flowAfter, loginFailure } from "../../api/auth/login.ts";
import { externalLogin } from "../../api/auth/member-tokens.ts";
import { visitor } from "../../api/auth/strategies.ts";
import { authentication } from "../../api/services/members/authentication.ts";
import { requireClientId, storeMember } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
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

/** Signs in as a member that another system has authenticated, authorized by the API key (grant `authorized_client`). */
export async function loginAsMember(
  context: Context,
  { asMember: memberId = "" }: LoginOptions,
): Promise<void> {
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
  const options = { ...identity, profile: key, clientId, store };
  const { authorization: accessToken = "" } = await visitor(options).headers(signal);
  const tokens = await externalLogin(memberId, { accessToken, credential }, identity, signal);
  await storeMember(identity, tokens, { how: "external", memberId });
}
