import type { Product } from "../../api/services/products/products.ts";
import { quotedWord, type ShopFinding } from "./finding.ts";

type Variant = NonNullable<Product["variants"]>[number];

/** Yields the problems of a visible product; hidden products are skipped, except for SKUs, which `skus` collects. */
export function* productFindings(product: Product, skus: Map<string, string>): Generator<ShopFinding> {
  const { slug, id, name, manageVariants } = product;
  const subject = name ?? slug ?? id;
  const variants = manageVariants ? (product.variants ?? []) : [];
  const checked: CheckedProduct = {
    product,
    subject,
    word: quotedWord(slug || id),
    named: variants.map((variant) => ({
      variant,
      flags: choiceFlags(variant),
      title: `${subject}, ${choicesOf(variant)}`,
    })),
  };
  yield* skuFindings(checked, skus);
  if (product.visible !== false) yield* visibleFindings(checked);
}

/** A product, its name and its reference on a command line, and its variants with their names and flags. */
interface CheckedProduct {
  product: Product;
  subject: string;
  word: string;
  named: readonly { variant: Variant; flags: string; title: string }[];
}

/** Yields the SKUs that the product shares with another one, or that its variants share. */
function* skuFindings(
  { product: { sku }, subject, word, named }: CheckedProduct,
  skus: Map<string, string>,
): Generator<ShopFinding> {
  const owned =
    named.length === 0
      ? [{ sku, title: subject, fix: `till products update ${word} --set sku=NEW-SKU` }]
      : named.map(({ variant, flags, title }) => ({
          sku: variant.variant?.sku,
          title,
          fix: `till products variants update ${word}${flags} --sku NEW-SKU`,
        }));
  for (const [text, group] of Map.groupBy(owned, (one) => one.sku ?? "")) {
    const [first, second] = group;
    if (text === "" || first === undefined) continue;
    const before = skus.get(text);
    if (before === undefined) skus.set(text, first.title);
    else
      yield {
        check: "sku",
        subject: first.title,
        problem: `its SKU ${text} is also that of ${before}`,
        fix: first.fix,
      };
    if (second !== undefined)
      yield {
        check: "sku",
        subject,
        problem: `${group.length} variants share the SKU ${text}`,
        fix: second.fix,
      };
  }
}

/** Yields what is wrong with a product that customers see. */
function* visibleFindings({ product, subject, word, named }: CheckedProduct): Generator<ShopFinding> {
  const { stock, media } = product;
  const shown = named.filter(({ variant }) => variant.variant?.visible !== false);
  const prices =
    shown.length > 0
      ? shown.map(({ variant }) => variant.variant?.priceData?.price)
      : [product.priceData?.price ?? product.price?.price];
  if (prices.every((price) => !price)) {
    yield {
      check: "price",
      subject,
      problem: "is visible and has no price",
      fix: `till products update ${word} --set price=19.99`,
    };
  }
  if (stock?.inStock === false) {
    yield {
      check: "stock",
      subject,
      problem: "is visible and out of stock",
      fix: `till inventory set ${word} --quantity 10`,
    };
  }
  if (named.length > 0 && shown.length === 0) {
    yield {
      check: "variants",
      subject,
      problem: "is visible, but all of its variants are hidden",
      fix: `till products variants update ${word}${named[0]?.flags ?? ""} --visible true`,
    };
  }
  const bare = shown.filter(({ variant }) => !variant.variant?.sku);
  const [first] = bare;
  if (first !== undefined) {
    const count =
      bare.length === 1 ? `the variant ${choicesOf(first.variant)} has` : `${bare.length} variants have`;
    yield {
      check: "sku",
      subject,
      problem: `${count} no SKU`,
      fix: `till products variants update ${word}${first.flags} --sku NEW-SKU`,
    };
  }
  const broken = (media?.items ?? []).filter((item) => mediaUrl(item) === undefined);
  for (const item of broken)
    yield {
      check: "media",
      subject,
      problem: `its media item ${item.id} has no URL`,
      fix: `till products media remove ${word} ${quotedWord(item.id ?? "")}`,
    };
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

/** Returns the URL of a media item, if it has one. */
export function mediaUrl({ image, video, thumbnail }: MediaItem): string | undefined {
  return image?.url || video?.files?.[0]?.url || thumbnail?.url || undefined;
}

const choicesOf = ({ choices }: Variant): string => Object.values(choices ?? {}).join(", ");

const choiceFlags = ({ choices }: Variant): string =>
  Object.entries(choices ?? {})
    .map(([name, value]) => ` --option ${quotedWord(`${name}=${String(value)}`)}`)
    .join("");
