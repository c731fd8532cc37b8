/** The settings of a new sandbox. They are fixed and not secret, so that a storefront can connect without lookups. */
export const defaults = {
  clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001",
  siteId: "5173f0a0-5a9d-4b0c-8a0d-000000000002",
  appSecret: "SANDBOX.a5ec0000-5a9d-4b0c-8a0d-000000000004",
  apiKey: "SANDBOX.a91c0de0-5a9d-4b0c-8a0d-000000000003",
  currency: "USD",
  /** The unit of all weights: KG or LB. */
  weightUnit: "KG",
  catalogVersion: "V1_CATALOG",
  /** The seed of generated ids: the same seed and history give the same ids. */
  seed: "till",
  /** Lifetime of an access token in seconds. */
  tokenLifetime: "14400",
  /** `on`: each renewal replaces the refresh token; `strict`: reuse of an old one ends the whole login. */
  tokenRotation: "off",
  captcha: "off",
  ownerApproval: "off",
  emailVerification: "off",
  pushAnswer: "approve",
  redirectUris: "any",
  /** The domains that buyers may return to. */
  redirectDomains: "any",
  /** How often a redirect session opens: any number of times, or once. */
  redirectSessions: "reusable",
  /** After how many milliseconds a query, search or count shows a write. */
  listLag: "0",
  /** What happens to items that a cart of API v1 cannot sell. */
  unsellableItems: "explained",
  /** Minutes until an incomplete checkout counts as abandoned. */
  abandonedAfter: "60",
  autoTax: "on",
  /** How long a write of categories takes, in milliseconds. */
  categoryWriteTime: "20",
  /** Requests allowed per minute. */
  rateLimit: "off",
  /** The shop's address: used for store pickup and for items taxed at the business address. */
  businessAddress: "US-NY New York",
} as const;

/** The settings of a sandbox that helps as little as the platform. */
export const strict = {
  redirectDomains: "localhost",
  redirectSessions: "once",
  unsellableItems: "dropped",
  listLag: "2000",
  rateLimit: "200",
} as const;

/** Returns the default of a setting, or undefined if it has none. */
export function defaultSetting(name: string): string | undefined {
  return Object.hasOwn(defaults, name) ? defaults[name as keyof typeof defaults] : undefined;
}

/** Returns the URL of the shop's site, with a slash at the end. */
export const siteUrlOf = (tx: { setting(name: "siteUrl"): string | undefined }): string =>
  tx.setting("siteUrl") ?? "https://shop.example/";
