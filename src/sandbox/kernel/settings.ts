import { nearest } from "../../kernel/text.ts";
import { defaults, strict } from "./defaults.ts";
import { type InvalidInput, invalid, type Tx } from "./tx.ts";

/** A setting of a sandbox that users can change. */
export interface SandboxSetting {
  summary: string;
  /** The allowed values, if they can be listed; otherwise `pattern` applies. */
  values?: readonly string[];
  pattern?: RegExp;
  /** A description of what `pattern` accepts. */
  expected?: string;
}

const onOff = ["off", "on"];

/** The settings by name. The values of a new sandbox are in `defaults`. */
const sandboxSettings: Readonly<Record<string, SandboxSetting>> = {
  captcha: {
    summary:
      "captcha required for login and registration: none, either kind, visible or invisible; the valid token is sandbox-captcha-ok",
    values: ["off", "any", "visible", "invisible"],
  },
  ownerApproval: { summary: "new members need the owner's approval", values: onOff },
  emailVerification: { summary: "new members verify their email address with a code", values: onOff },
  pushAnswer: { summary: "response of a member's phone to a push notification", values: ["approve", "deny"] },
  tokenLifetime: {
    summary: "lifetime of an access token in seconds",
    pattern: /^\d{1,8}$/,
    expected: "a number of seconds",
  },
  tokenRotation: {
    summary:
      "on: each renewal replaces the refresh token; strict: reuse of an old refresh token ends the whole login",
    values: ["off", "on", "strict"],
  },
  redirectUris: {
    summary: "allowed redirect URIs of logins, separated by spaces; any port matches on 127.0.0.1",
    pattern: /^(any|\S+:\S+( \S+:\S+)*)$/,
    expected: "any, or URIs separated by spaces",
  },
  redirectDomains: {
    summary: "domains that buyers may return to, separated by spaces; the return to others is a 403",
    pattern: /^(any|[\w.-]+( [\w.-]+)*)$/,
    expected: "any, or domains separated by spaces",
  },
  redirectSessions: {
    summary: "how often the URL of a redirect session opens: the second time is a 410 with once",
    values: ["reusable", "once"],
  },
  listLag: {
    summary: "milliseconds of the sandbox clock until queries, searches and counts show a write",
    pattern: /^\d{1,5}$/,
    expected: "a number of milliseconds",
  },
  unsellableItems: {
    summary:
      "items that a cart of API v1 cannot sell: explained by an error or their availability, or dropped without a word, as on Wix",
    values: ["explained", "dropped"],
  },
  clientId: { summary: "client ID of the app", pattern: /^\S{1,200}$/, expected: "text without spaces" },
  siteId: { summary: "ID of the site", pattern: /^\S{1,200}$/, expected: "text without spaces" },
  appSecret: {
    summary: "secret of the app, for tokens of its installation",
    pattern: /^\S{1,200}$/,
    expected: "text without spaces",
  },
  apiKey: { summary: "API key", pattern: /^\S{1,200}$/, expected: "text without spaces" },
  abandonedAfter: {
    summary: "minutes until an incomplete checkout counts as abandoned",
    pattern: /^\d{1,6}$/,
    expected: "a number of minutes",
  },
  autoTax: {
    summary: "automatic tax: on, failing or off; if failing or off, the rates of the tax regions apply",
    values: ["on", "failing", "off"],
  },
  rateLimit: {
    summary: "requests allowed per minute, such as 200 on Wix; more get a 429",
    pattern: /^(off|[1-9]\d{0,6})$/,
    expected: "off, or a number of requests",
  },
  categoryWriteTime: {
    summary: "milliseconds that a write of categories takes; of writes that overlap, all but one get a 409",
    pattern: /^\d{1,5}$/,
    expected: "a number of milliseconds",
  },
  businessAddress: {
    summary: "the shop's address: country or subdivision code, then the city",
    pattern: /^[A-Z]{2}(-[A-Z0-9]{1,3})?( \S.*)?$/,
    expected: "a country or subdivision code and a city, such as US-NY New York",
  },
  currency: {
    summary: "the shop's currency",
    pattern: /^[A-Z]{3}$/,
    expected: "an ISO 4217 code such as EUR",
  },
  weightUnit: { summary: "the shop's unit of weight", values: ["KG", "LB"] },
};

/** Returns the shop's unit of weight. */
export function weightUnitOf(tx: Tx): "KG" | "LB" {
  return tx.setting("weightUnit") === "LB" ? "LB" : "KG";
}

/** A setting with its current and default value. */
export interface SettingRow {
  name: string;
  value: string;
  standard: string;
  summary: string;
}

/** Returns every setting with its value. */
export function listSettings(tx: Tx): SettingRow[] {
  return Object.entries(sandboxSettings).map(([name, { summary, values }]) => ({
    name,
    value: tx.setting(name) ?? "",
    standard: String(Object.entries(defaults).find(([one]) => one === name)?.[1] ?? ""),
    summary: values ? `${summary} (${values.join(", ")})` : summary,
  }));
}

/** Makes a sandbox help as little as the platform does. */
export function makeStrict(tx: Tx): void {
  for (const [name, value] of Object.entries(strict)) tx.setSetting(name, value);
}

/** Changes a setting. Throws InvalidInput for unknown names and invalid values. */
export function changeSetting(tx: Tx, name: string, value: string): void {
  const problem = settingProblem(name, value);
  if (problem) throw problem;
  tx.setSetting(name, value);
}

/** Returns why a setting cannot be changed to a value, or undefined. */
export function settingProblem(name: string, value: string): InvalidInput | undefined {
  const setting = Object.hasOwn(sandboxSettings, name) ? sandboxSettings[name] : undefined;
  if (!setting) {
    const names = Object.keys(sandboxSettings);
    const guess = nearest(name, names);
    const question = guess === undefined ? "" : `. Did you mean ${guess}?`;
    return invalid("name", "INVALID_ENUM_VALUE", `must be one of: ${names.join(", ")}${question}`, {
      values: names,
    });
  }
  const { values, pattern, expected } = setting;
  if (values && !values.includes(value))
    return invalid(name, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  if (pattern && !pattern.test(value)) return invalid(name, "FORMAT", `must be ${expected}`, { type: name });
  return undefined;
}
