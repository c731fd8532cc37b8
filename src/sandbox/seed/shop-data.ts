import * as z from "zod/mini";
import type { Schema } from "../../api/schema.ts";
import { maximumOf } from "../../api/schema-fields.ts";
import { Collection } from "../../api/services/collections.ts";
import { DiscountRule } from "../../api/services/discounts.ts";
import { EventCategory, Event as PlatformEvent } from "../../api/services/events.ts";
import { Product as PlatformProduct } from "../../api/services/products.ts";
import { ShippingOption as PlatformShippingOption } from "../../api/services/shipping.ts";
import { DataCollection, fieldTypes } from "../../api/services/site-data.ts";
import { TicketDefinitionV3 } from "../../api/services/tickets.ts";
import { isCalendarDate } from "../../kernel/durations.ts";
import { UsageError } from "../../kernel/errors.ts";
import { instantsOf, isTimeZone } from "../../kernel/zoned-time.ts";
import { slugOf } from "../kernel/entities.ts";
import { guidOf } from "../kernel/ids.ts";
import { settingProblem } from "../kernel/settings.ts";

const text = (max = 8000) => z.string().check(z.minLength(1), z.maxLength(max));
/** A text as long as the platform allows at a path of its schema. */
const textOf = (schema: Schema, path: string) => text(maximumOf(schema, path));
const productText = (path: string) => textOf(PlatformProduct, path);
const amount = z.number().check(z.minimum(0), z.maximum(maximumOf(PlatformProduct, "priceData.price")));
const count = z.int().check(z.minimum(0), z.maximum(maximumOf(PlatformProduct, "stock.quantity")));
const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
const time = z
  .string()
  .check(
    z.refine(
      (given) => localTime.test(given) && instantsOf(given, "UTC") !== undefined,
      "expected local time such as 2030-05-01T18:30",
    ),
  );
const percent = z.number().check(z.minimum(0), z.maximum(100));

const Variant = z.strictObject({
  choices: z.record(z.string(), z.string()),
  sku: z.optional(productText("sku")),
  price: z.optional(amount),
  cost: z.optional(amount),
  weight: z.optional(amount),
  visible: z.optional(z.boolean()),
  stock: z.optional(count),
});

const Product = z.strictObject({
  name: productText("name"),
  slug: z.optional(productText("slug")),
  price: amount,
  cost: z.optional(amount),
  discount: z.optional(z.union([z.strictObject({ percent: amount }), z.strictObject({ amount })])),
  sku: z.optional(productText("sku")),
  description: z.optional(productText("description")),
  brand: z.optional(productText("brand")),
  ribbon: z.optional(productText("ribbon")),
  weight: z.optional(amount),
  visible: z.optional(z.boolean()),
  digital: z.optional(z.boolean()),
  collections: z.optional(z.array(text())),
  pictures: z.optional(z.array(text())),
  stock: z.optional(z.union([count, z.boolean()])),
  options: z.optional(
    z.record(
      productText("productOptions[].name"),
      z.array(productText("productOptions[].choices[].description")).check(z.minLength(1)),
    ),
  ),
  variants: z.optional(z.array(Variant)),
});

const Coupon = z
  .strictObject({
    code: text(20),
    name: z.optional(text(50)),
    percent: z.optional(percent),
    amount: z.optional(amount),
    freeShipping: z.optional(z.boolean()),
    minimumSubtotal: z.optional(amount),
    usageLimit: z.optional(count),
    products: z.optional(z.array(text())),
    collections: z.optional(z.array(text())),
  })
  .check(
    z.refine(
      ({ percent, amount, freeShipping }) =>
        [percent, amount, freeShipping].filter((one) => one !== undefined).length === 1,
      "expected exactly one of percent, amount and freeShipping",
    ),
  );

const country = z.string().check(z.regex(/^[A-Z]{2}$/, "expected a country code such as US"));
const subdivision = z
  .string()
  .check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, "expected a subdivision code such as US-NY"));
const email = z.string().check(z.regex(/^\S+@\S+\.\S+$/, "expected an email address"), z.maxLength(254));

const Shipping = z.strictObject({
  title: textOf(PlatformShippingOption, "title"),
  price: amount,
  /** The subtotal from which it costs nothing. */
  freeFrom: z.optional(amount),
  /** All countries without an option of their own, if absent. */
  countries: z.optional(z.array(country).check(z.minLength(1))),
  deliveryTime: z.optional(text(500)),
});

