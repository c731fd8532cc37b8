import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import {
  changeProfile,
  findProfile,
  type LockEntry,
  type Profile,
  type ProfileContents,
} from "./profiles.ts";

/** Whether writes are refused at a time; `until` and `reason` stand while a lock is open for a while. */
export interface LockState {
  locked: boolean;
  until?: Date;
  reason?: string;
}

/** So many entries of a profile's log are kept, the newest. */
const keptEntries = 50;

/** What the log of a profile comes to at a time: its last entry decides. */
export function lockState({ locks = [] }: Pick<Profile, "locks">, now: Date): LockState {
  const last = locks.at(-1);
  if (last === undefined || last.act === "take off") return { locked: false };
  const until = new Date(last.until ?? 0);
  // A time that cannot be read is never in the future.
  if (last.act === "lock" || !(now < until)) return { locked: true };
  return { locked: false, until, ...(last.reason !== undefined && { reason: last.reason }) };
}

/** With writes through this profile refused from now on. The sandbox has no lock. */
export function lockProfile<C extends ProfileContents>(
  contents: C,
  name: string,
  now: Date,
): C & ProfileContents {
  if (findProfile(contents, name).platform === "sandbox") {
    throw new UsageError(
      `The profile "${name}" is a sandbox, which has no lock: nothing in it is precious.`,
      {
        hint: "Lock a hosted profile; till profiles list shows them.",
      },
    );
  }
  return logged(contents, name, { at: now.toISOString(), act: "lock" });
}

/** With the lock open until a time, or (without one) taken off. Throws (exit 6) where the profile has no lock. */
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
