import { parseShopData, type ShopData } from "../sandbox/seed/shop-data.ts";

/**
 * The contents of a shop. Amounts are in the shop's currency. Entries refer to each other by name or slug, and ids are
 * derived from these: they stay the same when other entries are added.
 */
export interface Seed {
  /** Sandbox settings, such as `currency`; see `till sandbox settings`. */
  settings?: Record<string, string>;
  collections?: SeedCollection[];
  products?: SeedProduct[];
  coupons?: SeedCoupon[];
  members?: SeedMember[];
  events?: SeedEvent[];
  /** Collections of the content manager. */
  siteData?: SeedDataCollection[];
}

export interface SeedCollection {
  name: string;
  /** Default: made from the name. */
  slug?: string;
  description?: string;
}

export interface SeedProduct {
  name: string;
  /** Default: made from the name. */
  slug?: string;
  price: number;
  cost?: number;
  discount?: { percent: number } | { amount: number };
  sku?: string;
  /** HTML. */
  description?: string;
  brand?: string;
  ribbon?: string;
  weight?: number;
  /** Default: true. */
  visible?: boolean;
  digital?: boolean;
  /** Names or slugs of collections. */
  collections?: string[];
  /** File names of pictures; the sandbox draws them. */
  pictures?: string[];
  /** Units in stock, or whether it is in stock without counting. Default: true. */
  stock?: number | boolean;
  /** Choices by option name, such as `{ Size: ["S", "M"] }`. A choice like `#2f4858 Ink` is a color. */
  options?: Record<string, string[]>;
  /** Values of variants that differ from the product's. */
  variants?: SeedVariant[];
}

export interface SeedVariant {
  /** One choice of every option. */
  choices: Record<string, string>;
  sku?: string;
  price?: number;
  cost?: number;
  weight?: number;
  visible?: boolean;
  stock?: number;
}

/** Exactly one of `percent`, `amount` and `freeShipping`. */
export interface SeedCoupon {
  code: string;
  name?: string;
  percent?: number;
  amount?: number;
  freeShipping?: boolean;
  minimumSubtotal?: number;
  usageLimit?: number;
  /** Names or slugs of the products it is for. Default: all. */
  products?: string[];
  /** Names or slugs of the collections it is for. */
  collections?: string[];
}

export interface SeedMember {
  email: string;
  /** Without one, only `shop.client.asMember` and recovery mails sign the member in. */
  password?: string;
  firstName?: string;
  lastName?: string;
}

/** With `tickets` an event sells tickets, otherwise it takes RSVPs. */
export interface SeedEvent {
  title: string;
  slug?: string;
  description?: string;
  /** Local time in `timeZone`, such as `2030-05-01T18:30`. */
  start: string;
  /** Default: two hours after the start. */
  end?: string;
  /** An IANA time zone. Default: `UTC`. */
  timeZone?: string;
  /** The name of the venue. Default: to be announced. */
  location?: string;
  online?: boolean;
  category?: string;
  draft?: boolean;
  rsvp?: { limit?: number; waitlist?: boolean };
  tickets?: { name: string; price: number; limit?: number; description?: string }[];
}

/** A collection of site data. Everyone may read it and admins may change it, unless `permissions` say otherwise. */
export interface SeedDataCollection {
  id: string;
  name?: string;
  permissions?: Partial<Record<"read" | "insert" | "update" | "remove", SeedDataAccess>>;
  /** Types, and the collections of references, of fields whose type is not to be inferred from the items. */
  fields?: Record<string, SeedDataType | { references: string }>;
  /** Items with their fields; `_id` chooses an ID. */
  items?: Record<string, SeedJson>[];
}

export type SeedDataAccess = "ADMIN" | "SITE_MEMBER_AUTHOR" | "SITE_MEMBER" | "ANYONE";
export type SeedDataType =
  | "TEXT"
  | "NUMBER"
  | "DATE"
  | "DATETIME"
  | "TIME"
  | "IMAGE"
  | "BOOLEAN"
  | "DOCUMENT"
  | "URL"
  | "RICH_TEXT"
  | "RICH_CONTENT"
  | "VIDEO"
  | "AUDIO"
  | "ANY"
  | "ARRAY_STRING"
  | "ARRAY_DOCUMENT"
  | "ARRAY"
  | "OBJECT"
  | "LANGUAGE"
  | "MEDIA_GALLERY"
  | "ADDRESS"
  | "PAGE_LINK"
  | "REFERENCE"
  | "MULTI_REFERENCE";
export type SeedJson = string | number | boolean | null | SeedJson[] | { [key: string]: SeedJson };

/** Checks the contents of a shop and returns them. Throws UsageError with every problem and its path. */
export function defineSeed(seed: Seed): Seed {
  parseShopData(seed satisfies ShopData);
  return seed;
}
