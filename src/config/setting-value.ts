import { durationUnits, parseDuration } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest, redact } from "../kernel/text.ts";
import { checkAddress, isShared } from "./journal-address.ts";

/** The declaration of one setting, for help, parsing and storage. */
export interface Declaration {
  readonly type: "choice" | "whole" | "duration" | "flag" | "text" | "zone" | "rate" | "journal";
  readonly default: string | number | boolean | null;
  readonly env: string;
  /** A variable shared with other programs, with the lowest precedence. */
  readonly usual?: string;
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
export function readValue(declared: Declaration, value: unknown, source: string): Value {
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
  if (type === "duration") return "a duration such as 30s, 5m or 2h";
  if (type === "flag") return "true or false";
  if (type === "rate") return "a number of requests per second, such as 20, or per minute, such as 200/m";
  if (type === "journal") return "sqlite or the address of a PostgreSQL database (postgres://…)";
  if (type === "text" || type === "zone") return "a text";
  return max === undefined
    ? `a whole number of at least ${min ?? 0}`
    : `a whole number from ${min ?? 0} to ${max}`;
}
