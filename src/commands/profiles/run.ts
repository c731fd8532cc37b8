import { confirm } from "../../cli/confirm.ts";
import { removeCredentials, removeDamagedCredentials } from "../../cli/stored-credentials.ts";
import {
  addProfile,
  changeProfile,
  chooseProfile,
  currentProfile,
  environmentProfile,
  findProfile,
  type Profile,
  parsePlatform,
  removeProfile,
  renameProfile,
  signInWords,
} from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { identityLabels, platformLabel, profileColumns, storedIdentities } from "../../resources/profiles.ts";
import { nameInUse, printProfile, profileRecords, settingsOf } from "./records.ts";

interface ValueOptions {
  clientId?: string;
  currency?: string;
  role?: "visitor" | "member" | "staff" | "admin" | "least";
}

/** Prints all profiles, the sandbox first. */
export async function list(context: Context): Promise<ExitCode | undefined> {
  const { format } = context;
  const contents = settingsOf(context).read();
  const rows = await profileRecords(context, contents);
  await context.print(rows, { kind: "profile", fields: profileColumns });
  if (nameInUse(context, contents).value === environmentProfile && format === "table")
    await context.notice(
      "The current profile is defined by environment variables: till config list --show-origin",
    );
  return undefined;
}

/** Prints a stored profile with its identities and its lock. */
export async function show(context: Context, [name]: string[]): Promise<ExitCode | undefined> {
  const contents = settingsOf(context).read();
  const { value: current } = nameInUse(context, contents);
  if (name === undefined && current === environmentProfile) {
    throw new UsageError("The current profile is defined by environment variables and is not stored.", {
      hint: "Show its values with: till config list --show-origin",
    });
  }
  await printProfile(context, contents, name ?? current);
  return undefined;
}

/** Adds a profile and prints it. */
export async function add(
  context: Context,
  [name = ""]: string[],
  { platform = "hosted", use, ...options }: ValueOptions & { platform?: string; use?: boolean },
): Promise<ExitCode | undefined> {
  const values = parseValues(context, options);
  const parsedPlatform = parsePlatform(platform, "--platform");
  const contents = await settingsOf(context).update((before) => {
    const added = addProfile(before, { name, platform: parsedPlatform, ...values });
    return use ? chooseProfile(added, name) : added;
  });
  await printProfile(context, contents, name);
  const signIn = signInWords({ ...values, platform: parsedPlatform }).join(" ");
  if (parsedPlatform !== "sandbox") await context.notice(`To sign in, run: till ${signIn} --profile ${name}`);
  if (nameInUse(context, contents).value !== name)
    await context.notice(`To make it the current profile, run: till profiles use ${name}`);
  return undefined;
}

/** Changes the values of a profile and prints it. */
export async function update(
  context: Context,
  [name = ""]: string[],
  options: ValueOptions,
): Promise<ExitCode | undefined> {
  const values = parseValues(context, options);
  if (Object.keys(values).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Pass at least one of --client-id, --site, --currency, --role.",
    });
  }
  const file = settingsOf(context);
  const { clientId, credentials } = findProfile(file.read(), name);
  if ("clientId" in values && values.clientId !== clientId) await requireNoTokens(context, name, credentials);
  const contents = await file.update((before) => changeProfile(before, name, values));
  await printProfile(context, contents, name);
  return undefined;
}

/** Throws UsageError if the profile has tokens, which must not be sent to another OAuth app. */
async function requireNoTokens(context: Context, name: string, key: string): Promise<void> {
  const { paths, notice } = context;
  const identities = await storedIdentities(paths, key, (text) => void notice(text));
  const tokens = identities.filter(({ kind }) => kind !== "apiKey" && kind !== "app");
  if (tokens.length === 0) return;
  throw new UsageError(
    `Profile "${name}" is signed in (${identityLabels(tokens)}) with its current client id.`,
    { field: "--client-id", hint: `Sign out first: till logout --profile ${name}` },
  );
}

/** Parses the value flags; an empty text clears a value. Throws UsageError for an invalid currency or id. */
function parseValues(
  { globals }: Context,
  { clientId, currency, role }: ValueOptions,
): Pick<Profile, "clientId" | "siteId" | "currency" | "role"> {
  const { site } = globals;
  if (currency !== undefined && !/^([A-Z]{3})?$/i.test(currency)) {
    throw new UsageError(
      `Invalid value "${currency}" for --currency: expected a three-letter code such as EUR.`,
      { field: "--currency" },
    );
  }
  for (const [flag, id] of [
    ["--client-id", clientId],
    ["--site", site],
  ] as const) {
    if (id === undefined || /^[\w.:-]*$/.test(id)) continue;
    throw new UsageError(`Invalid value "${id}" for ${flag}: expected an id.`, {
      field: flag,
      hint: "Find it in the URL of the site's dashboard or in its headless settings.",
    });
  }
  return {
    ...(clientId !== undefined && { clientId: clientId || undefined }),
    ...(site !== undefined && { siteId: site || undefined }),
    ...(currency !== undefined && { currency: currency.toUpperCase() || undefined }),
    ...(role !== undefined && { role: role === "least" ? undefined : role }),
  };
}

/** Makes a profile the current one. */
export async function use(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  const contents = await settingsOf(context).update((before) => chooseProfile(before, name));
  const { platform, siteId } = findProfile(contents, name);
  const site = siteId === undefined ? "" : `, site ${siteId}`;
  await context.notice(`The current profile is now ${name} (${platformLabel(platform)}${site}).`);
  const { origin, source, value } = nameInUse(context, contents);
  if (source === "TILL_PROFILE" && value !== name)
    await context.notice(`TILL_PROFILE is set to ${value} and overrides it in this shell.`);
  if (origin === "folder" && value !== name)
    await context.notice(`${source} chooses ${value} and overrides it in this folder.`);
  return undefined;
}

/** Renames a profile and keeps its credentials. */
export async function rename(
  context: Context,
  [from = "", to = ""]: string[],
): Promise<ExitCode | undefined> {
  await settingsOf(context).update((before) => renameProfile(before, from, to));
  await context.notice(`Renamed profile ${from} to ${to}.`);
  return undefined;
}

/** Removes a profile and its credentials after a confirmation. */
export async function remove(
  context: Context,
  [name = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const file = settingsOf(context);
  const before = file.read();
  // Reports an unknown or protected profile before asking for confirmation.
  removeProfile(before, name);
  const { credentials } = findProfile(before, name);
  const { paths, notice } = context;
  const identities = await storedIdentities(paths, credentials, (text) => void notice(text));
  const suffix = identities.length === 0 ? "" : ` and its stored identities (${identityLabels(identities)})`;
  await confirm(context, `Remove profile "${name}"${suffix}?`, yes, { local: true });
  // Credentials go first so that a removed profile never leaves secrets behind.
  await removeCredentials(context, credentials);
  await removeDamagedCredentials(context);
  const after = await file.update((contents) => removeProfile(contents, name));
  await notice(`Removed profile ${name}.`);
  if (currentProfile(before) !== currentProfile(after))
    await notice(`The current profile is now ${currentProfile(after)}.`);
  return undefined;
}
