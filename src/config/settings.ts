import { day, durationUnits, longestTimer, parseDuration } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { checkedMode } from "../kernel/postgres-tls.ts";
import { kebab, nearest, redact } from "../kernel/text.ts";

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
    max: longestTimer,
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
  maxRequests: {
    type: "rate",
    default: null,
    env: "TILL_MAX_REQUESTS",
    about:
      "Maximum requests to a site, by all runs with the same setting: 20 (a second) or 200/m; Wix allows 200/m.",
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
    choices: ["auto", "always", "never"],
    default: "auto",
    env: "TILL_PICTURES",
    about: "Pictures on screens; auto: not over SSH or from other hosts.",
  },
  journal: {
    type: "journal",
    default: "sqlite",
    env: "TILL_JOURNAL",
    about: "Where jobs are recorded: sqlite (on this computer) or postgres://USER:PASSWORD@HOST/DATABASE.",
  },
  credentialCommand: {
    type: "text",
    default: null,
    env: "TILL_CREDENTIAL_COMMAND",
    about: "Command that prints the API key, such as op read op://shop/till/key; it runs without a shell.",
  },
  keepJobs: {
    type: "duration",
    min: day,
    default: 365 * day,
    env: "TILL_KEEP_JOBS",
    about:
      "How long the records of finished jobs are kept, such as 90d; older ones are deleted after a job, once a day.",
  },
  notify: {
    type: "text",
    default: null,
    env: "TILL_NOTIFY",
    about:
      "Where the results of changes are sent: the URL of a webhook (with slack+ before it: in Slack's format), or a command that gets JSON on stdin.",
  },
  notifyOn: {
    type: "choice",
    choices: ["problems", "all"],
    default: "problems",
    env: "TILL_NOTIFY_ON",
    about: "Which results are sent to notify.",
  },
  requireApproval: {
    type: "choice",
    choices: ["none", "money", "1", "2"],
    default: "none",
    env: "TILL_REQUIRE_APPROVAL",
    tightens: true,
    about:
      "Changes that need signed approvals of their plan: none, those that move money, or all, by one or two people.",
  },
  approvers: {
    type: "text",
    default: null,
    env: "TILL_APPROVERS",
    tightens: true,
    about: "File with the public keys of approvers, in the format of allowed_signers of ssh-keygen.",
  },
  theme: {
    type: "choice",
    choices: ["auto", "dark", "light", "high-contrast"],
    default: "auto",
    env: "TILL_THEME",
    about: "Colors of screens; auto: dark or light, as the terminal's background.",
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

/** A value, its origin, and the name of its source: `--max-requests`, `TILL_MAX_REQUESTS`, `profile shop`. */
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
    ["folder", folder?.file ?? "", storedValue(folder?.settings, name)],
    ["profile", `profile ${profile?.name}`, storedValue(profile?.settings, name)],
    ["settings", `setting ${name}`, storedValue(stored, name)],
    ["environment", usual ?? "", (usual && variables?.[usual]) || undefined],
  ];
  const kept = declared.tightens ? (places[3]?.[2] ?? places[4]?.[2]) : undefined;
  const strictness = (value: unknown) => declared.choices?.indexOf(String(value)) ?? 0;
  for (const [origin, source, value] of places) {
    if (value === undefined) continue;
    if (origin === "environment" && kept !== undefined && strictness(value) <= strictness(kept)) continue;
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

function storedValue(values: StoredSettings | undefined, name: string): unknown {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The declaration of one setting, for help, parsing and storage. */
interface Declaration {
  readonly type: "choice" | "whole" | "duration" | "flag" | "text" | "zone" | "rate" | "journal";
  readonly default: string | number | boolean | null;
  readonly env: string;
  /** A variable shared with other programs, with the lowest precedence. */
  readonly usual?: string;
  /** The variable does not loosen what is stored: a later choice is stricter, and a text that is stored stays. */
  readonly tightens?: boolean;
  /** The flag, if its name differs from the setting's. */
  readonly flag?: string;
  /** One sentence for help. */
  readonly about: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

type Value = string | number | boolean | null;

/** Parses text or a stored value. Throws UsageError that names `source`. */
function readValue(declared: Declaration, value: unknown, source: string): Value {
  if (value === null && declared.default === null) return null;
  const parsed = readers[declared.type](value, declared, source);
  if (parsed !== undefined) return parsed;
  // What was meant to be an address may have a password anywhere.
  const shown =
    typeof value === "string" && declared.type === "journal" ? value.replace(/[:=].*/s, "…") : value;
  const received = typeof shown === "string" ? `"${redact(shown)}"` : JSON.stringify(shown);
  const nearestChoice = typeof value === "string" ? nearest(value, declared.choices ?? []) : undefined;
  const guess = nearestChoice === undefined ? "" : ` Did you mean ${nearestChoice}?`;
  throw new UsageError(`${source} must be ${expected(declared)}, not ${received}.${guess}`, {
    field: source,
    hint: declared.about,
  });
}

const readers: Record<
  Declaration["type"],
  (value: unknown, declared: Declaration, source: string) => string | number | boolean | undefined
> = {
  choice: (value, { choices = [] }) => choices.find((choice) => choice === value),
  text: (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined),
  journal: (value, _, source) => {
    if (typeof value === "string" && isShared(value)) return checkAddress(value, source);
    return value === "sqlite" ? value : undefined;
  },
  zone: (value) => (typeof value === "string" ? checkZone(value) : undefined),
  flag: (value) => (typeof value === "boolean" ? value : flagValues[primitiveText(value).toLowerCase()]),
  whole: (value, declared) =>
    within(typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value, declared),
  rate: (value) => {
    const [, count, unit = "s"] = /^(\d{1,6})(?:\/(s|m))?$/.exec(primitiveText(value)) ?? [];
    if (!(Number(count) > 0)) return undefined;
    return unit === "m" ? `${Number(count)}/m` : Number(count);
  },
  duration: (value, declared) => within(typeof value === "string" ? parseDuration(value) : value, declared),
};

/** Returns a value of a settings file as text, "" for objects: their own toString may be anything. */
const primitiveText = (value: unknown) => (Object(value) === value ? "" : String(value));

const flagValues: { readonly [text: string]: boolean } = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

function within(value: unknown, { min = 0, max = Number.MAX_SAFE_INTEGER }: Declaration): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

/** Returns a value as typed: durations with the largest exact unit, "" if it is not set. */
export function formatSetting({ type }: Pick<Declaration, "type">, value: Value): string {
  if (value === null) return "";
  if (type === "journal") return redact(String(value));
  if (type !== "duration" || typeof value !== "number") return String(value);
  const [unit = "ms", length = 1] =
    Object.entries(durationUnits).findLast(([, length]) => value % length === 0) ?? [];
  return `${value / length}${unit}`;
}

function checkZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch (cause) {
    const hint = "Use a name such as UTC, Europe/Berlin or America/New_York.";
    throw new UsageError(`Unknown time zone "${timeZone}".`, { field: "timeZone", hint, cause });
  }
}

function expected({ type, choices = [], min, max }: Declaration): string {
  if (type === "choice") return `one of ${choices.join(", ")}`;
  if (type === "duration" && max !== undefined) return "a duration such as 30s, 5m or 2h, up to 20 days";
  if (type === "duration" && min === day) return "a duration of at least a day, such as 90d";
  if (type === "duration") return "a duration such as 30s, 5m or 2h";
  if (type === "flag") return "true or false";
  if (type === "rate") return "a number of requests per second, such as 20, or per minute, such as 200/m";
  if (type === "journal") return "sqlite or the address of a PostgreSQL database (postgres://…)";
  if (type === "text" || type === "zone") return "a text";
  return max === undefined
    ? `a whole number of at least ${min ?? 0}`
    : `a whole number from ${min ?? 0} to ${max}`;
}

/** Returns whether the setting `journal` names a PostgreSQL database. */
export function isShared(journal: string): boolean {
  return /^postgres(ql)?:\/\//.test(journal);
}

/** An address whose password, if it has one, cannot be mistaken for another part of it, nor another part for the password. */
const readable =
  /^postgres(?:ql)?:\/\/(?:[^:@/?#\s]*(?::[^@/?#\s]*)?@)?(?:\[[^\]\s]*\]|[^:@/?#\s]*)(?::\d+)?(?:\/[^/@?#\s]*)?(?:\?\w+=[^#\s]*)?$/;

/**
 * Checks the address of a database: its password is kept apart, so that it must be clear where it is. Throws UsageError that names
 * `source` and does not show the address.
 */
function checkAddress(address: string, source: string): string {
  if (/[?&](?:pg)?password=/i.test(address))
    throw new UsageError(`${source}: the password stands among the parameters of the address.`, {
      field: source,
      hint: "Write it after the user: postgres://USER:PASSWORD@HOST/DATABASE.",
    });
  checkedMode(/[?&]sslmode=([^&]*)/i.exec(address)?.[1], "sslmode of the address");
  if (readable.test(address)) return address;
  throw new UsageError(`${source}: the address of the database cannot be read.`, {
    field: source,
    hint: "Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE, and special characters of the user and the password as %XX: @ as %40, / as %2F, # as %23, ? as %3F.",
  });
}

/** Splits the address of a database into one without its password, and the password. */
export function splitPassword(address: string): { address: string; password?: string } {
  const match = /^(postgres(?:ql)?:\/\/[^:@/?#]*):([^@/]*)@/.exec(address);
  if (match === null) return { address };
  const [all, start = "", password = ""] = match;
  return { address: `${start}@${address.slice(all.length)}`, password };
}
