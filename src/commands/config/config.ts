import { statSync } from "node:fs";
import { resolve } from "node:path";
import { changeMaps, savedMaps } from "../../cli/column-maps.ts";
import { keepPassword } from "../../config/credentials.ts";
import { groupPrefix, groupsOf, parseGroup } from "../../config/groups.ts";
import { changeProfile, findProfile } from "../../config/profiles.ts";
import {
  formatSetting,
  isSettingName,
  type Origin,
  parseSetting,
  type SettingName,
  type StoredSettings,
  settingName,
  settings,
  splitPassword,
} from "../../config/settings.ts";
import { type SettingsContents, settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { columnMapText } from "../../files/column-map.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import type { Fields } from "../../output/field.ts";
import { platformLabel } from "../../resources/profiles.ts";

interface OriginOptions {
  showOrigin?: boolean;
}

/** Prints the effective profile values and settings. */
export async function list(
  context: Context,
  _: string[],
  { showOrigin }: OriginOptions,
): Promise<ExitCode | undefined> {
  const names = Object.keys(settings) as SettingName[];
  const rows = [
    ...(await effectiveProfileValues(context)),
    ...names.map((name) => effectiveSetting(context, name)),
    ...groupValues(context),
    ...(await mapValues(context)),
  ];
  await context.print(rows, { kind: "setting", fields: valueFields(showOrigin) });
  return undefined;
}

/** Prints one setting or profile value; in the table format without `--show-origin`, only the value. */
export async function get(
  context: Context,
  [name = ""]: string[],
  { showOrigin }: OriginOptions,
): Promise<ExitCode | undefined> {
  const { streams, format } = context;
  const profileValue = isSettingName(name)
    ? undefined
    : [
        ...(await effectiveProfileValues(context)),
        ...groupValues(context),
        ...(await mapValues(context)),
      ].find((value) => value.name === name);
  const value = profileValue ?? effectiveSetting(context, settingName(name));
  if (format === "table" && !showOrigin) {
    await streams.stdout.write(`${typedValue(value)}\n`);
    return undefined;
  }
  await context.printRecord(value, {
    kind: "setting",
    fields: valueFields(true),
  });
  return undefined;
}

/** Commands that change the values of a profile, which are not settings. */
const profileCommands: Readonly<Record<string, string>> = {
  profile: "till profiles use <profile>",
  platform: "till profiles create <name> --platform <where>",
  siteId: "till profiles update <profile> --site <id>",
  clientId: "till profiles update <profile> --client-id <id>",
  currency: "till profiles update <profile> --currency <code>",
  role: "till profiles update <profile> --role <role>",
};

/** Stores a setting. Prints a notice if the environment or the profile overrides it. */
export async function set(
  context: Context,
  [text = "", value = ""]: string[],
): Promise<ExitCode | undefined> {
  const command = Object.hasOwn(profileCommands, text) ? profileCommands[text] : undefined;
  if (command !== undefined)
    throw new UsageError(`"${text}" is part of a profile, not a setting.`, { hint: `Use: ${command}` });
  if (text.startsWith(groupPrefix)) return await setGroup(context, text, value);
  const name = settingName(text);
  const parsed = await keptApart(context, name, parseSetting(name, value));
  const typed = formatSetting(settings[name], parsed);
  // Durations are stored as text because people read and edit the file.
  const stored = settings[name].type === "duration" ? typed : parsed;
  await changeSettings(context, (before) => ({ ...before, [name]: stored }));
  await context.notice(`Set ${name} to ${typed} ${scopeLabel(context)}.`);
  const effective = effectiveSetting(context, name);
  const { origin, source } = effective;
  const isOverridden =
    source === settings[name].env ||
    origin === "folder" ||
    (origin === "profile" && context.globals.profile === undefined);
  if (isOverridden)
    await context.notice(`${source} overrides it; the effective value is ${typedValue(effective)}.`);
  return undefined;
}

/** Returns a value as it is stored: without its secret, which goes to the credentials, and with the full path of a file. */
async function keptApart<V>({ paths, cwd }: Context, name: SettingName, value: V): Promise<V | string> {
  if (name === "approvers") return existingFile(resolve(cwd, String(value)));
  if (name !== "journal") return value;
  const { address, password } = splitPassword(String(value));
  await keepPassword(address, password, paths);
  return address;
}

function existingFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new UsageError(`${path}: no such file.`, { field: "approvers", hint: "Check the path." });
}

/** Removes a stored setting, even one that this version does not know. */
export async function unset(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  if (name.startsWith(mapPrefix)) return await removeMap(context, name);
  if (name.startsWith(groupPrefix)) return await removeGroup(context, name);
  let existed = false;
  let old: unknown;
  await changeSettings(context, (before) => {
    existed = Object.hasOwn(before, name);
    old = before[name];
    if (!existed && !isSettingName(name)) settingName(name);
    return Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
  });
  if (name === "journal" && existed) await keepPassword(String(old), undefined, context.paths);
  await context.notice(existed ? `Removed ${name}.` : `${name} is not set ${scopeLabel(context)}.`);
  return undefined;
}

/** Prints the path of the settings file; in other formats, all paths that till uses. */
export async function path(context: Context): Promise<ExitCode | undefined> {
  const { paths } = context;
  const { settingsFile, credentialsFile, viewsFile, screenFile, sandboxFile, jobs, changes, rates, cache } =
    paths;
  const files = { settingsFile, credentialsFile, viewsFile, screenFile, sandboxFile };
  await context.printResult({ _kind: "paths", ...files, jobs, changes, rates, cache }, settingsFile);
  return undefined;
}

