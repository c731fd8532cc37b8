import { groupPrefix, groupsOf, parseGroup } from "../../config/groups.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { EffectiveValue } from "./values.ts";

/** Returns the groups of profiles as values: `group.eu`. */
export function groupValues({ paths }: Context): EffectiveValue[] {
  const contents = settingsFile(paths.settingsFile, () => {}).read();
  return [...groupsOf(contents)].map(([group, members]) => {
    const name = groupPrefix + group;
    return { name, value: members.join(", "), origin: "settings", source: `setting ${name}` };
  });
}

/** Stores a group of profiles. Throws UsageError for unknown profiles, and with `--profile`. */
export async function setGroup(context: Context, name: string, text: string): Promise<undefined> {
  if (context.globals.profile !== undefined)
    throw new UsageError("A group belongs to no profile.", { field: "--profile", hint: "Omit --profile." });
  const group = name.slice(groupPrefix.length);
  const file = settingsFile(context.paths.settingsFile, (line) => void context.notice(line));
  const { groups } = await file.update((before) => ({
    ...before,
    groups: { ...before.groups, [group]: parseGroup(before, name, text) },
  }));
  const members = groups?.[group]?.join(", ");
  await context.notice(`Set ${name} to ${members}. Use it with: till each --sites @${group}`);
  return undefined;
}

/** Removes a group of profiles. */
export async function removeGroup(context: Context, name: string): Promise<undefined> {
  const group = name.slice(groupPrefix.length);
  let existed = false;
  await settingsFile(context.paths.settingsFile, (line) => void context.notice(line)).update((before) => {
    const { [group]: found, ...others } = before.groups ?? {};
    existed = found !== undefined;
    return { ...before, groups: others };
  });
  await context.notice(existed ? `Removed ${name}.` : `${name} is not set.`);
  return undefined;
}
