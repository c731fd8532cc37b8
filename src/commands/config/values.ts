import {
  formatSetting,
  isSettingName,
  type Origin,
  type SettingName,
  settings,
} from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { redact } from "../../kernel/text.ts";
import type { Fields } from "../../output/field.ts";
import { platformLabel } from "../../resources/profiles.ts";

/** A setting or profile value of this run and where it comes from. */
export interface EffectiveValue {
  name: string;
  /** A duration is in milliseconds. */
  value: string | number | boolean | null;
  origin: Origin;
  /** `--limit`, `TILL_LIMIT`, `profile shop`, `setting limit`, `default`. */
  source: string;
}

/** Returns the effective value of a setting. */
export function effectiveSetting({ choices }: Context, name: SettingName): EffectiveValue {
  const found = choices.setting(name);
  return { name, ...found, ...(name === "journal" && { value: redact(String(found.value)) }) };
}

/** Returns the effective profile values. Secrets from the environment are listed as `(secret)`. */
export async function effectiveProfileValues(context: Context): Promise<EffectiveValue[]> {
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
    const { origin, source } = origins[name === "profile" ? "name" : (name as keyof typeof origins)] ?? unset;
    return { name, value, origin, source };
  });
  const secret = (name: string, source: string): EffectiveValue => {
    return { name, value: "(secret)", origin: "environment", source };
  };
  return [
    ...entries,
    ...(secrets.apiKey === undefined ? [] : [secret("apiKey", "TILL_API_KEY")]),
    ...(secrets.accessToken === undefined ? [] : [secret("accessToken", "TILL_ACCESS_TOKEN")]),
  ];
}

const unset = { origin: "default", source: "default" } as const;

/** Formats a value as a user types it. */
export function typedValue({ name, value }: EffectiveValue): string {
  return isSettingName(name) ? formatSetting(settings[name], value) : String(value ?? "");
}

/** Returns the fields of values, with their origin or without it. */
export function valueFields(showOrigin: boolean | undefined): Fields<EffectiveValue> {
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
