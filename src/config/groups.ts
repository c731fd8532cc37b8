import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { listProfiles, type ProfileContents } from "./profiles.ts";

/** The start of the names under which groups are set and listed: `group.eu`. */
export const groupPrefix = "group.";

/** Returns the groups of profiles by name, in alphabetical order. */
export function groupsOf({ groups = {} }: ProfileContents): Map<string, readonly string[]> {
  return new Map(Object.entries(groups).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the profiles of a group. Throws UsageError with the nearest name. */
export function findGroup(contents: ProfileContents, name: string): readonly string[] {
  const groups = groupsOf(contents);
  const found = groups.get(name);
  if (found !== undefined) return found;
  const guess = nearest(name, groups.keys());
  throw new UsageError(
    `There is no group @${name}.${guess === undefined ? "" : ` Did you mean @${guess}?`}`,
    { code: "UNKNOWN_GROUP", hint: `To define it: till config set group.${name} "shop-de, shop-fr"` },
  );
}

/** Returns the members of a group. Throws UsageError for an invalid name, an empty list or an unknown profile. */
export function parseGroup(contents: ProfileContents, setting: string, text: string): string[] {
  const name = setting.slice(groupPrefix.length);
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name))
    throw new UsageError(`Invalid name of a group "${name}".`, {
      hint: "Use up to 64 letters, digits, dots, dashes and underscores. Start with a letter or digit.",
    });
  const members = [...new Set(namesIn(text))];
  if (members.length === 0)
    throw new UsageError("A group needs at least one profile.", {
      hint: `For example: till config set ${setting} "shop-de, shop-fr"`,
    });
  const known = listProfiles(contents).map((profile) => profile.name);
  const unknown = members.find((member) => !known.includes(member));
  if (unknown === undefined) return members;
  const guess = nearest(unknown, known);
  throw new UsageError(
    `Unknown profile "${unknown}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    { code: "UNKNOWN_PROFILE", hint: `Profiles: ${known.join(", ")}` },
  );
}

/** Returns the names in a list that is separated by commas or spaces. */
export function namesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}
