import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import {
  changeProfile,
  findProfile,
  type LockEntry,
  type Profile,
  type ProfileContents,
} from "./profiles.ts";

/** Whether writes are rejected; `until` and `reason` are set while a lock is temporarily open. */
export interface LockState {
  locked: boolean;
  until?: Date;
  reason?: string;
}

/** The number of entries to keep in a profile's lock log. */
const keptEntries = 50;

/** Returns the state of a lock from the last entry of its log. */
export function lockState({ locks = [] }: Pick<Profile, "locks">, now: Date): LockState {
  const last = locks.at(-1);
  if (last === undefined || last.act === "take off") return { locked: false };
  const until = new Date(last.until ?? 0);
  // An invalid time is never in the future.
  if (last.act === "lock" || !(now < until)) return { locked: true };
  return { locked: false, until, ...(last.reason !== undefined && { reason: last.reason }) };
}

/** Returns the settings with the profile locked. Throws UsageError for the sandbox, which has no lock. */
export function lockProfile<C extends ProfileContents>(
  contents: C,
  name: string,
  now: Date,
): C & ProfileContents {
  if (findProfile(contents, name).platform === "sandbox") {
    throw new UsageError(`The profile "${name}" is a sandbox. Sandboxes cannot be locked.`, {
      hint: "Lock a hosted profile. To list profiles: till profiles list",
    });
  }
  return logged(contents, name, { at: now.toISOString(), act: "lock" });
}

/** Returns the settings with the lock open until a time, or removed without one. Throws TillError (exit 6) if there is no lock. */
export function unlockProfile<C extends ProfileContents>(
  contents: C,
  name: string,
  { now, until, reason }: { now: Date; until?: Date; reason: string },
): C & ProfileContents {
  const last = findProfile(contents, name).locks?.at(-1);
  if (last === undefined || last.act === "take off") {
    throw new TillError(exitCodes.conflict, `The profile "${name}" has no lock.`, {
      code: "NOT_LOCKED",
      hint: `To lock it: till profiles lock ${name}`,
    });
  }
  const at = now.toISOString();
  return logged(
    contents,
    name,
    until ? { at, act: "unlock", until: until.toISOString(), reason } : { at, act: "take off", reason },
  );
}

function logged<C extends ProfileContents>(contents: C, name: string, entry: LockEntry): C & ProfileContents {
  const { locks = [] } = findProfile(contents, name);
  return changeProfile(contents, name, { locks: [...locks, entry].slice(-keptEntries) });
}
