import { statSync } from "node:fs";
import type { Endpoint } from "../api/endpoint.ts";
import { type LockState, lockState } from "../config/profile-lock.ts";
import { listProfiles } from "../config/profiles.ts";
import { settingsFile } from "../config/settings-file.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";

/** Stands before every call of a hosted profile. */
export interface WriteGate {
  /** Throws PROFILE_LOCKED (exit 6) for a call that writes while the profile is locked. */
  check(name: string, endpoint: Pick<Endpoint, "effect">): void;
  /** How the lock stands now. */
  state(): LockState;
}

/** Signing in and out changes nothing in the shop. */
const signsIn =
  /^(verification\.|oauth\.token$|redirects\.createRedirectSession$|authentication\.(login|logout|callback|verify)$)/;

/** The gate of a profile. It looks again whenever the settings file has changed, so that a lock stops a running job. */
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
    check(name, { effect }) {
      if (effect !== "read" && !signsIn.test(name) && state().locked) throw profileLocked(profile, name);
    },
    state,
  };
}

/** The error (exit 6) of a write through a locked profile: of one call, or before any is made. */
export function profileLocked(profile: string, call?: string): TillError {
  const what = call === undefined ? "nothing was sent" : `${call} was not sent`;
  return new TillError(exitCodes.conflict, `The profile "${profile}" is locked: ${what}.`, {
    code: "PROFILE_LOCKED",
    hint: `To open it for a while: till profiles unlock ${profile} --for 15m --reason "why"`,
  });
}
