import * as z from "zod/mini";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { plainName, plainNameRule, sameName } from "../kernel/file-system.ts";
import { lowerGuid } from "../kernel/ids.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { nearest } from "../kernel/text.ts";
import type { FolderChoices } from "./folder-choices.ts";

/** The platform of a profile: the embedded sandbox, the hosted platform, or a compatible server. */
export const Platform = z.union([
  z.literal("sandbox"),
  z.literal("hosted"),
  z.object({ baseUrl: z.string() }),
]);
export type Platform = z.output<typeof Platform>;

/** One entry of a profile's lock log. Times are ISO text; an open lock closes at `until`. */
export const LockEntry = z.object({
  at: z.string(),
  act: z.enum(["lock", "unlock", "take off"]),
  until: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export interface LockEntry extends z.output<typeof LockEntry> {}

/** A stored profile, without secrets: those are in the credentials store. */
export const Profile = z.object({
  name: z.string(),
  platform: Platform,
  /** The key of this profile's secrets in the credentials store. A rename does not change it. */
  credentials: z.string(),
  clientId: z.optional(z.string()),
  siteId: z.optional(z.string()),
  /** The ISO 4217 currency, if the platform does not return it. */
  currency: z.optional(z.string()),
  /** The default of `--as`. */
  role: z.optional(z.enum(["visitor", "member", "staff", "admin"])),
  settings: z.optional(z.record(z.string(), z.unknown())),
  /** Saved mappings of `--map`: the columns of a file and what they are, by name. */
  maps: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  /** The lock log, newest last; absent if the profile was never locked. */
  locks: z.optional(z.array(LockEntry)),
});
export interface Profile extends z.output<typeof Profile> {}

/** The part of the settings file with profiles. */
export interface ProfileContents {
  profile?: string | undefined;
  profiles?: Profile[] | undefined;
  /** What a `.till.yaml` chooses. Not stored. */
  folder?: FolderChoices | undefined;
  /** The profiles of each group, by its name. */
  groups?: Record<string, string[]> | undefined;
}

/** Returns the words of the command that signs in to a profile: with a browser only if it has an app. The sandbox has one. */
export const signInWords = ({ platform, clientId }: Pick<Profile, "platform" | "clientId">): string[] =>
  clientId === undefined && platform !== "sandbox" ? ["login", "--api-key"] : ["login"];

/** The initial profile. It always exists, is local and needs no account. */
export const sandboxProfile: Profile = { name: "sandbox", platform: "sandbox", credentials: "sandbox" };

/** The name of the profile that is defined by the environment only. */
export const environmentProfile = "environment";

/** Returns all profiles: the sandbox first, the others by name. */
export function listProfiles({ profiles: stored = [] }: ProfileContents): Profile[] {
  const profiles = stored.map((profile) =>
    profile.siteId === undefined ? profile : { ...profile, siteId: lowerGuid(profile.siteId) },
  );
  const sandbox = profiles.find(({ name }) => name === sandboxProfile.name);
  const others = profiles.filter(({ name }) => name !== sandboxProfile.name);
  return [{ ...sandbox, ...sandboxProfile }, ...others.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** Returns the name of the active profile. */
export function currentProfile({ profile }: ProfileContents): string {
  return profile ?? sandboxProfile.name;
}

/** Returns the profile with this name. Throws UsageError with the nearest name. */
export function findProfile(contents: ProfileContents, name: string): Profile {
  const profiles = listProfiles(contents);
  const found = profiles.find((profile) => profile.name === name);
  if (found !== undefined) return found;
  const names = profiles.map((profile) => profile.name);
  const guess = nearest(name, names);
  throw new UsageError(
    `Unknown profile "${name}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    {
      code: "UNKNOWN_PROFILE",
      field: "--profile",
      hint: `Profiles: ${names.join(", ")}. To add one: till profiles create <name>`,
    },
  );
}

/** Returns the settings with a new profile. Its secrets get a new key, different from those of renamed profiles. */
export function addProfile<C extends ProfileContents>(
  contents: C,
  profile: Omit<Profile, "credentials">,
): C & ProfileContents {
  const name = freeName(contents, profile.name);
  // The key names files, too.
  const usedKeys = listProfiles(contents).map(({ credentials }) => credentials);
  let credentials = name;
  for (let number = 2; sameName(credentials, usedKeys) !== undefined; number += 1)
    credentials = `${name}-${number}`;
  return { ...contents, profiles: [...(contents.profiles ?? []), { ...profile, name, credentials }] };
}

/** Returns the settings with a changed profile. The platform of the sandbox cannot be changed. */
export function changeProfile<C extends ProfileContents>(
  contents: C,
  name: string,
  change: Partial<Omit<Profile, "name" | "credentials">>,
): C & ProfileContents {
  const changed = { ...findProfile(contents, name), ...change };
  if (name === sandboxProfile.name && changed.platform !== "sandbox")
    throw sandboxIsFixed("moved to another platform");
  const others = (contents.profiles ?? []).filter((profile) => profile.name !== name);
  return { ...contents, profiles: [...others, changed] };
}

/** Returns the settings with this profile as the active one. */
export function chooseProfile<C extends ProfileContents>(contents: C, name: string): C & ProfileContents {
  return { ...contents, profile: findProfile(contents, name).name };
}

/** Returns the settings without the profile; the sandbox replaces it as active profile. The caller must clear its secrets. */
export function removeProfile<C extends ProfileContents>(contents: C, name: string): C & ProfileContents {
  findProfile(contents, name);
  if (name === sandboxProfile.name) throw sandboxIsFixed("removed");
  const { profile } = contents;
  return {
    ...contents,
    profile: profile === name ? sandboxProfile.name : profile,
    profiles: contents.profiles?.filter((profile) => profile.name !== name),
    ...inGroups(contents, (members) => members.filter((member) => member !== name)),
  };
}

/** Returns the settings with a renamed profile, whose secrets keep their key. */
export function renameProfile<C extends ProfileContents>(
  contents: C,
  from: string,
  to: string,
): C & ProfileContents {
  const found = findProfile(contents, from);
  if (from === sandboxProfile.name) throw sandboxIsFixed("renamed");
  // Its own name in another case is free.
  const others =
    to === from ? contents.profiles : contents.profiles?.filter((profile) => profile.name !== from);
  const name = freeName({ ...contents, profiles: others }, to);
  const { profile } = contents;
  return {
    ...contents,
    profile: profile === from ? name : profile,
    profiles: contents.profiles?.map((profile) => (profile.name === from ? { ...found, name } : profile)),
    ...inGroups(contents, (members) => members.map((member) => (member === from ? name : member))),
  };
}

/** Returns the groups with changed members; nothing if there are no groups. */
function inGroups(
  { groups }: ProfileContents,
  change: (members: string[]) => string[],
): Pick<ProfileContents, "groups"> {
  if (groups === undefined) return {};
  return { groups: Object.fromEntries(Object.entries(groups).map(([name, all]) => [name, change(all)])) };
}

function freeName(contents: ProfileContents, name: string): string {
  if (!plainName.test(name))
    throw new UsageError(`Invalid profile name "${name}".`, { hint: `Use ${plainNameRule}.` });
  // Names of profiles are in names of files.
  const taken = sameName(name, [environmentProfile, ...listProfiles(contents).map((one) => one.name)]);
  if (taken !== undefined) {
    throw new TillError(exitCodes.conflict, `The profile "${taken}" already exists.`, {
      code: "PROFILE_EXISTS",
      hint: "Use another name. To list profiles: till profiles list",
    });
  }
  return name;
}

function sandboxIsFixed(verb: string): UsageError {
  return new UsageError(`The profile "sandbox" cannot be ${verb}.`, {
    hint: "To empty it, run: till sandbox reset",
  });
}

/** Returns whether a platform is a sandbox: the embedded one, or a server on this computer. */
export function isLocalPlatform(platform: Platform): boolean {
  if (typeof platform === "string") return platform === "sandbox";
  return isLoopback(new URL(platform.baseUrl).hostname);
}

/** Parses `sandbox`, `hosted` or a URL. Throws UsageError for a URL that is neither https nor http on this computer. */
export function parsePlatform(text: string, source: string): Platform {
  if (text === "sandbox" || text === "hosted") return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))
  ) {
    throw new UsageError(`${source} must be an https URL, or an http URL on this computer, not "${text}".`, {
      field: source,
    });
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${source} must be a URL without user, query and fragment.`, {
      field: source,
    });
  }
  return { baseUrl: url.href.replace(/\/+$/, "") };
}

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
  return { locked: false, until, reason: last.reason };
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