const Tax = z.strictObject({
  country,
  subdivision: z.optional(subdivision),
  percent,
  name: z.optional(text(50)),
  included: z.optional(z.boolean()),
});

const GiftCard = z.strictObject({
  code: z.string().check(z.regex(/^[A-Za-z0-9-]{8,20}$/, "expected 8 to 20 letters, digits and hyphens")),
  value: amount,
  expires: z.optional(
    z
      .string()
      .check(
        z.refine(
          (given) => /^\d{4}-\d\d-\d\d$/.test(given) && isCalendarDate(given),
          "expected a date such as 2030-05-01",
        ),
      ),
  ),
});

const Discount = z
  .strictObject({
    name: textOf(DiscountRule, "name"),
    percent: z.optional(percent),
    amount: z.optional(amount),
    minimumSubtotal: z.optional(amount),
    products: z.optional(z.array(text())),
    collections: z.optional(z.array(text())),
  })
  .check(
    z.refine(
      ({ percent, amount }) => (percent === undefined) !== (amount === undefined),
      "expected percent or amount",
    ),
    z.refine(({ products, collections }) => !(products && collections), "expected products or collections"),
  );

const Order = z.strictObject({
  email,
  firstName: z.optional(text(100)),
  lastName: z.optional(text(100)),
  items: z
    .array(
      z.strictObject({
        product: text(),
        quantity: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
        choices: z.optional(z.record(z.string(), z.string())),
      }),
    )
    .check(z.minLength(1)),
  address: z.optional(
    z.strictObject({
      country,
      subdivision: z.optional(subdivision),
      city: z.optional(text(100)),
      postalCode: z.optional(text(20)),
      addressLine: z.optional(text(200)),
    }),
  ),
  /** The price of the delivery. */
  shipping: z.optional(amount),
  payment: z.optional(z.enum(["approved", "authorized", "declined", "offline", "pending"])),
  fulfilled: z.optional(z.boolean()),
  daysAgo: z.optional(z.number().check(z.minimum(0), z.maximum(3650))),
});

/** The questions of a registration form, beside name and email. */
const questionTypes = [
  "text",
  "textarea",
  "dropdown",
  "radio",
  "checkbox",
  "date",
  "phone",
  "address",
] as const;
const needsOptions = ["dropdown", "radio", "checkbox"];
const Question = z
  .strictObject({
    label: text(200),
    type: z.optional(z.enum(questionTypes)),
    required: z.optional(z.boolean()),
    options: z.optional(z.array(text(200)).check(z.minLength(1))),
  })
  .check(
    z.refine(
      ({ type = "text", options }) => needsOptions.includes(type) === (options !== undefined),
      "expected options for dropdown, radio and checkbox only",
    ),
  );

const Event = z
  .strictObject({
    title: textOf(PlatformEvent, "title"),
    slug: z.optional(text(130)),
    description: z.optional(textOf(PlatformEvent, "shortDescription")),
    start: time,
    end: z.optional(time),
    timeZone: z.optional(
      z.string().check(z.refine(isTimeZone, "expected a time zone such as Europe/Berlin")),
    ),
    location: z.optional(textOf(PlatformEvent, "location.name")),
    online: z.optional(z.boolean()),
    category: z.optional(textOf(EventCategory, "name")),
    draft: z.optional(z.boolean()),
    form: z.optional(z.array(Question)),
    rsvp: z.optional(z.strictObject({ limit: z.optional(count), waitlist: z.optional(z.boolean()) })),
    tickets: z.optional(
      z.array(
        z.strictObject({
          name: textOf(TicketDefinitionV3, "name"),
          price: amount,
          limit: z.optional(count),
          description: z.optional(textOf(TicketDefinitionV3, "description")),
        }),
      ),
    ),
  })
  .check(z.refine(({ rsvp, tickets }) => !(rsvp && tickets), "expected rsvp or tickets, not both"));

const access = z.optional(z.enum(["ADMIN", "SITE_MEMBER_AUTHOR", "SITE_MEMBER", "ANYONE"]));

const SiteDataCollection = z.strictObject({
  id: textOf(DataCollection, "id"),
  name: z.optional(textOf(DataCollection, "displayName")),
  permissions: z.optional(z.strictObject({ read: access, insert: access, update: access, remove: access })),
  /** Types by key; those that are missing are inferred from the items. */
  fields: z.optional(
    z.record(text(256), z.union([z.enum(fieldTypes), z.strictObject({ references: text() })])),
  ),
  items: z.optional(z.array(z.record(z.string(), z.json()))),
});

