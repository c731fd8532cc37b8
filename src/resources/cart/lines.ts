import { exitCodes, TillError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import type { CartLine, CartRecord } from "./cart.ts";

/**
 * Returns the lines of a cart by position (`1` is the first), id, SKU, slug or name. Throws TillError 5 if a reference
 * matches no line, 6 if it matches several.
 */
export function findLines({ lineItems }: CartRecord, references: readonly string[]): CartLine[] {
  return references.map((reference) => findLine(lineItems, reference));
}

function findLine(lines: readonly CartLine[], reference: string): CartLine {
  const lowerCase = reference.toLowerCase();
  const found = lines.filter((line, index) =>
    [line.id, line.sku, line.slug, line.name, String(index + 1)].some(
      (name) => name?.toLowerCase() === lowerCase,
    ),
  );
  const [line] = found;
  if (line && found.length === 1) return line;
  if (found.length > 1) {
    const matches = found.map((one) => `${lines.indexOf(one) + 1} (${lineTitle(one)})`).join(", ");
    throw new TillError(
      exitCodes.conflict,
      `"${reference}" is in the cart ${found.length} times: ${matches}.`,
      {
        code: "SEVERAL_MATCH",
        hint: "Give the position of one of them.",
      },
    );
  }
  const suggestion = nearest(
    reference,
    lines.flatMap(({ sku, slug, name }) => [sku, slug, name].filter((one) => one !== undefined)),
  );
  const question = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(exitCodes.notFound, `The cart has no item "${reference}".${question}`, {
    code: "LINE_ITEM_NOT_FOUND",
    hint: "Give a position, id, SKU, slug or name. List the items: till cart show",
  });
}

/** Returns the name and choices of a line: `Stoneware Mug, Ink`. */
export function lineTitle({ name, options }: Pick<CartLine, "name" | "options">): string {
  return [name, ...Object.values(options)].join(", ");
}
