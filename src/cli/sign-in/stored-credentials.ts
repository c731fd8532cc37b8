import { existsSync } from "node:fs";
import type { SignedIn, Tokens } from "../../api/auth/tokens.ts";
import { createCaller } from "../../api/caller.ts";
import { oauth } from "../../api/services/members/oauth.ts";
import type { CredentialKind } from "../../config/credentials.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import type { Identity } from "../../context/identities.ts";
import { ApiError, TransportError, UsageError } from "../../kernel/errors.ts";

const storageDisablingVariables = [
  "TILL_API_KEY",
  "TILL_ACCESS_TOKEN",
  "TILL_BASE_URL",
  "TILL_CLIENT_ID",
] as const;

/** Throws where nothing is kept on disk, so that signing in would be forgotten at once. */
export function requireStorage({ credentials }: EffectiveProfile, { environment }: Context): void {
  if (credentials !== undefined) return;
  const set = storageDisablingVariables.filter((name) => environment.variables[name] !== undefined);
  const verb = set.length > 1 ? "are" : "is";
  throw new UsageError(
    `Nothing is kept on disk while ${set.join(" and ")} ${verb} set, so nobody can stay signed in.`,
    {
      code: "NOTHING_KEPT",
      hint: `Unset ${set.join(" and ")}, or keep in a profile of your own what it says: till profiles add --help`,
    },
  );
}

/** The app that visitors and members come through. Throws where the profile names none. */
export function requireClientId({ clientId, profile }: Identity): string {
  if (clientId !== undefined) return clientId;
  throw new UsageError(`Profile "${profile.name}" names no app that visitors and members sign in through.`, {
    code: "NO_CLIENT_ID",
    hint: `Create an OAuth app for the site, then: till profiles update ${profile.name} --client-id <id>`,
  });
}

/** Keeps the tokens of a member who signed in; the visitor stays beside it, with its cart. */
export async function storeMember(
  identity: Identity,
  tokens: Tokens,
  facts: Omit<SignedIn, "at">,
): Promise<void> {
  const { store, key, now } = identity;
  const told = facts.email === undefined ? await fetchUserInfo(identity, tokens) : {};
  const signedIn = { ...told, ...facts, at: Math.floor(now() / 1000) };
  const credentials = await store();
  await credentials.update(key, "member", async () => ({ ...tokens, signedIn }));
  await credentials.update(key, "pending", async () => undefined);
}

/** Who the platform says that is. A platform that does not say it leaves the login as good as it is. */
async function fetchUserInfo({ send, baseUrl }: Identity, { accessToken: authorization }: Tokens) {
  const call = createCaller({ send, baseUrl, headersFor: async () => ({ authorization }) });
  try {
    const { body } = await call("oauth.userInfo", oauth.userInfo, {});
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

/** A login that waits for a code, for another process to go on with. */
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
  await (await store()).update(key, "pending", async () => pending);
}

/** Removes what a profile's key keeps, each under the lock, so that a renewal under way cannot bring it back; says what was there. */
export async function removeCredentials(
  { paths, notice, signal }: Context,
  key: string,
  kinds: readonly CredentialKind[],
): Promise<CredentialKind[]> {
  if (!existsSync(paths.credentialsFile)) return [];
  const { openCredentials } = await import("../../config/credentials.ts");
  const store = openCredentials({ file: paths.credentialsFile, notice: (text) => void notice(text) });
  const forgotten: CredentialKind[] = [];
  try {
    for (const kind of kinds) {
      await store.update(
        key,
        kind,
        async (current) => {
          if (current !== undefined) forgotten.push(kind);
          return undefined;
        },
        signal,
      );
    }
  } finally {
    store.close();
  }
  return forgotten;
}
