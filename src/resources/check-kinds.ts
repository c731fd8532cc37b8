/** How much a finding matters: it stops sales, it costs sales, or it is untidy. */
export const severities = ["high", "medium", "low"] as const;
export type Severity = (typeof severities)[number];

/** The parts of a shop that are checked. */
export const checkGroups = ["catalog", "delivery", "discounts", "events", "payments", "orders"] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** The kinds of findings, in the order in which they are listed within their severity. */
export const checkKinds = {
  price: { group: "catalog", severity: "high", about: "visible products without a price, or with 0" },
  variants: {
    group: "catalog",
    severity: "high",
    about: "visible products of which all variants are hidden",
  },
  choices: {
    group: "catalog",
    severity: "high",
    about: "options without choices, and variants whose choices the product does not offer",
  },
  media: {
    group: "catalog",
    severity: "high",
    about: "pictures and videos without an address; with `--media`, those that do not load",
  },
  delivery: {
    group: "delivery",
    severity: "high",
    about: "countries with tax, but without delivery; regions without a carrier",
  },
  tickets: { group: "events", severity: "high", about: "upcoming events without tickets on sale" },
  payment: {
    group: "payments",
    severity: "high",
    about: "authorized payments that end within two days, or have ended",
  },
  unfulfilled: {
    group: "orders",
    severity: "high",
    about: "paid orders that wait to be fulfilled for more than 7 days (`--waiting`)",
  },
  stock: { group: "catalog", severity: "medium", about: "visible products that are sold out" },
  unpriced: {
    group: "catalog",
    severity: "medium",
    about: "hidden products with stock, but without a price",
  },
  sku: { group: "catalog", severity: "medium", about: "SKUs of several products or variants" },
  name: { group: "catalog", severity: "medium", about: "visible products with the name of another one" },
  picture: { group: "catalog", severity: "medium", about: "visible products without a picture" },
  description: { group: "catalog", severity: "medium", about: "visible products without a description" },
  tax: { group: "delivery", severity: "medium", about: "countries with delivery, but without a tax region" },
  discount: { group: "discounts", severity: "medium", about: "active discount rules that never apply" },
  "missing-sku": { group: "catalog", severity: "low", about: "visible variants without an SKU" },
  alt: {
    group: "catalog",
    severity: "low",
    about: "pictures of visible products without an alternative text",
  },
} as const satisfies Record<string, { group: CheckGroup; severity: Severity; about: string }>;
export type CheckKind = keyof typeof checkKinds;
