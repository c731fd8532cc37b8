/** What a new sandbox is: well-known, so that a storefront can be pointed at it without asking. No secret among them. */
export const defaults = {
  clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001",
  siteId: "5173f0a0-5a9d-4b0c-8a0d-000000000002",
  apiKey: "SANDBOX.a91c0de0-5a9d-4b0c-8a0d-000000000003",
  currency: "USD",
  catalogVersion: "V1_CATALOG",
  /** What ids are made from: the same seed and history give the same ids. */
  seed: "till",
  /** Seconds that an access token lives. */
  tokenLifetime: "14400",
  /** `on`: each renewal gives a new refresh token and ends the old one; `strict`: a second use ends the whole login. */
  tokenRotation: "off",
  captcha: "off",
  ownerApproval: "off",
  emailVerification: "off",
  pushAnswer: "approve",
  redirectUris: "any",
  /** Minutes until a checkout that was not completed counts as abandoned. */
  abandonedAfter: "60",
  autoTax: "on",
  /** Where the shop is: pickup there is a store's, and what is taxed at the business is taxed there. */
  businessAddress: "US-NY New York",
} as const;

/** The default of a named setting, or undefined where it has none. */
export function defaultSetting(name: string): string | undefined {
  return Object.hasOwn(defaults, name) ? defaults[name as keyof typeof defaults] : undefined;
}
