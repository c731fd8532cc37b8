import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { type Declaration, readValue } from "./setting-value.ts";

/** Every setting. A duration is in milliseconds, null means "not set". */
export const settings = {
  output: {
    type: "choice",
    choices: ["table", "json", "ndjson", "csv", "yaml"],
    default: "table",
    env: "TILL_OUTPUT",
    about: "Output format.",
  },
  color: {
    type: "choice",
    choices: ["auto", "always", "never"],
    default: "auto",
    env: "TILL_COLOR",
    about: "When to use color.",
  },
  symbols: {
    type: "choice",
    choices: ["auto", "unicode", "ascii"],
    default: "auto",
    env: "TILL_SYMBOLS",
    about: "Symbols to print; auto depends on the locale.",
  },
  timeZone: {
    type: "zone",
    default: "UTC",
    env: "TILL_TIME_ZONE",
    about: "Time zone for showing times, such as Europe/Berlin.",
  },
  limit: {
    type: "whole",
    min: 1,
    default: 50,
    env: "TILL_LIMIT",
    about: "Maximum number of rows of a list without --all.",
  },
  noInput: {
    type: "flag",
    default: false,
    env: "TILL_NO_INPUT",
    about: "Disable prompts; fail and name the missing flag instead.",
  },
  pager: {
    type: "text",
    default: null,
    env: "TILL_PAGER",
    usual: "PAGER",
    flag: "--no-pager",
    about: "Pager for long output on a terminal; cat disables it.",
  },
  timeout: {
    type: "duration",
    min: 1,
    default: 120_000,
    env: "TILL_TIMEOUT",
    about: "Maximum time for one request, such as 30s or 5m.",
  },
  concurrency: {
    type: "whole",
    min: 1,
    max: 64,
    default: 8,
    env: "TILL_CONCURRENCY",
    about: "Maximum number of concurrent requests.",
  },
  rate: {
    type: "rate",
    default: null,
    env: "TILL_RATE",
    about:
      "Maximum requests to a site, by all runs with the same rate: 20 (a second) or 200/m; the hosted platform allows 200/m.",
  },
  retries: {
    type: "whole",
    min: 0,
    max: 10,
    default: 3,
    env: "TILL_RETRIES",
    about: "Maximum retries of a request that is safe to repeat.",
  },
  pictures: {
    type: "choice",
    choices: ["auto", "always", "never", "sixel"],
    default: "auto",
    env: "TILL_PICTURES",
    about:
      "Pictures on screens; auto: not over SSH or from other hosts; sixel: like auto, but as sixels and also over SSH.",
  },
  journal: {
    type: "journal",
    default: "sqlite",
    env: "TILL_JOURNAL",
    about: "Where jobs are recorded: sqlite (on this computer) or postgres://USER:PASSWORD@HOST/DATABASE.",
  },
  pane: {
    type: "flag",
    default: true,
    env: "TILL_PANE",
    about: "Show the selected row beside lists on the screen, in windows of at least 110 columns.",
  },
  mouse: {
    type: "flag",
    default: true,
    env: "TILL_MOUSE",
    about: "Use the mouse on the screen; the terminal then selects text only with Shift held down.",
  },
  cartApi: {
    type: "choice",
    choices: ["auto", "v1", "v2"],
    default: "auto",
    env: "TILL_CART_API",
    about: "API version of cart and checkout commands; auto: v1 in the sandbox, v2 on sites that support it.",
  },
} as const satisfies Record<string, Declaration>;

export type SettingName = keyof typeof settings;

type ValueOf<D extends Declaration> =
  | (D extends { choices: readonly (infer C)[] }
      ? C
      : D["type"] extends "text" | "zone" | "journal"
        ? string
        : D["type"] extends "flag"
          ? boolean
          : D["type"] extends "rate"
            ? number | string
            : number)
  | (D["default"] extends null ? null : never);

/** The typed value of a setting. */
export type SettingValue<N extends SettingName = SettingName> = ValueOf<(typeof settings)[N]>;

/** Stored settings of the file or of a profile; values are validated when they are read. */
export type StoredSettings = { readonly [name: string]: unknown };

/** The origin of a value, in order of precedence. `folder` is a `.till.yaml`; `settings` is what `till config set` stored for all profiles. */
export type Origin = "flag" | "environment" | "folder" | "profile" | "settings" | "default";

/** A value, its origin, and the name of its source: `--rate`, `TILL_RATE`, `profile shop`. */
export interface Resolved<T> {
  readonly value: T;
  readonly origin: Origin;
  readonly source: string;
}

/** All sources of a setting. Flags and stored values may be typed; text is parsed. */
export interface SettingSources {
  /** By setting name. */
  flags?: { readonly [name: string]: unknown };
  /** By variable name. */
  variables?: { readonly [name: string]: string | undefined };
  folder?: { readonly file: string; readonly settings?: StoredSettings | undefined };
  profile?: { readonly name: string; readonly settings?: StoredSettings | undefined };
  stored?: StoredSettings;
  /** Called with the error of an invalid value, which is then ignored. Absent: the error is thrown. */
  onBad?(error: UsageError): void;
}

/**
 * Returns the value of a setting from the first of: flag, environment, profile, stored settings, the variable shared with
 * other programs, default. Throws UsageError for an invalid value.
 */
export function resolveSetting<N extends SettingName>(
  name: N,
  sources: SettingSources,
): Resolved<SettingValue<N>> {
  const { flags, variables, folder, profile, stored, onBad } = sources;
  const declared: Declaration = settings[name];
  const { env, usual, flag = `--${kebab(name)}` } = declared;
  const places: [Origin, string, unknown][] = [
    ["flag", flag, flags?.[name]],
    ["environment", env, variables?.[env] || undefined],
    ["folder", folder?.file ?? "", own(folder?.settings, name)],
    ["profile", `profile ${profile?.name}`, own(profile?.settings, name)],
    ["settings", `setting ${name}`, own(stored, name)],
    ["environment", usual ?? "", (usual && variables?.[usual]) || undefined],
  ];
  for (const [origin, source, value] of places) {
    if (value === undefined) continue;
    try {
      const where = { folder: `${name} in ${source}`, profile: `${name} of ${source}` }[String(origin)];
      return { value: parseSetting(name, value, where ?? source), origin, source };
    } catch (error) {
      if (onBad === undefined || !(error instanceof UsageError)) throw error;
      onBad(error);
    }
  }
  return { value: declared.default as SettingValue<N>, origin: "default", source: "default" };
}

/** Parses a setting's value from text or a stored value. Throws UsageError that names `source`. */
export function parseSetting<N extends SettingName>(
  name: N,
  value: unknown,
  source: string = name,
): SettingValue<N> {
  return readValue(settings[name], value, source) as SettingValue<N>;
}

/** Returns the name of a setting. Throws UsageError with the nearest name. */
export function settingName(text: string): SettingName {
  if (isSettingName(text)) return text;
  const guess = nearest(text, Object.keys(settings));
  throw new UsageError(
    `Unknown setting "${text}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    {
      hint: `Settings: ${Object.keys(settings).join(", ")}`,
    },
  );
}

/** Returns whether there is a setting with this name. */
export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(settings, text);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function own(values: StoredSettings | undefined, name: string): unknown {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}
