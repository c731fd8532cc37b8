import { existsSync } from "node:fs";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { type Environment, shopVariables } from "../config/environment.ts";
import type { FolderChoices } from "../config/folder-choices.ts";
import { findFolderFile } from "../config/paths.ts";
import {
  type Resolved,
  resolveSetting,
  type SettingName,
  type SettingSources,
  type SettingValue,
} from "../config/settings.ts";
import { exitCodes, TillError, type UsageError } from "../kernel/errors.ts";
import { colorFor, preferStreams, type Streams } from "../output/streams.ts";
import type { Globals } from "./host.ts";
import type { ChoiceOptions, StoredChoices } from "./stored-choices.ts";

/** The settings and the profile of a run, from flags, environment, profile and settings file. */
export interface Choices {
  /** Throws UsageError for an invalid value. */
  setting<N extends SettingName>(name: N): Resolved<SettingValue<N>>;
  /** Returns the profile of this run. Throws UsageError if it does not exist. */
  profile(): Promise<EffectiveProfile>;
  /** The same, synchronously, if there is a settings file. */
  stored?: StoredChoices["profile"];
  /** What the `.till.yaml` of the folder chooses. */
  folder?: FolderChoices;
}

/** Opens the settings file, if there is one. Its code is loaded only then. */
export async function openChoices(options: ChoiceOptions): Promise<Choices> {
  const { environment, paths, globals, repairs } = options;
  const folder = await folderChoices(options);
  const stored =
    folder || existsSync(paths.settingsFile)
      ? (await import("./stored-choices.ts")).readStored(options, folder)
      : undefined;
  const sources: SettingSources = {
    flags: flagsOf(globals),
    variables: environment.variables,
    ...stored?.sources,
    onBad: repairs ? once(repairs === "quietly" ? () => {} : options.notice) : undefined,
  };
  return {
    setting: (name) => resolveSetting(name, sources),
    stored: stored?.profile,
    folder,
    profile: async () =>
      stored
        ? stored.profile()
        : (await import("../config/effective-profile.ts")).effectiveProfile(
            {},
            environment.variables,
            globals,
            paths,
          ),
  };
}

/** Reads the `.till.yaml` of this folder, if there is one. With `repairs`, one that cannot be read or is not trusted is ignored. */
async function folderChoices({
  cwd,
  paths,
  repairs,
  notice,
}: ChoiceOptions): Promise<FolderChoices | undefined> {
  const file = findFolderFile(cwd);
  if (file === undefined) return undefined;
  try {
    return await (await import("../config/folder-choices.ts")).readFolderFile(file, paths.trustedFile);
  } catch (error) {
    if (!repairs || !(error instanceof TillError)) throw error;
    if (repairs !== "quietly") notice(`${error.message} It is ignored.`);
    return undefined;
  }
}

/** Reports each problem once. */
function once(notice: (text: string) => void): (error: UsageError) => void {
  const reported = new Set<string>();
  return ({ message }) => {
    if (!reported.has(message)) notice(`${message} It is ignored.`);
    reported.add(message);
  };
}

/** The settings with flags. */
function flagsOf({
  json,
  output,
  color,
  input,
  pager,
  timeout,
  concurrency,
  maxRequests,
  notify,
}: Globals): NonNullable<SettingSources["flags"]> {
  return {
    output: json ? "json" : output,
    color: color === false ? "never" : color === true ? undefined : color,
    noInput: input === false ? true : undefined,
    pager: pager === false ? "cat" : undefined,
    timeout,
    concurrency,
    maxRequests,
    notify,
    notifyOn: notify === undefined ? undefined : "all",
  };
}