/** Changes the settings for all profiles, or those of the profile named with `--profile`. */
async function changeSettings(
  { paths, globals }: Context,
  change: (before: StoredSettings) => StoredSettings,
): Promise<void> {
  const { profile } = globals;
  await settingsFile(paths.settingsFile).update((before): SettingsContents => {
    if (profile === undefined) return { ...before, settings: change(before.settings ?? {}) };
    const { settings = {} } = findProfile(before, profile);
    return changeProfile(before, profile, { settings: change(settings) });
  });
}

function scopeLabel({ globals }: Context): string {
  return globals.profile === undefined ? "for all profiles" : `for profile ${globals.profile}`;
}

/** A setting or profile value of this run and where it comes from. */
interface EffectiveValue {
  name: string;
  /** A duration is in milliseconds. */
  value: string | number | boolean | null;
  origin: Origin;
  /** `--limit`, `TILL_LIMIT`, `profile shop`, `setting limit`, `default`. */
  source: string;
}

/** Returns the effective value of a setting. */
function effectiveSetting({ choices }: Context, name: SettingName): EffectiveValue {
  const found = choices.setting(name);
  return { name, ...found, ...(name === "journal" && { value: redact(String(found.value)) }) };
}

/** Returns the effective profile values. Secrets from the environment are listed as `(secret)`. */
async function effectiveProfileValues(context: Context): Promise<EffectiveValue[]> {
  const { origins, secrets, ...profile } = await context.profile();
  const values = {
    profile: profile.name,
    platform: platformLabel(profile.platform),
    siteId: profile.siteId,
    clientId: profile.clientId,
    currency: profile.currency,
    role: profile.role,
  };
  const entries = Object.entries(values).map(([name, value = null]): EffectiveValue => {
    const { origin, source } =
      origins[name === "profile" ? "name" : (name as keyof typeof origins)] ?? defaultOrigin;
    return { name, value, origin, source };
  });
  const secret = (name: string, source: string): EffectiveValue => {
    return { name, value: "(secret)", origin: "environment", source };
  };
  return [
    ...entries,
    ...(secrets.apiKey === undefined
      ? []
      : [secret("apiKey", context.environment.keyFile === undefined ? "TILL_API_KEY" : "TILL_API_KEY_FILE")]),
    ...(secrets.accessToken === undefined ? [] : [secret("accessToken", "TILL_ACCESS_TOKEN")]),
  ];
}

const defaultOrigin = { origin: "default", source: "default" } as const;

/** Formats a value as a user types it. */
function typedValue({ name, value }: EffectiveValue): string {
  return isSettingName(name) ? formatSetting(settings[name], value) : String(value ?? "");
}

/** Returns the fields of values, with their origin or without it. */
function valueFields(showOrigin: boolean | undefined): Fields<EffectiveValue> {
  return {
    name: { label: "setting" },
    value: { label: "value", path: "value", value: typedValue, grow: true },
    ...(showOrigin && {
      origin: { label: "origin", tone: originTone },
      source: { label: "from" },
    }),
  };
}

function originTone({ origin }: EffectiveValue): "dim" | undefined {
  return origin === "default" ? "dim" : undefined;
}

/** Returns the groups of profiles as values: `group.eu`. */
function groupValues({ paths }: Context): EffectiveValue[] {
  const contents = settingsFile(paths.settingsFile).read();
  return [...groupsOf(contents)].map(([group, members]) => {
    const name = groupPrefix + group;
    return { name, value: members.join(", "), origin: "settings", source: `setting ${name}` };
  });
}

/** Stores a group of profiles. Throws UsageError for unknown profiles, and with `--profile`. */
async function setGroup(context: Context, name: string, text: string): Promise<undefined> {
  if (context.globals.profile !== undefined)
    throw new UsageError("A group belongs to no profile.", { field: "--profile", hint: "Omit --profile." });
  const group = name.slice(groupPrefix.length);
  const file = settingsFile(context.paths.settingsFile);
  const { groups } = await file.update((before) => ({
    ...before,
    groups: { ...before.groups, [group]: parseGroup(before, name, text) },
  }));
  const members = groups?.[group]?.join(", ");
  await context.notice(`Set ${name} to ${members}. Use it with: till each --sites @${group}`);
  return undefined;
}

/** Removes a group of profiles. */
async function removeGroup(context: Context, name: string): Promise<undefined> {
  const group = name.slice(groupPrefix.length);
  let existed = false;
  await settingsFile(context.paths.settingsFile).update((before) => {
    const { groups = {} } = before;
    existed = Object.hasOwn(groups, group);
    const { [group]: _, ...others } = groups;
    return { ...before, groups: others };
  });
  await context.notice(existed ? `Removed ${name}.` : `${name} is not set.`);
  return undefined;
}

/** The start of the names under which the mappings of imports are listed. */
const mapPrefix = "map.";

/** Returns the mappings of columns that imports have saved in the profile, as values. */
async function mapValues(context: Context): Promise<EffectiveValue[]> {
  const { name: profile } = await context.profile();
  return Object.entries(await savedMaps(context)).map(([name, map]) => ({
    name: `${mapPrefix}${name}`,
    value: columnMapText(map),
    origin: "profile",
    source: `profile ${profile}`,
  }));
}

/** Removes a saved mapping from the profile. */
async function removeMap(context: Context, name: string): Promise<undefined> {
  const { name: profile } = await context.profile();
  const key = name.slice(mapPrefix.length);
  const existed = Object.hasOwn(await savedMaps(context), key);
  if (existed)
    await changeMaps(context, profile, (maps) =>
      Object.fromEntries(Object.entries(maps).filter(([other]) => other !== key)),
    );
  await context.notice(
    existed ? `Removed ${name} from profile ${profile}.` : `${name} is not set for profile ${profile}.`,
  );
}
