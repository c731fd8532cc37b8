import { existsSync } from "node:fs";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import type { Environment } from "../config/environment.ts";
import type { Paths } from "../config/paths.ts";
import {
  type Resolved,
  resolveSetting,
  type SettingName,
  type SettingSources,
  type SettingValue,
} from "../config/settings.ts";
import type { UsageError } from "../kernel/errors.ts";
import { colourFor } from "../output/colour.ts";
import { preferStreams } from "../output/preferred.ts";
import type { Streams } from "../output/streams.ts";
import type { Globals } from "./context.ts";
import type { StoredChoices } from "./stored-choices.ts";

/** What flags, environment, profile and settings file say about a run: read once, resolved when asked. */
export interface Choices {
  /** Throws UsageError for a value that cannot be. */
  setting<N extends SettingName>(name: N): Resolved<SettingValue<N>>;
  /** Who we are in this run; throws UsageError where the profile that is named does not exist. */
  profile(): Promise<EffectiveProfile>;
  /** The same at once, where there is a settings file. */
  stored?: StoredChoices["profile"];
}

/** What choices are made of. */
export interface ChoiceOptions {
  environment: Environment;
  paths: Paths;
  globals: Globals;
  /** Told, in one line, when a damaged settings file was set aside, and what else was passed over. */
  notice(text: string): void;
  /** What cannot be read is passed over: for the commands that repair it. */
  lenient?: boolean;
}

/** Opens the settings file where there is one; without it nothing is loaded that a start can do without. */
export async function openChoices(options: ChoiceOptions): Promise<Choices> {
  const { environment, paths, globals, lenient } = options;
  const stored = existsSync(paths.settingsFile)
    ? (await import("./stored-choices.ts")).readStored(options)
    : undefined;
  const sources: SettingSources = {
    flags: flagsOf(globals),
    variables: environment.variables,
    ...stored?.sources,
    ...(lenient && { onBad: once(options.notice) }),
  };
  return {
    setting: (name) => resolveSetting(name, sources),
    ...(stored && { stored: stored.profile }),
    profile: async () =>
      stored
        ? stored.profile()
        : (await import("../config/effective-profile.ts")).resolveProfile({}, environment.variables, globals),
  };
}

/** Says what is wrong, and each thing once. */
function once(notice: (text: string) => void): (error: UsageError) => void {
  const told = new Set<string>();
  return ({ message }) => {
    if (!told.has(message)) notice(`${message} It is passed over.`);
    told.add(message);
  };
}

/** The settings that flags speak about. */
function flagsOf({
  json,
  output,
  color,
  input,
  pager,
  timeout,
  concurrency,
  rate,
}: Globals): NonNullable<SettingSources["flags"]> {
  return {
    output: json ? "json" : output,
    color: color === false ? "never" : color === true ? undefined : color,
    noInput: input === false ? true : undefined,
    pager: pager === false ? "cat" : undefined,
    timeout,
    concurrency,
    rate,
  };
}

/** The streams as they were chosen: colour, symbols, zone of times, and whether anything may be asked. */
export function chosenStreams(streams: Streams, { variables, ci }: Environment, choices: Choices): Streams {
  const { value: colour, origin } = choices.setting("color");
  const { value: symbols } = choices.setting("symbols");
  const said = origin === "flag" || (origin === "environment" && variables.TILL_COLOR !== undefined);
  return preferStreams(streams, {
    colour: (sink) =>
      colour === "auto"
        ? sink.colour
        : colourFor({ [said ? "flag" : "stored"]: colour, env: variables, isTTY: sink.isTTY && !ci }),
    ascii: (sink) => (symbols === "auto" ? (sink.ascii ?? false) : symbols === "ascii"),
    timeZone: choices.setting("timeZone").value,
    asks: !choices.setting("noInput").value,
  });
}