/** The schema of a seed file. Amounts are in the shop's currency, weights in its unit; names refer to each other. */
export const ShopData = z.strictObject({
  settings: z.optional(z.record(z.string(), z.string())),
  collections: z.optional(
    z.array(
      z.strictObject({
        name: textOf(Collection, "name"),
        slug: z.optional(text(100)),
        description: z.optional(text()),
      }),
    ),
  ),
  products: z.optional(z.array(Product)),
  coupons: z.optional(z.array(Coupon)),
  /** With a shipping option, orders of physical products need an address and a delivery. */
  shipping: z.optional(z.array(Shipping)),
  tax: z.optional(z.array(Tax)),
  giftCards: z.optional(z.array(GiftCard)),
  discounts: z.optional(z.array(Discount)),
  orders: z.optional(z.array(Order)),
  members: z.optional(
    z.array(
      z.strictObject({
        email,
        password: z.optional(z.string().check(z.minLength(4), z.maxLength(100))),
        firstName: z.optional(text(100)),
        lastName: z.optional(text(100)),
      }),
    ),
  ),
  events: z.optional(z.array(Event)),
  siteData: z.optional(z.array(SiteDataCollection)),
});
export type ShopData = z.infer<typeof ShopData>;
/** An entry of a list of a seed file. */
export type Entry<Name extends keyof ShopData> =
  NonNullable<ShopData[Name]> extends (infer One)[] ? One : never;

/** Returns the contents of a seed file. Throws UsageError with every problem and its path, such as `products[2].price`. */
export function parseShopData(value: unknown): ShopData {
  const result = ShopData.safeParse(value, { reportInput: true });
  const problems = result.success ? referenceProblems(result.data) : result.error.issues.map(issueText);
  if (result.success && problems.length === 0) return result.data;
  const shown = problems.slice(0, 10).join("\n  ");
  const more = problems.length > 10 ? `\n  and ${problems.length - 10} more` : "";
  throw new UsageError(`Invalid shop data:\n  ${shown}${more}`, { code: "INVALID_SEED" });
}

function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `${pathText([...issue.path, issue.keys[0] ?? ""])}: unknown field`;
  return `${pathText(issue.path)}: ${ruleText(issue)}`;
}

