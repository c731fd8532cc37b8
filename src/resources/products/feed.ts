import type { Product, Variant } from "../../api/services/products.ts";
import { gtinOf } from "../../kernel/gtin.ts";
import { textOfHtml } from "../../kernel/html.ts";
import { amountFromJson, moneyText } from "../../kernel/money.ts";
import { countOf } from "../../kernel/text.ts";
import { managedVariants, productCode, variantCode } from "./snapshot.ts";

/** The shopping services that read a list of a shop's products. */
export type Feed = "google" | "meta";

/** What a service calls things, and how much it takes. */
interface FeedRules {
  readonly title: string;
  readonly inStock: string;
  readonly soldOut: string;
  readonly maxId: number;
  readonly maxTitle: number;
  readonly maxDescription: number;
  readonly maxPictures: number;
  /** The columns besides those of both. */
  readonly columns: readonly string[];
}

const rules: Record<Feed, FeedRules> = {
  google: {
    title: "Google",
    ...{ inStock: "in_stock", soldOut: "out_of_stock" },
    ...{ maxId: 50, maxTitle: 150, maxDescription: 5000, maxPictures: 10 },
    columns: ["mpn", "identifier_exists"],
  },
  meta: {
    title: "Meta",
    ...{ inStock: "in stock", soldOut: "out of stock" },
    ...{ maxId: 100, maxTitle: 200, maxDescription: 9999, maxPictures: 20 },
    columns: ["mpn"],
  },
};

const shared =
  "id item_group_id title description link image_link additional_image_link availability price sale_price condition brand gtin color size".split(
    " ",
  );

/** Returns the columns of a feed. */
export const feedHeader = (feed: Feed): string[] => [...shared, ...rules[feed].columns];

/** What the rows of a feed have so far. */
export class FeedState {
  /** The ids, each of which occurs once. */
  readonly ids = new Set<string>();
  /** How many products the feed cannot have, by reason. */
  readonly left = new Map<string, number>();
  /** The barcodes that are no trade item numbers. */
  readonly invalid: string[] = [];
}

/** Returns a row for each visible variant of a product, or none and the reason in `state`: hidden, without a picture, page or price. */
export function feedRows(product: Product, feed: Feed, state: FeedState): Record<string, string>[] {
  const { ids, left, invalid } = state;
  const { maxId, maxTitle, maxDescription, maxPictures, inStock, soldOut } = rules[feed];
  const { base = "", path = "" } = product.productPageUrl ?? {};
  const link = base ? `${base.replace(/\/$/, "")}${path ?? ""}` : "";
  const pictures = (product.media?.items ?? []).flatMap(({ image }) => image?.url ?? []);
  const currency = product.priceData?.currency ?? "";
  const why =
    product.visible === false
      ? "they are hidden"
      : link === ""
        ? "they have no page"
        : pictures.length === 0
          ? "they have no picture"
          : !product.priceData?.price || currency === ""
            ? "they have no price"
            : undefined;
  if (why !== undefined) {
    left.set(why, (left.get(why) ?? 0) + 1);
    return [];
  }
  const variants = [...managedVariants(product).values()].filter(({ variant }) => variant?.visible !== false);
  const group = variants.length > 1 ? product.id : "";
  return (variants.length > 0 ? variants : [undefined]).map((one) => {
    const { sku = product.sku, priceData = product.priceData } = one?.variant ?? {};
    const price = (amount: number | null | undefined) =>
      `${moneyText(amountFromJson(amount ?? 0), currency)} ${currency}`;
    const isReduced = (priceData?.discountedPrice ?? 0) < (priceData?.price ?? 0);
    const choices = Object.values(one?.choices ?? {});
    const stock = one ? one.stock : product.stock;
    const brand = product.brand ?? "";
    const barcode = one ? variantCode(one, "barcode") : productCode(product, "barcode");
    const gtin = barcode === undefined ? undefined : gtinOf(barcode);
    if (barcode !== undefined && gtin === undefined) invalid.push(barcode);
    const isOwn = sku && sku.length <= maxId && !ids.has(sku);
    const id = isOwn ? sku : (one?.id ?? product.id);
    ids.add(id);
    const cells: Record<string, string> = {
      id,
      item_group_id: group,
      title: cut([product.name, choices.join(" / ")].filter(Boolean).join(" – "), maxTitle),
      description: cut(textOfHtml(product.description ?? "") || (product.name ?? ""), maxDescription),
      link,
      image_link: pictures[0] ?? "",
      additional_image_link: pictures.slice(1, maxPictures + 1).join(","),
      availability: stock?.inStock === false ? soldOut : inStock,
      price: price(priceData?.price),
      sale_price: isReduced ? price(priceData?.discountedPrice) : "",
      condition: "new",
      brand,
      gtin: gtin ?? "",
      color: choiceOf(one, /^(colou?r|farbe|couleur)$/i),
      size: choiceOf(one, /^(size|größe|taille)$/i),
      mpn: sku ?? "",
      identifier_exists: gtin || (brand !== "" && sku) ? "yes" : "no",
    };
    return Object.fromEntries(feedHeader(feed).map((column) => [column, cells[column] ?? ""]));
  });
}

/** Returns what a feed leaves out, as notices. */
export function leftOutNotices(feed: Feed, { left, invalid }: FeedState): string[] {
  const { title } = rules[feed];
  const more = invalid.length > maxShown ? `, and ${invalid.length - maxShown} more` : "";
  const codes =
    invalid.length === 0
      ? []
      : [
          `Not in the feed for ${title}: ${countOf(invalid.length, "barcode")} that ${invalid.length === 1 ? "is" : "are"} no GTIN (8, 12, 13 or 14 digits, the last one the check digit): ${invalid.slice(0, maxShown).join(", ")}${more}.`,
        ];
  if (left.size === 0) return codes;
  const reasons = [...left].map(
    ([why, count]) =>
      `${countOf(count, "product")} because ${count === 1 ? why.replace("they are", "it is").replace("they have", "it has") : why}`,
  );
  return [`Not in the feed for ${title}: ${reasons.join(", ")}.`, ...codes];
}

/** The most barcodes in a notice. */
const maxShown = 5;

const choiceOf = (one: Variant | undefined, name: RegExp): string =>
  Object.entries(one?.choices ?? {}).find(([option]) => name.test(option))?.[1] ?? "";

/** Returns a text with at most so many characters, cut at a word. */
const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/\s+\S*$|[\ud800-\udbff]$/, "")}…`;
