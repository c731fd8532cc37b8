import * as z from "zod/mini";
import { maximumOf } from "../../api/schema-fields.ts";
import { Collection } from "../../api/services/collections/collections.ts";
import { EventCategory } from "../../api/services/events/event-categories.ts";
import { Event as PlatformEvent } from "../../api/services/events/events.ts";
import { Product as PlatformProduct } from "../../api/services/products/products.ts";
import { DataCollection, fieldTypes } from "../../api/services/site-data/site-data.ts";
import { TicketDefinitionV3 } from "../../api/services/tickets/ticket-definitions.ts";
import { UsageError } from "../../kernel/errors.ts";
import { settingProblem } from "../kernel/settings.ts";

const text = (max = 8000) => z.string().check(z.minLength(1), z.maxLength(max));
/** A text as long as the platform allows at a path of its schema. */
const textOf = (schema: z.core.$ZodType, path: string) => text(maximumOf(schema, path));
const productText = (path: string) => textOf(PlatformProduct, path);
const amount = z.number().check(z.minimum(0), z.maximum(maximumOf(PlatformProduct, "priceData.price")));
const count = z.int().check(z.minimum(0), z.maximum(maximumOf(PlatformProduct, "stock.quantity")));
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, "expected local time such as 2030-05-01T18:30"));

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
    percent: z.optional(amount),
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

const Event = z
  .strictObject({
    title: textOf(PlatformEvent, "title"),
    slug: z.optional(text(130)),
    description: z.optional(textOf(PlatformEvent, "shortDescription")),
    start: time,
    end: z.optional(time),
    timeZone: z.optional(text(60)),
    location: z.optional(textOf(PlatformEvent, "location.name")),
    online: z.optional(z.boolean()),
    category: z.optional(textOf(EventCategory, "name")),
    draft: z.optional(z.boolean()),
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
  members: z.optional(
    z.array(
      z.strictObject({
        email: z.string().check(z.regex(/^\S+@\S+\.\S+$/, "expected an email address"), z.maxLength(254)),
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

/** Names that other entries can refer to. */
const namesOf = ({ name, slug }: { name: string; slug?: string | undefined }) =>
  slug ? [name, slug] : [name];

function referenceProblems({
  products = [],
  collections = [],
  coupons = [],
  members = [],
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
    ...duplicates(
      "products",
      products.map(({ name, slug }) => slug ?? name),
    ),
    ...duplicates(
      "collections",
      collections.map(({ name, slug }) => slug ?? name),
    ),
    ...duplicates(
      "coupons",
      coupons.map(({ code }) => code.toUpperCase()),
    ),
    ...duplicates(
      "members",
      members.map(({ email }) => email.toLowerCase()),
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

function siteDataProblems(siteData: NonNullable<ShopData["siteData"]>): string[] {
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

function duplicates(path: string, keys: readonly string[]): string[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [`${path}[${index}]: "${key}" appears twice`] : [],
  );
}

function variantProblems(
  { options = {}, variants = [] }: NonNullable<ShopData["products"]>[number],
  path: string,
): string[] {
  return variants.flatMap(({ choices }, index) => [
    ...Object.entries(choices).flatMap(([option, choice]) =>
      options[option]?.some((one) => choiceName(one) === choice)
        ? []
        : [`${path}.variants[${index}].choices.${option}: the product has no choice "${choice}"`],
    ),
    ...Object.keys(options).flatMap((option) =>
      option in choices ? [] : [`${path}.variants[${index}].choices.${option}: required`],
    ),
  ]);
}

/** Returns the name of a choice: colors are written `#f4efe6 Oat`. */
export const choiceName = (choice: string): string => /^#\S+ (.+)$/.exec(choice)?.[1] ?? choice;
