import { storesAppId } from "../../api/models/app-ids.ts";
import type { Product } from "../../api/services/products.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { UsageError } from "../../kernel/errors.ts";
import { chooseVariants, describeOptions } from "../inventory/inventory.ts";
import { parseChoices } from "../products/snapshot.ts";
import type { ItemReference } from "./cart.ts";

/** The choices, texts and subscription that a buyer selects for a product. */
export interface ItemOptions {
  /** `Size=Large`. */
  options: readonly string[];
  /** `Engraving=For Ada`. */
  texts: readonly string[];
  /** The id of a subscription option. */
  subscription?: string | undefined;
}

/**
 * Returns the catalog reference of a product. The SKU of a variant implies its choices; otherwise each option needs one.
 * Throws UsageError for options and texts that the product does not have.
 */
export function itemReference(product: Product, typed: string, selected: ItemOptions): ItemReference {
  const { name, visible, slug } = product;
  if (visible === false) {
    throw new UsageError(`"${name}" is hidden, so shoppers cannot buy it.`, {
      code: "PRODUCT_HIDDEN",
      hint: `Make it visible: till products update ${slug} --set visible=true`,
    });
  }
  const choices = choicesOf(product, typed, selected.options);
  const texts = Object.fromEntries(selected.texts.map((text) => parseText(text, product)));
  refuseIncomplete(product, choices, texts);
  const variant = product.manageVariants ? variantWith(product, choices) : undefined;
  const options = {
    ...(variant ? { variantId: variant } : Object.keys(choices).length > 0 && { options: choices }),
    ...(Object.keys(texts).length > 0 && { customTextFields: texts }),
    ...(selected.subscription && { subscriptionOptionId: selected.subscription }),
  };
  return {
    appId: storesAppId,
    catalogItemId: product.id,
    options: Object.keys(options).length > 0 ? options : undefined,
  };
}

function choicesOf(product: Product, typed: string, options: readonly string[]): Record<string, string> {
  const chosen = parseChoices(options, product);
  const [bySku, ...others] = options.length === 0 ? chooseVariants(product, typed, []) : [];
  const isVariant = bySku && others.length === 0 && bySku.sku === typed;
  const own = product.variants?.find(({ id }) => isVariant && id === bySku.variantId)?.choices ?? {};
  return { ...own, ...chosen } as Record<string, string>;
}

/** Throws UsageError with every option and mandatory text that is missing, and a line that has them all. */
function refuseIncomplete(
  product: Product,
  choices: Record<string, string>,
  texts: Record<string, string>,
): void {
  const { name, slug, id } = product;
  const options = (product.productOptions ?? []).filter((option) => choices[option.name ?? ""] === undefined);
  const titles = (product.customTextFields ?? []).flatMap(({ mandatory, title }) =>
    mandatory && !texts[title ?? ""] ? [title ?? ""] : [],
  );
  if (options.length + titles.length === 0) return;
  const missing = [
    ...options.map((option) => `a choice for the option "${option.name}"`),
    ...titles.map((title) => `the text "${title}"`),
  ];
  const flags = [
    ...Object.entries(choices).flatMap(([option, choice]) => ["--option", `${option}=${choice}`]),
    ...options.flatMap((option) => ["--option", `${option.name}=${option.choices?.[0]?.description ?? "…"}`]),
    ...Object.entries(texts).flatMap(([title, text]) => ["--text", `${title}=${text}`]),
    ...titles.flatMap((title) => ["--text", `${title}=…`]),
  ];
  throw new UsageError(`"${name}" requires ${missing.join(" and ")}.`, {
    code: options.length > 0 ? "OPTION_NEEDED" : "TEXT_NEEDED",
    field: options.length > 0 ? "--option" : "--text",
    hint: [
      options.length > 0 && `Options: ${describeOptions(product)}`,
      `For example: ${commandLine("cart", "add", slug ?? id, ...flags)}`,
    ]
      .filter(Boolean)
      .join("\n  "),
  });
}

function variantWith({ variants, name }: Product, choices: Record<string, string>): string | undefined {
  const entries = Object.entries(choices);
  const found = (variants ?? []).find((variant) =>
    entries.every(([option, choice]) => variant.choices?.[option] === choice),
  );
  if (found?.id) return found.id;
  if (entries.length === 0) return undefined;
  const chosen = entries.map(([option, choice]) => `${option}=${choice}`).join(", ");
  throw new UsageError(`"${name}" has no variant with ${chosen}.`, { field: "--option" });
}

function parseText(text: string, { name, customTextFields }: Product): [string, string] {
  const at = text.indexOf("=");
  const title = text.slice(0, Math.max(at, 0));
  if (customTextFields?.some((field) => field.title === title)) return [title, text.slice(at + 1)];
  const titles = (customTextFields ?? []).map((field) => field.title).join(", ");
  throw new UsageError(`"${name}" has no text field "${at > 0 ? title : text}".`, {
    field: "--text",
    hint:
      titles === ""
        ? "It has no text fields."
        : `Text fields: ${titles}. For example: --text '${titles.split(", ")[0]}=For Ada'`,
  });
}
