import { existsSync, rmSync } from "node:fs";
import type { SignedIn, Tokens } from "../api/auth/tokens.ts";
import { createCaller } from "../api/caller.ts";
import { oauth } from "../api/services/members.ts";
import type { CredentialKind } from "../config/credentials.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import type { Context } from "../context/context.ts";
import type { Identity } from "../context/identities.ts";
import { ApiError, TransportError, UsageError } from "../kernel/errors.ts";

const storageDisablingVariables = [
  "TILL_API_KEY",
  "TILL_ACCESS_TOKEN",
  "TILL_BASE_URL",
  "TILL_CLIENT_ID",
] as const;

/** Throws UsageError if environment variables disable storing credentials, so that a sign-in could not be kept. */
export function requireStorage({ credentials }: EffectiveProfile, { environment }: Context): void {
  if (credentials !== undefined) return;
  const set = storageDisablingVariables.filter((name) => environment.variables[name] !== undefined);
  const verb = set.length > 1 ? "are" : "is";
  throw new UsageError(`Cannot store a sign-in while ${set.join(" and ")} ${verb} set.`, {
    code: "NOTHING_KEPT",
    hint: `Unset ${set.join(" and ")}, or use a profile instead: till profiles create --help`,
  });
}

/** Returns the client id of the OAuth app for visitors and members. Throws UsageError if the profile has none. */
export function requireClientId({ clientId, profile }: Identity): string {
  if (clientId !== undefined) return clientId;
  throw new UsageError(
    `Profile "${profile.name}" has no client id, which visitors and members need to sign in.`,
    {
      code: "NO_CLIENT_ID",
      hint: `Create an OAuth app for the site, then run: till profiles update ${profile.name} --client-id <id>`,
    },
  );
}

/** Stores the tokens of a signed-in member. A stored visitor and its cart are kept. */
export async function storeMember(
  identity: Identity,
  tokens: Tokens,
  facts: Omit<SignedIn, "at">,
): Promise<void> {
  const { store, key, now } = identity;
  const userInfo = facts.email === undefined ? await fetchUserInfo(identity, tokens) : {};
  const signedIn = { ...userInfo, ...facts, at: Math.floor(now() / 1000) };
  const credentials = store();
  await credentials.update(key, "member", async () => ({ ...tokens, signedIn }));
  await credentials.update(key, "pending", async () => undefined);
}

/** Returns the member's id and email; an empty object if the platform does not provide them. */
async function fetchUserInfo({ send, baseUrl }: Identity, { accessToken: authorization }: Tokens) {
  const call = createCaller({ send, baseUrl, headersFor: async () => ({ authorization }) });
  try {
    const body = await call(oauth.userInfo, {});
    const { sub, email } = body;
    return {
      ...(typeof sub === "string" && { memberId: sub }),
      ...(typeof email === "string" && { email }),
    };
  } catch (error) {
    if (error instanceof ApiError || error instanceof TransportError) return {};
    throw error;
  }
}

/** Stores a login that waits for a verification code, for a later command to complete. */
export async function storePendingLogin(
  { store, key, now }: Identity,
  stateToken: string,
  facts: Omit<SignedIn, "at">,
): Promise<void> {
  const at = Math.floor(now() / 1000);
  const pending = {
    accessToken: stateToken,
    issuedAt: at,
    expiresAt: at + 86_400,
    signedIn: { ...facts, at },
  };
  await store().update(key, "pending", async () => pending);
}

/**
 * Removes credentials of a profile (by default all kinds) and returns the kinds removed. Each removal holds the store's lock, so that a concurrent
 * token refresh cannot restore it.
 */
export async function removeCredentials(
  { paths, notice, signal }: Context,
  key: string,
  kinds?: readonly CredentialKind[],
): Promise<CredentialKind[]> {
  if (!existsSync(paths.credentialsFile)) return [];
  const { openCredentials } = await import("../config/credentials.ts");
  const store = openCredentials({
    file: paths.credentialsFile,
    keychain: paths.keychain,
    notice: (text) => void notice(text),
  });
  const removed: CredentialKind[] = [];
  try {
    for (const kind of kinds ?? (await store.kinds(key))) {
      await store.update(
        key,
        kind,
        async (current) => {
          if (current !== undefined) removed.push(kind);
          return undefined;
        },
        signal,
      );
    }
  } finally {
    store.close();
  }
  return removed;
}

/** Deletes what damaged credentials files were renamed to: nobody can tell whose secrets are in them. */
export async function removeDamagedCredentials({ paths, notice }: Context): Promise<void> {
  const { damagedCredentials } = await import("../config/credentials.ts");
  for (const file of damagedCredentials(paths.credentialsFile)) {
    rmSync(file, { force: true });
    await notice(`Deleted ${file}, a damaged credentials file that may have held secrets.`);
  }
}
