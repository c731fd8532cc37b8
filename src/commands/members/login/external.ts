import { externalLogin } from "../../../api/auth/member-tokens.ts";
import { visitor } from "../../../api/auth/strategies.ts";
import { requireClientId, storeMember } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { exitCodes, TillError } from "../../../kernel/errors.ts";
import { defaults } from "../../../sandbox/kernel/defaults.ts";
import type { LoginOptions } from "./options.ts";

/** Becomes a member whom another system has checked: the API key vouches for it (grant authorized_client). */
export async function becomeMember(
  context: Context,
  { asMember: memberId = "" }: LoginOptions,
): Promise<void> {
  const identity = await context.identity();
  const { profile, key } = identity;
  const clientId = requireClientId(identity);
  const store = await identity.store();
  const stored = await store.get(key, "apiKey");
  const credential = stored?.accessToken ?? (profile.platform === "sandbox" ? defaults.apiKey : undefined);
  if (credential === undefined) {
    throw new TillError(
      exitCodes.auth,
      `Elevated client required: profile "${profile.name}" has no API key that could vouch for a member.`,
      { code: "NOT_ALLOWED", hint: "Keep one with: till login --api-key" },
    );
  }
  const { signal } = context;
  const options = { ...identity, profile: key, clientId, store };
  const { authorization: accessToken = "" } = await visitor(options).headers(signal);
  const tokens = await externalLogin(memberId, { accessToken, credential }, identity, signal);
  await storeMember(identity, tokens, { how: "external", memberId });
}
