import * as z from "zod/mini";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/** Where a profile's calls go: the sandbox in this process, the hosted platform, or another address that speaks like it. */
export const Platform = z.union([
  z.literal("sandbox"),
  z.literal("hosted"),
  z.object({ baseUrl: z.string() }),
]);
export type Platform = z.output<typeof Platform>;

/** One line of a profile's log of its lock. Times are ISO text; an open lock closes by itself at `until`. */
export const LockEntry = z.object({
  at: z.string(),
  act: z.enum(["lock", "unlock", "take off"]),
  until: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export interface LockEntry extends z.output<typeof LockEntry> {}

/** One shop to work on, as it is stored. Secrets are never in it: they stand in the credential store. */
export const Profile = z.object({
  name: z.string(),
  platform: Platform,
  /** The key of this profile's secrets in the credential store; a rename leaves it as it is. */
  credentials: z.string(),
  clientId: z.optional(z.string()),
  siteId: z.optional(z.string()),
  /** ISO 4217, where the platform does not say it. */
  currency: z.optional(z.string()),
  /** The identity that acts where `--as` does not say. */
  role: z.optional(z.enum(["visitor", "member", "admin"])),
  settings: z.optional(z.record(z.string(), z.unknown())),
  /** The log of its lock, the newest last; absent where it never had one. */
  locks: z.optional(z.array(LockEntry)),
});
export interface Profile extends z.output<typeof Profile> {}

/** The part of the settings file that profiles live in. */
export interface ProfileContents {
  profile?: string | undefined;
  profiles?: Profile[] | undefined;
}

/** The profile of a fresh install: it is always there, always local, and needs no account. */
export const sandboxProfile: Profile = { name: "sandbox", platform: "sandbox", credentials: "sandbox" };

/** The name of the profile that the environment alone describes. */
export const environmentProfile = "environment";

/** Every profile, the sandbox first, the others by name. */
export function listProfiles({ profiles = [] }: ProfileContents): Profile[] {
  const sandbox = profiles.find(({ name }) => name === sandboxProfile.name);
  const others = profiles.filter(({ name }) => name !== sandboxProfile.name);
  return [{ ...sandbox, ...sandboxProfile }, ...others.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** The name of the profile that is used where none is named. */
export function currentProfile({ profile }: ProfileContents): string {
  return profile ?? sandboxProfile.name;
}

/** The profile of this name, or a UsageError with the nearest one. */
export function findProfile(contents: ProfileContents, name: string): Profile {
  const profiles = listProfiles(contents);
  const found = profiles.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = profiles.map((one) => one.name);
  const guess = nearest(name, names);
  throw new UsageError(
    `There is no profile "${name}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    {
      code: "UNKNOWN_PROFILE",
      field: "--profile",
      hint: `Profiles are: ${names.join(", ")}. Add one with: till profiles add <name>`,
    },
  );
}

/** With a new profile. Its secrets get a key that no other profile has, not even one that was renamed. */
export function addProfile<C extends ProfileContents>(
  contents: C,
  profile: Omit<Profile, "credentials">,
): C & ProfileContents {
  const name = freeName(contents, profile.name);
  const taken = new Set(listProfiles(contents).map(({ credentials }) => credentials));
  let credentials = name;
  for (let number = 2; taken.has(credentials); number += 1) credentials = `${name}-${number}`;
  return { ...contents, profiles: [...(contents.profiles ?? []), { ...profile, name, credentials }] };
}

/** With other facts about a profile. The sandbox keeps its platform. */
export function changeProfile<C extends ProfileContents>(
  contents: C,
  name: string,
  change: Partial<Omit<Profile, "name" | "credentials">>,
): C & ProfileContents {
  const changed = { ...findProfile(contents, name), ...change };
  if (name === sandboxProfile.name && changed.platform !== "sandbox")
    throw sandboxStays("moved to another platform");
  const others = (contents.profiles ?? []).filter((one) => one.name !== name);
  return { ...contents, profiles: [...others, changed] };
}

/** With this profile as the one that is used where none is named. */
export function chooseProfile<C extends ProfileContents>(contents: C, name: string): C & ProfileContents {
  return { ...contents, profile: findProfile(contents, name).name };
}

/** Without the profile; where it was in use the sandbox is. Clearing its secrets is the caller's duty. */
export function removeProfile<C extends ProfileContents>(contents: C, name: string): C & ProfileContents {
  findProfile(contents, name);
  if (name === sandboxProfile.name) throw sandboxStays("removed");
  const { profile } = contents;
  return {
    ...contents,
    profile: profile === name ? sandboxProfile.name : profile,
    profiles: contents.profiles?.filter((one) => one.name !== name),
  };
}

/** With another name for a profile; its secrets stay where they are. */
export function renameProfile<C extends ProfileContents>(
  contents: C,
  from: string,
  to: string,
): C & ProfileContents {
  const found = findProfile(contents, from);
  if (from === sandboxProfile.name) throw sandboxStays("renamed");
  const name = freeName(contents, to);
  const { profile } = contents;
  return {
    ...contents,
    profile: profile === from ? name : profile,
    profiles: contents.profiles?.map((one) => (one.name === from ? { ...found, name } : one)),
  };
}

function freeName(contents: ProfileContents, name: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name)) {
    throw new UsageError(`"${name}" cannot be the name of a profile.`, {
      hint: "Use up to 64 letters, digits, dots, dashes and underscores, a letter or digit first.",
    });
  }
  if (name === environmentProfile || listProfiles(contents).some((one) => one.name === name)) {
    throw new TillError(exitCodes.conflict, `There is a profile "${name}" already.`, {
      code: "PROFILE_EXISTS",
      hint: "Choose another name, or see what there is: till profiles list",
    });
  }
  return name;
}

function sandboxStays(verb: string): UsageError {
  return new UsageError(`The profile "sandbox" cannot be ${verb}: it is the safe place to try things.`, {
    hint: "To empty it, run: till sandbox reset",
  });
}

/** Whether a platform is a sandbox: the embedded one, or a server on this machine. */
export function isLocal(platform: Platform): boolean {
  if (typeof platform === "string") return platform === "sandbox";
  return isLoopback(new URL(platform.baseUrl));
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** `sandbox`, `hosted` or an address. Throws UsageError for an address that is neither https nor http on this machine. */
export function parsePlatform(text: string, source: string): Platform {
  if (text === "sandbox" || text === "hosted") return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)))) {
    throw new UsageError(`${source} must be an https address, or http on this machine, not "${text}".`, {
      field: source,
    });
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${source} must be a plain address, without a user, a query or a fragment.`, {
      field: source,
    });
  }
  return { baseUrl: url.href.replace(/\/+$/, "") };
}
