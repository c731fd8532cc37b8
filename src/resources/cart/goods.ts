import type { Product } from "../../api/services/products/models/product.ts";
import { UsageError } from "../../kernel/errors.ts";
import { chooseVariants, optionWords } from "../inventory/inventory.ts";
import { parseChoices } from "../products/choice.ts";
import type { ItemReference } from "./cart.ts";

/** The app whose catalog the products of a shop are in. */
const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

/** What a buyer says of a product beside its name. */
export interface Wishes {
  /** `Size=Large`. */
  options: readonly string[];
  /** `Engraving=For Ada`. */
  texts: readonly string[];
  /** The id of a subscription option. */
  subscription?: string | undefined;
}

/**
 * A product as a cart takes it. A variant's SKU says its choices; otherwise every option needs one. UsageError for what
 * the product does not offer, before anything is sent.
 */
export function itemReference(product: Product, typed: string, wishes: Wishes): ItemReference {
  const { name, visible, slug } = product;
  if (visible === false) {
    throw new UsageError(`"${name}" is hidden: shoppers cannot buy it.`, {
      code: "PRODUCT_HIDDEN",
      hint: `Show it with: till products update ${slug} --set visible=true`,
    });
  }
  const choices = choicesOf(product, typed, wishes.options);
  const texts = Object.fromEntries(wishes.texts.map((text) => textOf(text, product)));
  const unsaid = product.customTextFields?.find(({ mandatory, title }) => mandatory && !texts[title ?? ""]);
  if (unsaid !== undefined) {
    throw new UsageError(`"${name}" needs the text "${unsaid.title}".`, {
      code: "TEXT_NEEDED",
      field: "--text",
      hint: `Say it: till cart add ${slug} --text '${unsaid.title}=…'`,
    });
  }
  const variant = product.manageVariants ? variantWith(product, choices) : undefined;
  const options = {
    ...(variant ? { variantId: variant } : Object.keys(choices).length > 0 && { options: choices }),
    ...(Object.keys(texts).length > 0 && { customTextFields: texts }),
    ...(wishes.subscription && { subscriptionOptionId: wishes.subscription }),
  };
  return {
    appId: storesApp,
    catalogItemId: product.id ?? "",
    ...(Object.keys(options).length > 0 && { options }),
  };
}

function choicesOf(product: Product, typed: string, options: readonly string[]): Record<string, string> {
  const chosen = parseChoices(options, product);
  const [bySku, ...others] = options.length === 0 ? chooseVariants(product, typed, []) : [];
  const isVariant = bySku && others.length === 0 && bySku.sku === typed;
  const own = product.variants?.find(({ id }) => isVariant && id === bySku.variantId)?.choices ?? {};
  const choices = { ...own, ...chosen } as Record<string, string>;
  const missing = (product.productOptions ?? []).find((one) => choices[one.name ?? ""] === undefined);
  if (missing === undefined) return choices;
  throw new UsageError(`"${product.name}" comes with the option "${missing.name}"; say which.`, {
    code: "OPTION_NEEDED",
    field: "--option",
    hint: `Its options: ${optionWords(product)}`,
  });
}

function variantWith({ variants, name }: Product, choices: Record<string, string>): string | undefined {
  const wanted = Object.entries(choices);
  const found = (variants ?? []).find((one) =>
    wanted.every(([option, choice]) => one.choices?.[option] === choice),
  );
  if (found?.id) return found.id;
  if (wanted.length === 0) return undefined;
  const words = wanted.map(([option, choice]) => `${option}=${choice}`).join(", ");
  throw new UsageError(`"${name}" is not made with ${words}.`, { field: "--option" });
}

function textOf(text: string, { name, customTextFields }: Product): [string, string] {
  const at = text.indexOf("=");
  const title = text.slice(0, Math.max(at, 0));
  if (customTextFields?.some((field) => field.title === title)) return [title, text.slice(at + 1)];
  const titles = (customTextFields ?? []).map((field) => field.title).join(", ");
  throw new UsageError(`"${name}" takes no text "${at > 0 ? title : text}".`, {
    field: "--text",
    hint:
      titles === ""
        ? "It takes no texts."
        : `Its texts: ${titles}. For example: --text '${titles.split(", ")[0]}=For Ada'`,
  });
}
