import type { Product } from "../../api/services/products/products.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Parses `Size=Large` to an option and a choice of a product. Throws UsageError that lists the options. */
export function parseChoice(
  text: string,
  { productOptions, name }: Product,
): [option: string, choice: string] {
  const equals = text.indexOf("=");
  const [option, choice] = [text.slice(0, Math.max(0, equals)), text.slice(equals + 1)];
  const known = productOptions?.find((one) => one.name === option);
  if (equals > 0 && known?.choices?.some(({ description }) => description === choice))
    return [option, choice];
  const options = (productOptions ?? []).map(
    (one) => `${one.name}=${(one.choices ?? []).map(({ description }) => description).join("|")}`,
  );
  throw new UsageError(`"${name}" has no choice ${text}.`, {
    field: "--option",
    hint: options.length === 0 ? "It has no options." : `Options: ${options.join(", ")}`,
  });
}

/** Parses choices to a map from option to choice. Throws UsageError as parseChoice does. */
export function parseChoices(texts: readonly string[], product: Product): Record<string, string> {
  return Object.fromEntries(texts.map((text) => parseChoice(text, product)));
}
