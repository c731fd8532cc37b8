import { apiKey } from "../../../api/auth/strategies.ts";
import { createCaller } from "../../../api/caller.ts";
import { catalogVersioning } from "../../../api/services/products/catalog-versioning.ts";
import { promptAnswer, readSecret } from "../../../cli/sign-in/secrets.ts";
import { openCredentials } from "../../../config/credentials.ts";
import { resolveProfile } from "../../../config/effective-profile.ts";
import { changeProfile } from "../../../config/profiles.ts";
import { settingsFile } from "../../../config/settings-file.ts";
import type { Context } from "../../../context/context.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../../../kernel/errors.ts";
import { sanitiseLine } from "../../../kernel/text.ts";
import type { LoginOptions } from "./options.ts";

/** Keeps an API key and the site that it is for, once the platform has accepted it. */
export async function keepApiKey(context: Context, { keyFile }: LoginOptions): Promise<void> {
  const { paths, environment, globals, notice } = context;
  const settings = settingsFile(paths.settingsFile, (text) => void notice(text));
  // A key that only the environment knows is what shall be kept: it must not choose the profile.
  const { TILL_API_KEY: given, ...variables } = environment.variables;
  const profile = resolveProfile(settings.read(), variables, globals);
  const { name, platform, credentials: place } = profile;
  if (place === undefined || platform === "sandbox") {
    throw new UsageError(
      platform === "sandbox"
        ? `Profile "${name}" is the local sandbox, which needs no API key: you are its admin already.`
        : `Profile "${name}" is what the environment says: nothing can be kept in it.`,
      {
        code: "NOTHING_KEPT",
        hint: "For a hosted site: till profiles add <name> --site <id>, then: till login --api-key --profile <name>",
      },
    );
  }
  const siteId = profile.siteId ?? (await askForSite(context));
  const secret =
    keyFile === undefined && given !== undefined
      ? given
      : await readSecret(context, {
          what: "API key",
          file: keyFile,
          flag: "--key-file",
          question: `API key for site ${sanitiseLine(siteId)}:`,
        });
  await tryKey(context, secret.trim(), siteId);

  const at = Math.floor(context.now().getTime() / 1000);
  const kept = {
    accessToken: secret.trim(),
    issuedAt: at,
    expiresAt: Number.MAX_SAFE_INTEGER,
    signedIn: { how: "apiKey", at },
  };
  const store = openCredentials({ file: paths.credentialsFile, notice: (text) => void notice(text) });
  try {
    await store.update(place, "apiKey", async () => kept, context.signal);
  } finally {
    store.close();
  }
  await settings.update((contents) => changeProfile(contents, name, { siteId }));
  if (given !== undefined)
    await notice("TILL_API_KEY is still set, and goes before the key that is kept now.");
}

async function askForSite({ streams, signal }: Context): Promise<string> {
  const { terminal } = streams;
  if (terminal === undefined) {
    throw new UsageError("An API key is for a site, and none is named.", {
      field: "--site",
      hint: "Add: --site <id>",
    });
  }
  const { askText } = await import("../../../ui/screens/prompt.tsx");
  const check = (text: string) => (text.trim() === "" ? "Type the id of the site." : undefined);
  return promptAnswer(await askText(terminal, { question: "Site id:", signal, check })).trim();
}

/** One harmless read. A key that the platform does not know is not kept; one that may not read this is. */
async function tryKey(context: Context, key: string, siteId: string): Promise<void> {
  const { send, baseUrl } = await context.identity();
  const call = createCaller({ send, baseUrl, headersFor: () => apiKey(key, siteId).headers() });
  try {
    await call("catalogVersioning.get", catalogVersioning.get, {}, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, requestId } = error;
    if (status === 401) {
      throw new TillError(exitCodes.auth, `The platform does not accept this API key: ${message}`, {
        code: "API_KEY_REFUSED",
        hint: "Nothing was kept. Check the key, and the site that it is for.",
        cause: error,
      });
    }
    if (status >= 500 || status === 429) throw error;
    const request = requestId === undefined ? "" : ` (request ${requestId})`;
    await context.notice(`The key is kept, though a first call with it was refused: ${message}${request}`);
  }
}
