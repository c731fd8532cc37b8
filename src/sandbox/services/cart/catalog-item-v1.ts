import { amountFromJson } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import {
  defaultVariantId,
  isManaged,
  matchVariants,
  products,
  type StoredProduct,
  type StoredVariant,
  type WireMedia,
} from "../products/index.ts";
import {
  type CatalogItem,
  type ChosenOptions,
  type DescriptionLine,
  invalidOptions,
  listOf,
} from "./choices.ts";

/** Returns a catalog v1 product with the chosen options, or undefined if it does not exist or is hidden. */
export function catalogItemOfV1(tx: Tx, id: string, chosen: ChosenOptions): CatalogItem | undefined {
  const product = tx.get(products, id);
  if (!product?.visible) return undefined;
  const variant = variantOf(product, chosen);
  const choices = { ...chosen.options, ...variant.choices };
  const { price = 0, discountedPrice } = variant.variant.priceData ?? {};
  const paid = amountFromJson(discountedPrice ?? price ?? 0);
  const full = amountFromJson(price ?? 0);
  const digital = product.productType === "digital";
  const { base, path } = product.productPageUrl ?? {};
  const { quantity, inStock, trackQuantity } = variant.stock;
  return {
    name: product.name,
    url: { relativePath: path ?? "", url: `${base ?? ""}${path ?? ""}`.replace(/([^:])\/\//, "$1/") },
    price: paid,
    ...(full.gt(paid) && { fullPrice: full }),
    image: imageOf(product, choices),
    descriptionLines: [...choiceLines(product, choices), ...textLines(product, chosen)],
    sku: variant.variant.sku || undefined,
    weight: digital ? undefined : (variant.variant.weight ?? undefined),
    kind: digital ? "DIGITAL" : "PHYSICAL",
    ...(variant.id !== defaultVariantId && { variantId: variant.id }),
    stock: {
      key: `${id}/${variant.id}`,
      inStock: inStock && variant.variant.visible !== false,
      ...(trackQuantity && { quantity: quantity ?? 0 }),
    },
    collectionIds: product.collectionIds,
    taxGroupId: product.taxGroupId ?? undefined,
  };
}

function variantOf(product: StoredProduct, { variantId, options = {} }: ChosenOptions): StoredVariant {
  const data = { productId: product.id, productName: product.name };
  if (variantId) {
    const [variant] = matchVariants(product.variants, { variantIds: [variantId] });
    if (variant) return variant;
    throw invalidOptions(`"${product.name}" has no variant ${variantId}`, { ...data, variantId });
  }
  for (const { name, choices } of product.productOptions) {
    const choice = options[name];
    if (choices.some(({ description }) => description === choice)) continue;
    const offered = choices.map(({ description }) => description);
    const what =
      choice === undefined
        ? `"${product.name}" needs the option "${name}"`
        : `The option "${name}" of "${product.name}" has no choice "${choice}"`;
    throw invalidOptions(`${what}: choose ${listOf(offered)}`, { ...data, option: name, choices: offered });
  }
  const unknown = Object.keys(options).find(
    (name) => !product.productOptions.some((one) => one.name === name),
  );
  if (unknown !== undefined)
    throw invalidOptions(`"${product.name}" has no option "${unknown}"`, { ...data, option: unknown });
  const [variant] = matchVariants(product.variants, { choices: isManaged(product) ? options : {} });
  if (variant) return variant;
  throw invalidOptions(`"${product.name}" has no variant with these choices`, { ...data, options });
}

function choiceLines(product: StoredProduct, choices: Record<string, string>): DescriptionLine[] {
  return product.productOptions.flatMap(({ name, optionType, choices: offered }): DescriptionLine[] => {
    const choice = offered.find(({ description }) => description === choices[name]);
    if (!choice) return [];
    const value = { original: choice.description, translated: choice.description };
    const line = { name: { original: name, translated: name } };
    return [
      optionType === "color"
        ? { ...line, colorInfo: { ...value, code: choice.value } }
        : { ...line, plainText: value },
    ];
  });
}

function textLines(product: StoredProduct, { customTextFields = {} }: ChosenOptions): DescriptionLine[] {
  const data = { productId: product.id, productName: product.name };
  return (product.customTextFields ?? []).flatMap(
    ({ title: name, maxLength, mandatory }): DescriptionLine[] => {
      const title = name ?? "";
      const text = customTextFields[title] ?? "";
      if (mandatory && text.trim() === "")
        throw invalidOptions(`"${product.name}" needs the text "${title}"`, {
          ...data,
          customTextField: title,
        });
      if (text.length > (maxLength ?? 500)) {
        const message = `The text "${title}" of "${product.name}" is ${text.length} characters long; at most ${maxLength} are allowed`;
        throw invalidOptions(message, { ...data, customTextField: title, maxLength });
      }
      if (text === "") return [];
      return [
        { name: { original: title, translated: title }, plainText: { original: text, translated: text } },
      ];
    },
  );
}

/** Returns the image of the chosen options, or the product's main image. */
function imageOf(product: StoredProduct, choices: Record<string, string>): CatalogItem["image"] {
  const [chosen] = product.productOptions.flatMap(({ name, choices: offered }): WireMedia[] => {
    const choice = offered.find(({ description }) => description === choices[name]);
    const own = choice?.media?.mainMedia ?? choice?.media?.items?.[0];
    return own ? [own] : [];
  });
  const media = chosen ?? product.media.mainMedia;
  const { url, width, height } = media?.image ?? {};
  if (!media?.image) return undefined;
  return {
    id: media.id ?? "",
    url: url ?? "",
    width: width ?? 0,
    height: height ?? 0,
    altText: product.name,
  };
}
