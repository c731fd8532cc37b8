import { captchaTokens, flowAfter, loginFailure } from "../../../api/auth/login-flow.ts";
import { authentication } from "../../../api/services/members/authentication.ts";
import { finishSignIn, requireSignedIn } from "../../../cli/sign-in/finish.ts";
import { readSecret } from "../../../cli/sign-in/secrets.ts";
import { requireClientId } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { sanitiseLine } from "../../../kernel/text.ts";
import type { LoginOptions } from "./options.ts";

/** Logs a member in with e-mail address and password, without a browser. */
export async function logInByEmail(context: Context, options: LoginOptions): Promise<void> {
  const { email = "", passwordFile, captcha, invisibleCaptcha } = options;
  requireClientId(await context.identity());
  const password = await readSecret(context, {
    what: "password",
    file: passwordFile,
    flag: "--password-file",
    question: `Password of ${sanitiseLine(email)}:`,
  });
  const client = await context.client({ authentication });
  const input = {
    loginId: { email },
    password,
    ...captchaTokens({ visible: captcha, invisible: invisibleCaptcha }),
  };
  const answer = await client.authentication.login(input, { signal: context.signal }).catch((error) => {
    throw loginFailure(error);
  });
  requireSignedIn(await finishSignIn(context, flowAfter(answer), { how: "password", email }));
}
