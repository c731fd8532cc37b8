import { existsSync } from "node:fs";
import { type Strategy, signInEnded } from "../api/auth/strategies.ts";

import { type Actor, type Endpoint, type Role, staffMay } from "../api/endpoint.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { notAllowed, ranks, type SignedInStaff, type Strategies, scopeMissing } from "./identities.ts";

/** Which identity of a profile makes a call. Nothing is sent. */
export interface IdentityChoice {
  /** Returns the lowest identity that may make the call, or the role that the code requested. Throws TillError (exit 4). */
  strategyFor(endpoint: Endpoint, requested: Role | undefined): Promise<Strategy>;
  /** Throws TillError (exit 4) if the profile cannot act in this role. */
  need(role: Role): Promise<void>;
  can(role: Role): Promise<boolean>;
}

/** Returns the choice of identities for a profile; `credentialsFile` is not created. */
export function chooseIdentity(
  profile: EffectiveProfile,
  strategies: Strategies,
  credentialsFile: string,
): IdentityChoice {
  /** Returns the first identity of the roles that the profile has. */
  async function firstOf(roles: readonly Role[], as?: Actor) {
    for (const role of roles) {
      // A member who was signed out becomes a visitor only with --as visitor.
      if (role === "visitor" && as === undefined && (await strategies.signInHasEnded()))
        throw signInEnded(profile.name);
      const strategy = await strategies[role]();
      if (strategy) return { ...strategy, actor: role };
    }
    return undefined;
  }

  async function strategyOf(needed: Role, as: Actor | undefined) {
    const higher = ranks.slice(ranks.indexOf(needed));
    const candidates = as === undefined ? higher : higher.filter((role) => role === as);
    const strategy = await firstOf(candidates, as);
    if (strategy) return strategy;
    throw notAllowed(needed, as, profile);
  }

  /** Returns the signed-in staff member, who replaces the admin unless --as or the profile chooses a role. */
  async function activeStaff(requested: Role | undefined): Promise<SignedInStaff | undefined> {
    const asked = profile.role ?? (requested === "admin" ? undefined : requested);
    if (asked !== undefined && asked !== "staff") return undefined;
    // Most profiles have no staff member; a missing file is not created to find that out.
    const staff = existsSync(credentialsFile) ? await strategies.staff() : undefined;
    if (!staff && asked === "staff") throw notAllowed("visitor", asked, profile);
    return staff;
  }

  async function strategyFor(endpoint: Endpoint, requested: Role | undefined) {
    const { role: chosen } = profile;
    const active = await activeStaff(requested);
    if (active) {
      const isStaff = chosen === "staff" || endpoint.scopes !== undefined;
      if (isStaff && staffMay(endpoint, active.staff.scopes))
        return { ...active.strategy, actor: "staff" as const };
      const others =
        isStaff || endpoint.role === "admin" ? [] : ranks.slice(ranks.indexOf(endpoint.role), -1);
      const other = await firstOf(others);
      if (other) return other;
      throw scopeMissing(endpoint, active.staff);
    }
    return await strategyOf(endpoint.role, chosen ?? requested);
  }

  return {
    strategyFor,
    async need(role) {
      // The scopes of a staff member are checked call by call.
      if (!(await activeStaff(role))) await strategyOf(role, profile.role);
    },
    can: async (role) =>
      (profile.role === undefined || profile.role === role) &&
      !(role === "admin" && (await activeStaff(role))) &&
      (await strategies[role]()) !== undefined &&
      !(role === "member" && (await strategies.signInHasEnded())),
  };
}
