import { defaults } from "./defaults.ts";
import { invalid } from "./invalid.ts";
import type { Tx } from "./tx.ts";

/** A setting of a sandbox that people may change. */
export interface SandboxSetting {
  summary: string;
  /** The values that it can have, where they are few; `pattern` says the rest. */
  values?: readonly string[];
  pattern?: RegExp;
  /** What `pattern` wants, in words. */
  wants?: string;
}

const onOff = ["off", "on"];

/** What can be set, by name; the value of a new sandbox stands in `defaults`. */
export const sandboxSettings: Readonly<Record<string, SandboxSetting>> = {
  captcha: {
    summary:
      "captcha that login and registration ask for: none, either kind, the visible or the invisible one; the token sandbox-captcha-ok is the right one",
    values: ["off", "any", "visible", "invisible"],
  },
  ownerApproval: { summary: "new members wait for the owner's approval", values: onOff },
  emailVerification: { summary: "new members prove their address with a code", values: onOff },
  pushAnswer: { summary: "what a member's phone answers to a push", values: ["approve", "deny"] },
  tokenLifetime: {
    summary: "seconds that an access token lives",
    pattern: /^\d{1,8}$/,
    wants: "a number of seconds",
  },
  tokenRotation: {
    summary:
      "on: a renewal gives a new refresh token and ends the old one; strict: using an old one ends the whole login",
    values: ["off", "on", "strict"],
  },
  redirectUris: {
    summary: "addresses that logins may return to, separated by spaces; a port on 127.0.0.1 is free",
    pattern: /^(any|\S+:\S+( \S+:\S+)*)$/,
    wants: "any, or addresses separated by spaces",
  },
  clientId: { summary: "the client id of the one app", pattern: /^\S{1,200}$/, wants: "text without spaces" },
  siteId: { summary: "the id of the one site", pattern: /^\S{1,200}$/, wants: "text without spaces" },
  apiKey: { summary: "the one API key", pattern: /^\S{1,200}$/, wants: "text without spaces" },
  abandonedAfter: {
    summary: "minutes until a checkout that was not completed counts as abandoned",
    pattern: /^\d{1,6}$/,
    wants: "a number of minutes",
  },
  autoTax: {
    summary: "how automatic tax works: on, failing or off; the regions' own rates are used where it does not",
    values: ["on", "failing", "off"],
  },
  businessAddress: {
    summary: "where the shop is: country and part of it, then the city",
    pattern: /^[A-Z]{2}(-[A-Z0-9]{1,3})?( \S.*)?$/,
    wants: "a country and a city, such as US-NY New York",
  },
  currency: {
    summary: "the shop's currency",
    pattern: /^[A-Z]{3}$/,
    wants: "an ISO 4217 code such as EUR",
  },
};

/** A setting as it stands. */
export interface SettingRow {
  name: string;
  value: string;
  standard: string;
  summary: string;
}

/** Every setting with its value, in the order above. */
export function listSettings(tx: Tx): SettingRow[] {
  return Object.entries(sandboxSettings).map(([name, { summary, values }]) => ({
    name,
    value: tx.setting(name) ?? "",
    standard: String(Object.entries(defaults).find(([one]) => one === name)?.[1] ?? ""),
    summary: values ? `${summary} (${values.join(", ")})` : summary,
  }));
}

/** Changes a setting. Throws InvalidInput for a name that is none, or a value that it cannot have. */
export function changeSetting(tx: Tx, name: string, value: string): void {
  const setting = Object.hasOwn(sandboxSettings, name) ? sandboxSettings[name] : undefined;
  if (!setting) {
    const values = Object.keys(sandboxSettings);
    throw invalid("name", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  const { values, pattern, wants } = setting;
  if (values && !values.includes(value))
    throw invalid(name, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  if (pattern && !pattern.test(value)) throw invalid(name, "FORMAT", `must be ${wants}`, { type: name });
  tx.setSetting(name, value);
}
