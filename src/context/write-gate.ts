import { statSync } from "node:fs";
import type { Actor, Endpoint } from "../api/endpoint.ts";
import type { Transport } from "../api/transport/transport.ts";
import { type LockState, lockState } from "../config/profile-lock.ts";
import { listProfiles } from "../config/profiles.ts";
import { settingsFile } from "../config/settings-file.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/** Checks every call of a hosted profile against the profile's lock. */
export interface WriteGate {
  /** Throws PROFILE_LOCKED (exit 6) for a write while the profile is locked. */
  check(endpoint: Pick<Endpoint, "name" | "effect">): void;
  /** Returns the current state of the lock. */
  state(): LockState;
}

/** Signing in and out does not change the site. */
const signsIn =
  /^(verification\.|oauth\.token$|redirects\.createRedirectSession$|authentication\.(login|logout|callback|verify)$|eventStaffMembers\.login$)/;

/** Returns whether a call changes the shop with the shop's own identity: not as a buyer, and not by signing in. An upload needs no identity, but is a write. */
export function isShopWrite(
  { name, effect, role, open }: Pick<Endpoint, "name" | "effect" | "role" | "open">,
  as: Actor | undefined,
): boolean {
  const isPublic = open && role !== "admin";
  return effect !== "read" && !isPublic && (role === "admin" || as === "admin") && !signsIn.test(name);
}

/** Returns the gate of a profile. It rereads a changed settings file, so that a lock stops a running job. */
export function writeGate(file: string, profile: string, now: () => Date): WriteGate {
  let seen = Number.NaN;
  let locks: Parameters<typeof lockState>[0] = {};
  const state = (): LockState => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed !== seen) {
      locks = listProfiles(settingsFile(file, () => {}).read()).find(({ name }) => name === profile) ?? {};
      seen = changed;
    }
    return lockState(locks, now());
  };
  return {
    check({ name, effect }) {
      if (effect !== "read" && !signsIn.test(name) && state().locked) throw profileLocked(profile, name);
    },
    state,
  };
}

/** Returns the error (exit 6) for a write through a locked profile: for one call, or before any call. */
export function profileLocked(profile: string, call?: string): TillError {
  const what = call === undefined ? "nothing was sent" : `${call} was not sent`;
  return new TillError(exitCodes.conflict, `The profile "${profile}" is locked: ${what}.`, {
    code: "PROFILE_LOCKED",
    hint: `To unlock it temporarily: till profiles unlock ${profile} --for 15m --reason "why"`,
  });
}

/** Refuses requests that change a shop, for commands that may only read. Signing in is not one. */
export function withoutWrites(send: Transport): Transport {
  return async (request) => {
    const { name, effect } = request;
    if (effect === "read" || signsIn.test(name)) return await send(request);
    throw new UsageError(`${name} changes the shop: it was not sent.`, { code: "READ_ONLY" });
  };
}

/** Returns the error for a hosted site in a command that may only use a sandbox. */
export function sandboxOnly(profile: string): UsageError {
  return new UsageError(`The profile "${profile}" is not a sandbox: nothing was sent.`, {
    code: "SANDBOX_ONLY",
  });
}
