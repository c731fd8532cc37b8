import { requestAppTokens } from "../../api/auth/app.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { LoginOptions } from "./flags.ts";
import { readSecret } from "./secrets.ts";

/** Stores an app, its instance on the site and its secret after the platform has given a token for them. */
export async function loginAsApp(
  context: Context,
  { app: id = "", instance, secretFile }: LoginOptions,
): Promise<void> {
  const identity = await context.identity();
  const { profile, key, now } = identity;
  if (profile.platform === "sandbox")
    throw new UsageError(`Profile "${profile.name}" is the local sandbox, which needs no app to sign in.`, {
      code: "NOTHING_KEPT",
      hint: "Use a served sandbox: till sandbox start, then: till profiles create <name> --platform <address>",
    });
  if (instance === undefined)
    throw new UsageError("An app signs in to one of its instances.", {
      field: "--instance",
      hint: "Add: --instance <id>. The app receives it as instanceId when it is installed, and in its webhooks.",
    });
  const secret = await readSecret(context, {
    what: "secret of the app",
    file: secretFile,
    flag: "--secret-file",
    question: `Secret of app ${id}:`,
  });
  const tokens = await requestAppTokens({ id, instance, secret }, identity, context.signal);
  const at = Math.floor(now() / 1000);
  const store = identity.store();
  const signedIn = { how: "app", at, app: { id, instance } };
  await store.update(key, "app", async () => ({ ...tokens, signedIn }), context.signal);
  const replaced = await store.get(key, "apiKey");
  if (replaced === undefined) return;
  await store.update(key, "apiKey", async () => undefined, context.signal);
  await context.notice(`The app replaces the API key of profile "${profile.name}".`);
}