function ruleText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : `expected ${issue.expected}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? `expected at least ${issue.minimum} ${issue.origin === "string" ? "characters" : "entries"}`
        : `expected ${issue.minimum} or more`;
    case "too_big":
      return issue.origin === "string"
        ? `expected at most ${issue.maximum} characters`
        : `expected ${issue.maximum} or less`;
    case "invalid_union":
      return "expected a value of another type";
    default:
      return issue.message;
  }
}

const pathText = (path: readonly PropertyKey[]) =>
  path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("") || "the document";

/** Returns the slug of an entry. A name without Latin letters and digits has one that is derived from it. */
export const seedSlug = ({ name, slug }: { name: string; slug?: string | undefined }): string =>
  slug ?? (slugOf(name) || guidOf("", name, 1).slice(0, 8));

/** Names that other entries can refer to. */
const namesOf = ({ name, slug }: { name: string; slug?: string | undefined }) =>
  slug ? [name, slug] : [name];

function referenceProblems({
  products = [],
  collections = [],
  coupons = [],
  shipping = [],
  tax = [],
  giftCards = [],
  discounts = [],
  orders = [],
  members = [],
  events = [],
  siteData = [],
  settings = {},
}: ShopData): string[] {
  const knownCollections = new Set(collections.flatMap(namesOf));
  const knownProducts = new Set(products.flatMap(namesOf));
  const unknown = (
    path: string,
    names: readonly string[] | undefined,
    known: ReadonlySet<string>,
    what: string,
  ) =>
    (names ?? []).flatMap((name, index) =>
      known.has(name) ? [] : [`${path}[${index}]: there is no ${what} "${name}"`],
    );
  return [
    ...Object.entries(settings).flatMap(([name, value]) =>
      (settingProblem(name, value)?.violations ?? []).map(
        ({ field, description }) => `settings.${name}: ${field === "name" ? "the name " : ""}${description}`,
      ),
    ),
    ...duplicates("products", products.map(seedSlug), "the slug "),
    ...duplicates("collections", collections.map(seedSlug), "the slug "),
    ...duplicates(
      "events",
      events.map(({ title: name, slug }) => seedSlug({ name, slug })),
      "the slug ",
    ),
    ...events.flatMap(({ tickets = [] }, index) =>
      duplicates(
        `events[${index}].tickets`,
        tickets.map(({ name }) => name),
      ),
    ),
    ...duplicates(
      "coupons",
      coupons.map(({ code }) => code.toUpperCase()),
    ),
    ...duplicates(
      "members",
      members.map(({ email }) => email.toLowerCase()),
    ),
    ...duplicates(
      "shipping",
      shipping.map(({ title }) => title),
    ),
    ...duplicates(
      "tax",
      tax.map((one) => one.subdivision ?? one.country),
    ),
    ...duplicates(
      "giftCards",
      giftCards.map(({ code }) => code.toUpperCase()),
    ),
    ...duplicates(
      "discounts",
      discounts.map(({ name }) => name),
    ),
    ...discounts.flatMap((discount, index) => [
      ...unknown(`discounts[${index}].products`, discount.products, knownProducts, "product"),
      ...unknown(`discounts[${index}].collections`, discount.collections, knownCollections, "collection"),
    ]),
    ...orders.flatMap(({ items }, index) =>
      items.flatMap((item, place) => orderedProblems(item, products, `orders[${index}].items[${place}]`)),
    ),
    ...siteDataProblems(siteData),
    ...products.flatMap((product, index) => [
      ...unknown(`products[${index}].collections`, product.collections, knownCollections, "collection"),
      ...variantProblems(product, `products[${index}]`),
    ]),
    ...coupons.flatMap((coupon, index) => [
      ...unknown(`coupons[${index}].products`, coupon.products, knownProducts, "product"),
      ...unknown(`coupons[${index}].collections`, coupon.collections, knownCollections, "collection"),
    ]),
  ];
}

/** Returns the product of a seed with a name or slug. */
export const productNamed = (
  products: readonly Entry<"products">[],
  name: string,
): Entry<"products"> | undefined => products.find((product) => namesOf(product).includes(name));

function orderedProblems(
  { product: name, choices = {} }: Entry<"orders">["items"][number],
  products: readonly Entry<"products">[],
  path: string,
): string[] {
  const product = productNamed(products, name);
  if (!product) return [`${path}.product: there is no product "${name}"`];
  return choiceProblems(choices, product.options ?? {}, path);
}

function siteDataProblems(siteData: readonly Entry<"siteData">[]): string[] {
  const ids = siteData.map(({ id }) => id);
  return [
    ...duplicates("siteData", ids),
    ...siteData.flatMap(({ fields = {}, items = [] }, index) => {
      const path = `siteData[${index}]`;
      return [
        ...Object.entries(fields).flatMap(([key, field]) =>
          typeof field === "object" && !ids.includes(field.references)
            ? [`${path}.fields.${key}.references: there is no collection "${field.references}"`]
            : [],
        ),
        ...items.flatMap(({ _id }, place) =>
          _id === undefined || (typeof _id === "string" && _id !== "" && _id.length <= 128)
            ? []
            : [`${path}.items[${place}]._id: expected a text of 1 to 128 characters`],
        ),
        ...duplicates(
          `${path}.items`,
          items.map(({ _id }, place) => (typeof _id === "string" ? _id : `item ${place}`)),
        ),
      ];
    }),
  ];
}

function duplicates(path: string, keys: readonly string[], what = ""): string[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [`${path}[${index}]: ${what}"${key}" appears twice`] : [],
  );
}

function variantProblems({ options = {}, variants = [] }: Entry<"products">, path: string): string[] {
  return variants.flatMap(({ choices }, index) =>
    choiceProblems(choices, options, `${path}.variants[${index}]`),
  );
}

function choiceProblems(
  choices: Readonly<Record<string, string>>,
  options: Readonly<Record<string, readonly string[]>>,
  path: string,
): string[] {
  return [
    ...Object.entries(choices).flatMap(([option, choice]) =>
      options[option]?.some((one) => choiceName(one) === choice)
        ? []
        : [`${path}.choices.${option}: the product has no choice "${choice}"`],
    ),
    ...Object.keys(options).flatMap((option) =>
      option in choices ? [] : [`${path}.choices.${option}: required`],
    ),
  ];
}

/** Returns the name of a choice: colors are written `#f4efe6 Oat`. */
export const choiceName = (choice: string): string => /^#\S+ (.+)$/.exec(choice)?.[1] ?? choice;
