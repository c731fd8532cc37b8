import { type Decimal, decimal, sum } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { itemAt } from "../inventory/index.ts";
import {
  productsV3 as products,
  type StoredModifier,
  type StoredProductV3,
  type StoredVariantV3,
} from "../products/index.ts";
import {
  type CatalogItem,
  type ChosenOptions,
  type DescriptionLine,
  invalidOptions,
  listOf,
} from "./choices.ts";
import { subscriptionOf } from "./subscription-option.ts";

/** Returns a catalog v3 product with the chosen options, or undefined if it does not exist or is hidden. */
export function catalogItemOfV3(tx: Tx, id: string, chosen: ChosenOptions): CatalogItem | undefined {
  const product = tx.get(products, id);
  if (!product?.visible) return undefined;
  const variant = variantOf(product, chosen);
  const modified = product.modifiers.flatMap((modifier) => modifierOf(product, modifier, chosen));
  const added = sum(modified.map((one) => one.added));
  const subscription = subscriptionOf(product, variant, chosen);
  const listed = decimal(variant.price.actualPrice.amount);
  const compared = variant.price.compareAtPrice && decimal(variant.price.compareAtPrice.amount);
  const price = (subscription?.price ?? listed).plus(added);
  const full = (subscription ? listed : (compared ?? listed)).plus(added);
  const item = itemAt(tx, variant.id, undefined);
  const digital = product.productType === "DIGITAL";
  return {
    name: product.name,
    url: product.url ?? undefined,
    price,
    ...(full.gt(price) && { fullPrice: full }),
    image: imageOf(product, variant),
    descriptionLines: [
      ...variant.choices.map(({ optionChoiceNames: { optionName, choiceName } }) =>
        lineOf(optionName, choiceName),
      ),
      ...modified.map((one) => one.line),
    ],
    sku: variant.sku ?? undefined,
    weight: digital ? undefined : (variant.physicalProperties?.weight ?? undefined),
    kind: digital ? "DIGITAL" : "PHYSICAL",
    variantId: variant.id,
    stock: {
      key: `${id}/${variant.id}`,
      // A variant without an inventory item is out of stock.
      inStock: variant.visible && (item?.availabilityStatus ?? "OUT_OF_STOCK") !== "OUT_OF_STOCK",
      ...(item?.trackQuantity && item.availabilityStatus === "IN_STOCK" && { quantity: item.quantity ?? 0 }),
    },
    collectionIds: [],
    taxGroupId: product.taxGroupId ?? undefined,
    ...(subscription && { subscription: subscription.info }),
    ...(product.purchaseEligibility?.userCriteria === "MEMBERS_ONLY" && { membersOnly: true }),
  };
}

const lineOf = (name: string, text: string): DescriptionLine => ({
  name: { original: name, translated: name },
  plainText: { original: text, translated: text },
});

/** Finds the variant by ID or by its choices (names or keys). A product without options has one variant. */
function variantOf(product: StoredProductV3, { variantId, options = {} }: ChosenOptions): StoredVariantV3 {
  const { variants } = product.variantsInfo;
  const data = { productId: product.id, productName: product.name };
  if (variantId) {
    const variant = variants.find(({ id }) => id === variantId);
    if (variant) return variant;
    throw invalidOptions(`"${product.name}" has no variant ${variantId}`, { ...data, variantId });
  }
  const requested = product.options.map(({ id, name, key, choicesSettings: { choices } }) => {
    const given = options[name] ?? options[key ?? ""];
    const choice = choices.find((one) => one.name === given || one.key === given);
    if (choice) return { optionId: id, choiceId: choice.choiceId };
    const offered = choices.map((one) => one.name);
    const what =
      given === undefined
        ? `"${product.name}" needs the option "${name}"`
        : `The option "${name}" of "${product.name}" has no choice "${given}"`;
    throw invalidOptions(`${what}: choose ${listOf(offered)}`, { ...data, option: name, choices: offered });
  });
  const variant = variants.find(({ choices }) =>
    requested.every((one) =>
      choices.some(
        ({ optionChoiceIds: ids }) => ids.optionId === one.optionId && ids.choiceId === one.choiceId,
      ),
    ),
  );
  if (variant) return variant;
  throw invalidOptions(`"${product.name}" has no variant with these choices`, { ...data, options });
}

/** Returns what a modifier adds to the price and the description; nothing if it is not used. */
function modifierOf(
  product: StoredProductV3,
  { name, key, mandatory, choicesSettings, freeTextSettings }: StoredModifier,
  { options = {}, customTextFields = {} }: ChosenOptions,
): { line: DescriptionLine; added: Decimal }[] {
  const data = { productId: product.id, productName: product.name, modifier: name };
  const title = freeTextSettings?.title ?? name;
  const names = [title, name, key ?? "", freeTextSettings?.key ?? ""];
  const given = names.map((one) => (choicesSettings ? options[one] : customTextFields[one])).find(Boolean);
  if (given === undefined) {
    if (!mandatory) return [];
    const offered = choicesSettings
      ? `: choose ${listOf(choicesSettings.choices.map((one) => one.name))}`
      : "";
    throw invalidOptions(`"${product.name}" needs "${title}"${offered}`, data);
  }
  if (!choicesSettings) {
    const { minCharCount, maxCharCount } = freeTextSettings ?? {};
    if (given.length >= (minCharCount ?? 0) && given.length <= (maxCharCount ?? 500))
      return [{ line: lineOf(title, given), added: decimal("0") }];
    const message = `The text "${title}" of "${product.name}" is ${given.length} characters long; ${minCharCount ?? 0} to ${maxCharCount ?? 500} are allowed`;
    throw invalidOptions(message, { ...data, minCharCount, maxCharCount });
  }
  const choice = choicesSettings.choices.find((one) => one.name === given || one.key === given);
  if (choice) return [{ line: lineOf(name, choice.name), added: decimal(choice.addedPrice ?? "0") }];
  const offered = listOf(choicesSettings.choices.map((one) => one.name));
  throw invalidOptions(`"${name}" of "${product.name}" has no choice "${given}": choose ${offered}`, data);
}

function imageOf(product: StoredProductV3, variant: StoredVariantV3): CatalogItem["image"] {
  const image = (variant.media ?? product.media.main)?.image;
  if (!image) return undefined;
  return {
    id: image.id ?? "",
    url: image.url ?? "",
    width: image.width ?? 0,
    height: image.height ?? 0,
    altText: image.altText || product.name,
  };
}