/** Returns the streams with the chosen color, symbols, time zone and prompts. */
export function chosenStreams(streams: Streams, { variables, ci }: Environment, choices: Choices): Streams {
  const { value: color, origin } = choices.setting("color");
  const { value: symbols } = choices.setting("symbols");
  const isExplicit = origin === "flag" || (origin === "environment" && variables.TILL_COLOR !== undefined);
  return preferStreams(streams, {
    color: (sink) =>
      color === "auto"
        ? sink.color
        : colorFor({ [isExplicit ? "flag" : "stored"]: color, env: variables, isTTY: sink.isTTY && !ci }),
    ascii: (sink) => (symbols === "auto" ? (sink.ascii ?? false) : symbols === "ascii"),
    timeZone: choices.setting("timeZone").value,
    theme: choices.setting("theme").value,
    prompts: !choices.setting("noInput").value,
  });
}

/** What says which shop a command line means, and whether anyone looks at it. */
export interface ShopWish {
  readonly environment: Pick<Environment, "variables" | "empty">;
  unattended?: (() => boolean) | undefined;
}

type Named = Pick<EffectiveProfile, "name" | "platform" | "origins">;

/** Throws TillError (exit 4) for a key in the environment without the site that it is for, which the platform asks for. */
export function requireSite(
  { origins, siteId }: Pick<EffectiveProfile, "origins" | "siteId">,
  { variables }: ShopWish["environment"],
): void {
  const { TILL_API_KEY: key, TILL_BASE_URL: address } = variables;
  const isStored = origins.name?.source !== "environment";
  if (isStored || siteId !== undefined || key === undefined || address !== undefined) return;
  throw notMeant(
    "TILL_API_KEY is set, but the site that it is for is not.",
    "Set TILL_SITE_ID as well (the ID in the address of the site's dashboard), or add: --profile <name>.",
    "TILL_SITE_ID",
  );
}

/**
 * Throws TillError (exit 4) if the embedded sandbox would be used although the environment points to a shop: a variable that
 * selects a shop is set, often empty, because a secret is missing. The sandbox is meant if --profile or TILL_PROFILE names it,
 * and with a recording of another platform.
 */
export function requireSandboxMeant(
  { platform, origins: { name } }: Named,
  { variables, empty }: ShopWish["environment"],
): void {
  const isNamed = name?.origin === "flag" || name?.source === "TILL_PROFILE";
  if (platform !== "sandbox" || isNamed) return;
  const missing = shopVariables.find((variable) => empty.includes(variable));
  if (missing !== undefined)
    throw notMeant(
      `${missing} is set but empty, and no profile is selected.`,
      `Set ${missing} (a missing secret leaves it empty), or unset it.`,
      missing,
    );
  const stated = shopVariables.find((variable) => variables[variable] !== undefined);
  if (stated !== undefined)
    throw notMeant(
      `${stated} is set, but neither credentials nor a profile are.`,
      "Set TILL_API_KEY as well, or add: --profile <name>.",
      stated,
    );
}

/**
 * Throws TillError (exit 4) for a change without a terminal whose shop no flag, variable or folder has named: the profile in use
 * may be another one than that of the day when the line was written. A story has a sandbox of its own.
 */
export function requireNamedShop(profile: Named, { environment, unattended }: ShopWish): void {
  const { variables } = environment;
  requireSandboxMeant(profile, environment);
  const { name, siteId } = profile.origins;
  const isNamed = [name, siteId].some((one) => /^(flag|environment|folder)$/.test(one?.origin ?? ""));
  if (isNamed || !(unattended?.() ?? false) || variables.TILL_STORY !== undefined) return;
  const target =
    profile.platform === "sandbox" ? "the embedded sandbox" : `the shop of profile "${profile.name}"`;
  throw notMeant(
    `No shop is named, and nobody is at a terminal: this would change ${target}.`,
    "Name the shop: --profile <name>, TILL_PROFILE, or TILL_SITE_ID with TILL_API_KEY.",
    "--profile",
  );
}

function notMeant(message: string, hint: string, field: string): TillError {
  return new TillError(exitCodes.auth, message, {
    code: "SHOP_NOT_SELECTED",
    field,
    hint: `Nothing was sent. ${hint} To use the embedded sandbox: TILL_PROFILE=sandbox`,
  });
}
