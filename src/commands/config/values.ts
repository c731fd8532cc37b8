import { settingWords } from "../../config/setting-value.ts";
import { isSettingName, type Origin, type SettingName, settings } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { type Column, column } from "../../output/table.ts";
import { platformWords } from "../../resources/profiles.ts";

/** One thing that was chosen for this run, and who chose it. */
export interface Chosen {
  name: string;
  /** As the program holds it: a duration is in milliseconds. */
  value: string | number | boolean | null;
  origin: Origin;
  /** `--limit`, `TILL_LIMIT`, `profile shop`, `setting limit`, `default`. */
  source: string;
}

/** A setting as it is in this run. */
export function chosenSetting({ choices }: Context, name: SettingName): Chosen {
  return { name, ...choices.setting(name) };
}

/** Who we are in this run: profile, platform, site, app, currency, role, and secrets of the environment (never printed). */
export async function chosenFacts(context: Context): Promise<Chosen[]> {
  const { origins, secrets, ...profile } = await context.profile();
  const values = {
    profile: profile.name,
    platform: platformWords(profile.platform),
    siteId: profile.siteId,
    clientId: profile.clientId,
    currency: profile.currency,
    role: profile.role,
  };
  const facts = Object.entries(values).map(([name, value = null]): Chosen => {
    const { origin, source } = origins[name === "profile" ? "name" : (name as keyof typeof origins)] ?? unset;
    return { name, value, origin, source };
  });
  const secret = (name: string, source: string): Chosen => {
    return { name, value: "(secret)", origin: "environment", source };
  };
  return [
    ...facts,
    ...(secrets.apiKey === undefined ? [] : [secret("apiKey", "TILL_API_KEY")]),
    ...(secrets.accessToken === undefined ? [] : [secret("accessToken", "TILL_ACCESS_TOKEN")]),
  ];
}

const unset = { origin: "default", source: "default" } as const;

/** The value as it is typed. */
export function typedValue({ name, value }: Chosen): string {
  return isSettingName(name) ? settingWords(settings[name], value) : String(value ?? "");
}

/** The columns of a list of choices. */
export function chosenColumns(showOrigin: boolean | undefined): Column<Chosen>[] {
  return [
    column("SETTING", ({ name }) => name, { path: "name" }),
    column("VALUE", typedValue, { path: "value", grow: true }),
    ...(showOrigin
      ? [
          column<Chosen>("ORIGIN", ({ origin }) => origin, { path: "origin", tone: originTone }),
          column<Chosen>("FROM", ({ source }) => source, { path: "source" }),
        ]
      : []),
  ];
}

function originTone({ origin }: Chosen): "dim" | undefined {
  return origin === "default" ? "dim" : undefined;
}
