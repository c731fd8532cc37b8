import * as z from "zod/mini";
import { type FileLocation, fileError } from "../location.ts";
import type { SnapshotObject } from "./format.ts";

const Text = z.nullable(z.string());
const Amount = z.nullable(
  z.string().check(z.regex(/^\d+(\.\d+)?$/, 'expected an amount as text, such as "19.90"')),
);
const Choices = z.record(z.string(), z.string());

const Variant = z.strictObject({
  choices: Choices,
  sku: z.optional(Text),
  price: z.optional(Amount),
  cost: z.optional(Amount),
  weight: z.optional(Amount),
  visible: z.optional(z.boolean()),
});

/** The fields of `readOnly` of a product, and what each is called in messages, in the plural. */
export const productLosses: Readonly<Record<string, string>> = {
  digitalFile: "digital files",
  dimensions: "sizes of products and packages",
  barcodes: "barcodes",
  modifiers: "modifiers",
  subscriptions: "subscriptions of products",
  additionalRibbons: "further ribbons",
  tags: "tags of products",
  preorders: "preorders",
};

/** A product. Amounts are decimal text. A field that is absent is not known; null or an empty list is empty. */
export const ProductObject = z.strictObject({
  _kind: z.literal("product"),
  slug: z.string(),
  name: z.optional(z.string()),
  productType: z.optional(z.enum(["physical", "digital"])),
  description: z.optional(Text),
  sku: z.optional(Text),
  price: z.optional(Amount),
  cost: z.optional(Amount),
  weight: z.optional(Amount),
  visible: z.optional(z.boolean()),
  ribbon: z.optional(Text),
  brand: z.optional(Text),
  discount: z.optional(
    z.nullable(z.strictObject({ type: z.enum(["AMOUNT", "PERCENT"]), value: z.string() })),
  ),
  options: z.optional(
    z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(["drop_down", "color"]),
        choices: z.array(z.strictObject({ value: z.string(), description: z.string() })),
      }),
    ),
  ),
  variants: z.optional(z.array(Variant)),
  infoSections: z.optional(z.array(z.strictObject({ title: z.string(), description: z.string() }))),
  customTextFields: z.optional(
    z.array(z.strictObject({ title: z.string(), maxLength: z.number(), mandatory: z.boolean() })),
  ),
  /** Names. */
  collections: z.optional(z.array(z.string())),
  /** Addresses, or ids of files that have no address. */
  media: z.optional(z.array(z.string())),
  /** The pictures of choices: positions in `media`, from 0. */
  choiceMedia: z.optional(
    z.array(
      z.strictObject({
        option: z.string(),
        choice: z.string(),
        media: z.array(z.number().check(z.int(), z.nonnegative())),
      }),
    ),
  ),
  seo: z.optional(z.unknown()),
  pricePerUnit: z.optional(
    z.nullable(
      z.strictObject({
        totalQuantity: z.number(),
        totalMeasurementUnit: z.string(),
        baseQuantity: z.number(),
        baseMeasurementUnit: z.string(),
      }),
    ),
  ),
  /** What till reads and cannot write to each shop: `productLosses`. */
  readOnly: z.optional(z.record(z.string(), z.unknown())),
});
export interface ProductObject extends z.output<typeof ProductObject> {}

const level = { quantity: z.optional(z.number()), inStock: z.optional(z.boolean()) };

/** The stock of a product: a quantity if it is tracked, else whether it is in stock. */
export const StockObject = z.strictObject({
  _kind: z.literal("stock"),
  slug: z.string(),
  ...level,
  variants: z.optional(z.array(z.strictObject({ choices: Choices, ...level }))),
});
export interface StockObject extends z.output<typeof StockObject> {}

/** A collection; on catalog v3, a category. */
export const CollectionObject = z.strictObject({
  _kind: z.literal("collection"),
  name: z.string(),
  slug: z.optional(Text),
  description: z.optional(Text),
  visible: z.optional(z.boolean()),
  media: z.optional(Text),
});
export interface CollectionObject extends z.output<typeof CollectionObject> {}

/** The kinds that have a schema. The others are objects as the platform returns them, without ids. */
export const objectSchemas = {
  product: ProductObject,
  stock: StockObject,
  collection: CollectionObject,
} as const;

/** Throws UsageError with file, line and field for an object that its schema rejects. */
export function checkSchema(object: SnapshotObject, at: FileLocation): void {
  const { _kind: kind } = object;
  if (!Object.hasOwn(objectSchemas, kind)) return;
  const parsed = objectSchemas[kind as keyof typeof objectSchemas].safeParse(object);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join(".");
  throw fileError(
    { ...at, field: path || "_kind" },
    unknown === undefined
      ? `${issue ? messageOf(issue) : "the value is invalid"}.`
      : `a ${kind} has no such field.`,
    "The fields of each kind: till help guide copies",
  );
}

const expected: Readonly<Record<string, string>> = {
  ...{ string: "text", number: "a number", boolean: "true or false" },
  ...{ array: "a list", object: "an object", record: "an object" },
};

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${expected[issue.expected] ?? issue.expected}`;
  return issue.code === "invalid_value" ? `expected ${issue.values.map(String).join(" or ")}` : issue.message;
}
