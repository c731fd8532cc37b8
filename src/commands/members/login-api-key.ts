import { apiKey } from "../../api/auth/strategies.ts";
import { createCaller } from "../../api/caller.ts";
import { catalogVersioning } from "../../api/services/products.ts";
import { askerOf } from "../../cli/ask.ts";
import { type Credentials, openCredentials } from "../../config/credentials.ts";
import { type EffectiveProfile, resolveProfile } from "../../config/effective-profile.ts";
import { changeProfile } from "../../config/profiles.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import type { LoginOptions } from "./flags.ts";
import { promptAnswer, readSecret } from "./secrets.ts";

/** Stores an API key and its site after the platform has accepted the key. */
export async function loginWithApiKey(
  context: Context,
  { keyFile, rotate = false }: LoginOptions,
): Promise<void> {
  const { paths, environment, globals, choices, notice } = context;
  const settings = settingsFile(paths.settingsFile);
  // TILL_API_KEY is the key to store here, so it must not select the profile.
  const { TILL_API_KEY: environmentKey, ...variables } = environment.variables;
  const profile = resolveProfile({ ...settings.read(), folder: choices.folder }, variables, globals);
  const { name, platform, credentials: storeKey } = profile;
  if (storeKey === undefined || platform === "sandbox") {
    throw new UsageError(
      platform === "sandbox"
        ? `Profile "${name}" is the local sandbox, which does not need an API key.`
        : `Profile "${name}" is defined by environment variables and cannot store an API key.`,
      {
        code: "NOTHING_KEPT",
        hint: "For a hosted site, run: till profiles create <name> --site <id>, then: till login --api-key --profile <name>",
      },
    );
  }
  const siteId = profile.siteId ?? (await askForSite(context));
  const secret =
    keyFile === undefined && environmentKey !== undefined
      ? environmentKey
      : await readSecret(context, {
          what: "API key",
          file: keyFile,
          flag: "--key-file",
          question: `API key for site ${sanitizeLine(siteId)}:`,
        });
  const store = openCredentials({
    file: paths.credentialsFile,
    keychain: paths.keychain,
    notice: (text) => void notice(text),
  });
  try {
    const replaced = rotate ? await requireStoredKey(store, profile, secret.trim()) : undefined;
    await checkKey(context, secret.trim(), siteId, rotate);
    const at = Math.floor(context.now().getTime() / 1000);
    const credential = {
      accessToken: secret.trim(),
      issuedAt: at,
      expiresAt: Number.MAX_SAFE_INTEGER,
      signedIn: { how: "apiKey", at },
    };
    await store.update(
      storeKey,
      "apiKey",
      async (current) => {
        if (replaced !== undefined && current?.accessToken !== replaced) throw rotatedMeanwhile(name);
        return credential;
      },
      context.signal,
    );
    await store.update(storeKey, "app", async () => undefined, context.signal);
  } finally {
    store.close();
  }
  if (rotate)
    await notice(
      "The key is replaced. The old one is still valid: delete it in the dashboard of the platform.",
    );
  await settings.update((contents) => changeProfile(contents, name, { siteId }));
  if (environmentKey !== undefined) await notice("TILL_API_KEY is still set and overrides the stored key.");
}

/** Returns the stored key, which the new one replaces. Throws UsageError if there is none, or if it is the same. */
async function requireStoredKey(
  store: Credentials,
  { name, credentials = "" }: EffectiveProfile,
  key: string,
): Promise<string> {
  const stored = await store.get(credentials, "apiKey");
  if (stored === undefined) {
    throw new UsageError(`Profile "${name}" has no API key to replace.`, {
      code: "NOTHING_TO_ROTATE",
      field: "--rotate",
      hint: `Store the first one: till login --api-key --profile ${name}`,
    });
  }
  if (stored.accessToken !== key) return stored.accessToken;
  throw new UsageError("This is the key that is stored already.", {
    code: "SAME_KEY",
    field: "--rotate",
    hint: "Create another key in the dashboard of the platform. Nothing was changed.",
  });
}

function rotatedMeanwhile(name: string): TillError {
  return new TillError(exitCodes.conflict, `The API key of profile "${name}" was replaced meanwhile.`, {
    code: "ROTATED",
    hint: "Nothing was changed. Check which key is stored: till account status",
  });
}

async function askForSite(context: Context): Promise<string> {
  const asker = askerOf(context);
  if (asker === undefined) {
    throw new UsageError("An API key requires a site id.", {
      field: "--site",
      hint: "Add: --site <id>",
    });
  }
  const check = (text: string) => (text.trim() === "" ? "Enter the site id." : undefined);
  return promptAnswer(await asker.text({ question: "Site id:", check })).trim();
}

/**
 * Sends one read request. Throws for an invalid key; a key without permission for this request only causes a notice, unless it
 * has to be as good as another (`strict`).
 */
async function checkKey(context: Context, key: string, siteId: string, strict: boolean): Promise<void> {
  const { send, baseUrl } = await context.identity();
  const call = createCaller({ send, baseUrl, headersFor: () => apiKey(key, siteId).headers() });
  try {
    await call(catalogVersioning.get, {}, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, requestId } = error;
    if (status === 401) {
      throw new TillError(exitCodes.auth, `The platform rejected this API key: ${message}`, {
        code: "API_KEY_REFUSED",
        hint: "Nothing was stored. Check the key and the site id.",
        cause: error,
      });
    }
    if (status >= 500 || status === 429) throw error;
    if (strict) throw error.withHint("The old key is kept. Give the new one the same permissions.");
    const request = requestId === undefined ? "" : ` (request ${requestId})`;
    await context.notice(`Stored the key, but a test request with it failed: ${message}${request}`);
  }
}
