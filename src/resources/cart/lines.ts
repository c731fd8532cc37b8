import { exitCodes, TillError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import type { CartLine, CartRecord } from "./cart.ts";

/**
 * The lines of a cart that references name: by its place (`1` is the first), id, SKU, slug or name. TillError 5 where a
 * reference names none, 6 where it names several.
 */
export function findLines({ lineItems }: CartRecord, references: readonly string[]): CartLine[] {
  return references.map((reference) => findLine(lineItems, reference));
}

function findLine(lines: readonly CartLine[], reference: string): CartLine {
  const wanted = reference.toLowerCase();
  const found = lines.filter((line, place) =>
    [line.id, line.sku, line.slug, line.name, String(place + 1)].some(
      (name) => name?.toLowerCase() === wanted,
    ),
  );
  const [line] = found;
  if (line && found.length === 1) return line;
  if (found.length > 1) {
    const lined = found.map((one) => `${lines.indexOf(one) + 1} (${lineWords(one)})`).join(", ");
    throw new TillError(
      exitCodes.conflict,
      `"${reference}" is in the cart ${found.length} times: ${lined}.`,
      {
        code: "SEVERAL_MATCH",
        hint: "Name one of them by its place.",
      },
    );
  }
  const meant = nearest(
    reference,
    lines.flatMap(({ sku, slug, name }) => [sku, slug, name].filter((one) => one !== undefined)),
  );
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  throw new TillError(exitCodes.notFound, `Nothing in the cart is called "${reference}".${guess}`, {
    code: "LINE_ITEM_NOT_FOUND",
    hint: "Name a line by its place, id, SKU, slug or name; see them with: till cart show",
  });
}

/** `Stoneware Mug, Ink`: the name and the choices of a line. */
export function lineWords({ name, options }: Pick<CartLine, "name" | "options">): string {
  return [name, ...Object.values(options)].join(", ");
}
