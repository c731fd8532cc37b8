import * as z from "zod/mini";
import type { Product } from "../../api/services/products.ts";
import type { ProductDraft, VariantDraft } from "../../files/draft.ts";
import { sortedJson } from "../../kernel/json.ts";
import type { OnlyInV3 } from "./catalog.ts";
import { productDraft } from "./draft.ts";
import { choiceMediaOf, comparedFields, unitPriceOf } from "./snapshot.ts";

const Text = z.nullable(z.string());
const Amount = z.nullable(
  z.string().check(z.regex(/^\d+(\.\d+)?$/, 'expected an amount as text, such as "19.90"')),
);
/** `15%`, or an amount. */
export const DiscountText = z.nullable(
  z.string().check(z.regex(/^\d+(\.\d+)?\s*%?$/, "expected a discount such as 15% or 5.00")),
);
const Choices = z.record(z.string(), z.string());

const Variant = z.strictObject({
  choices: Choices,
  sku: z.optional(Text),
  barcode: z.optional(Text),
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
  variantDiscounts: "discounts that variants do not share",
};

/** A product. Amounts are decimal text. A field that is absent is not known; null or an empty list is empty. */
export const ProductObject = z.strictObject({
  _kind: z.literal("product"),
  handle: z.string(),
  name: z.optional(z.string()),
  type: z.optional(z.enum(["physical", "digital"])),
  description: z.optional(Text),
  sku: z.optional(Text),
  price: z.optional(Amount),
  cost: z.optional(Amount),
  weight: z.optional(Amount),
  visible: z.optional(z.boolean()),
  ribbon: z.optional(Text),
  brand: z.optional(Text),
  discount: z.optional(DiscountText),
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

const withVariants = <Level extends z.core.$ZodShape>(level: Level) => ({
  ...level,
  variants: z.optional(z.array(z.strictObject({ choices: Choices, ...level }))),
});

const level = { stock: z.optional(z.number()), inStock: z.optional(z.boolean()) };
const Preorder = z.strictObject({ message: z.optional(Text), limit: z.optional(z.nullable(z.number())) });

/** The fields of stock that people edit. */
export const stockFields = withVariants(level);

/** The stock of a product: a quantity if it is tracked, else whether it is in stock. Preorders are null if there are none. */
export const StockObject = z.strictObject({
  _kind: z.literal("stock"),
  handle: z.string(),
  ...withVariants({ ...level, preorder: z.optional(z.nullable(Preorder)) }),
});
export interface StockObject extends z.output<typeof StockObject> {}

/** Where the platform serves pictures: their ids are the last part of the address. */
const imageHost = "https://static.wixstatic.com/media/";

/**
 * Returns a product as an object of a snapshot. Costs are absent unless they were read. `only`: what is only in catalog v3; `barcodes`:
 * whether its variants have theirs, which snapshots have not.
 */
export function portableProduct(
  product: Product,
  collections: readonly string[],
  { costs, only = {}, barcodes = false }: { costs: boolean; only?: OnlyInV3 | undefined; barcodes?: boolean },
): ProductObject {
  const draft = productDraft(product, collections, "till");
  const { cost, variants } = draft;
  const plain = Object.fromEntries(
    Object.entries(draft).filter(([name]) => name !== "cost" && Object.hasOwn(ProductObject.shape, name)),
  );
  const seo = comparedFields(product).seo ?? null;
  const readOnly = readOnlyOf(product, only);
  return {
    ...(plain as Omit<ProductObject, "_kind" | "handle">),
    _kind: "product",
    handle: draft.handle ?? "",
    ...(costs && { cost: cost ?? null }),
    variants: variants.map(({ line, stock, preorder, cost, barcode, ...variant }) => ({
      ...variant,
      barcode: barcodes ? barcode : undefined,
      cost: costs ? (cost ?? null) : undefined,
    })),
    media: (product.media?.items ?? []).flatMap(addressOf),
    ...((product.productOptions ?? []).length > 0 && { choiceMedia: choiceMediaOf(product) }),
    pricePerUnit: unitPriceOf(product),
    seo,
    ...(Object.keys(readOnly).length > 0 && { readOnly }),
  };
}

/** Returns the stock of a product as an object of a snapshot. */
export function portableStock(product: Product): StockObject {
  const draft = productDraft(product, [], "till");
  const variants = draft.variants.map((variant) => ({ choices: variant.choices, ...levelOf(variant) }));
  return {
    _kind: "stock",
    handle: draft.handle ?? "",
    ...(variants.length > 0 ? { variants } : levelOf(draft)),
  };
}

function levelOf({ stock, preorder }: Pick<VariantDraft, "stock" | "preorder">) {
  const level = stock && "quantity" in stock ? { stock: stock.quantity } : stock;
  return { ...level, ...(preorder !== undefined && { preorder }) };
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

/** Returns the address of a picture, without the parameters that resize it; for other files, the id. */
function addressOf({ id, image }: MediaItem): string[] {
  const url = image?.url ?? undefined;
  const address = url?.startsWith(imageHost) ? url.split("/v1/")[0] : url;
  return address ? [address] : id ? [id] : [];
}

/** Returns the id of a picture of the platform, or the address of another one. */
export const mediaIdOf = (address: string): string =>
  address.startsWith(imageHost) ? address.slice(imageHost.length) : address;

/**
 * Returns a draft with ids for the media that its product has, and addresses for the others: only those are copied into the
 * shop.
 */
export function withPresentMedia(draft: ProductDraft, present: readonly string[]): ProductDraft {
  if (draft.media === undefined) return draft;
  const ids = new Set(present);
  const media = draft.media.map((address) => (ids.has(mediaIdOf(address)) ? mediaIdOf(address) : address));
  return { ...draft, media };
}

/** Returns the fields that till reads and has no way to write to each shop. */
function readOnlyOf(product: Product, only: OnlyInV3): Record<string, unknown> {
  const file = product.digitalFile?.fileName;
  const sizes = [product, ...(product.variants ?? []).map(({ variant }) => variant)].flatMap((one) => [
    one?.productDimensions,
    one?.packageDimensions,
  ]);
  const dimensions = distinct([...(only.dimensions ?? []), ...sizes.filter(isSize)]);
  const parts: Record<string, readonly unknown[]> = { ...only, dimensions };
  const found = Object.entries(parts).filter(([, { length }]) => length > 0);
  return { digitalFile: file || undefined, ...Object.fromEntries(found) };
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [sortedJson(value), value])).values(),
];

const isSize = (size: Product["productDimensions"]): boolean =>
  Boolean(size?.length || size?.width || size?.height);
