import { exitCodes, TillError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import type { Addition, CartPort, CartRecord } from "./cart.ts";

/** How many pieces of each item there are. */
type Counts = ReadonlyMap<string, number>;

/**
 * Puts items into a cart so that a lost answer never doubles a quantity: what was in it before is compared with what is
 * in it then. The addition was made: done. Nothing changed: TransportError (exit 8), it is safe to run it again.
 * Anything else: UnknownOutcomeError (exit 10).
 */
export async function addOnce(
  port: CartPort,
  addition: Addition,
  before: CartRecord | undefined,
): Promise<CartRecord> {
  try {
    return await port.add(addition, before);
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const after = await port.read().catch((cause: unknown) => {
      throw new UnknownOutcomeError(error.message, { hint: checkFirst, cause });
    });
    const outcome = outcomeOf(countCart(before), countCart(after), countAddition(addition));
    if (outcome === "added" && after) return after;
    if (outcome === "not added") {
      const message = "The answer was lost, and the cart shows that nothing was put in.";
      throw new TransportError(message, "no", { hint: "Run it again.", cause: error });
    }
    throw new UnknownOutcomeError(error.message, { hint: checkFirst, cause: error });
  }
}

const checkFirst = "Look before you run it again: till cart show";

/** What became of an addition, by the pieces before and after it. */
export function outcomeOf(before: Counts, after: Counts, added: Counts): "added" | "not added" | "unclear" {
  const keys = new Set([...before.keys(), ...after.keys(), ...added.keys()]);
  const grew = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
  if ([...keys].every((key) => grew(key) === (added.get(key) ?? 0))) return "added";
  return [...keys].every((key) => grew(key) === 0) ? "not added" : "unclear";
}

/** The pieces in a cart. */
export function countCart(cart: CartRecord | undefined): Counts {
  return counted(
    (cart?.lineItems ?? []).map(({ custom, name, catalogReference, quantity }) => [
      custom ? `custom ${name}` : (catalogReference?.catalogItemId ?? name),
      quantity,
    ]),
  );
}

/** The pieces that are put in. */
export function countAddition({ products, custom }: Addition): Counts {
  return counted([
    ...products.map(({ catalogReference, quantity }) => [catalogReference.catalogItemId, quantity] as const),
    ...custom.map(({ name, quantity }) => [`custom ${name}`, quantity] as const),
  ]);
}

function counted(pieces: readonly (readonly [string, number])[]): Counts {
  const counts = new Map<string, number>();
  for (const [key, quantity] of pieces) counts.set(key, (counts.get(key) ?? 0) + quantity);
  return counts;
}

/** The error where a command needs a cart and there is none. */
export function noCart(): TillError {
  return new TillError(exitCodes.notFound, "There is no cart yet.", {
    code: "NO_CART",
    hint: "Start one with: till cart add <product>",
  });
}
