import { exitCodes, TillError, TransportError } from "../../kernel/errors.ts";
import type { LostResponse } from "../read-until.ts";
import { sendOnce } from "../send-once.ts";
import type { Addition, CartPort, CartRecord } from "./cart.ts";

/** The quantity of each item. */
type Counts = ReadonlyMap<string, number>;

/**
 * Adds items to a cart once, even if the response is lost: then the cart is read again and compared with the cart before,
 * and a notice is printed.
 * Throws TransportError (exit 8) if nothing was added and a retry is safe, UnknownOutcomeError (exit 10) if it is unclear,
 * and TillError (exit 6) if an added item cannot be sold.
 */
export async function addOnce(
  port: CartPort,
  addition: Addition,
  before: CartRecord | undefined,
  context: LostResponse,
): Promise<CartRecord> {
  const cart = await addedCart(port, addition, before, context);
  rejectUnavailable(cart, before, addition);
  return cart;
}

async function addedCart(
  port: CartPort,
  addition: Addition,
  before: CartRecord | undefined,
  context: LostResponse,
): Promise<CartRecord> {
  const countOf = (cart: CartRecord | undefined) =>
    addOutcome(countCart(before), countCart(cart), countAddition(addition));
  return await sendOnce({
    async send() {
      const cart = await port.add(addition, before);
      if (countOf(cart) !== "not added") return cart;
      // The platform accepts items that it cannot sell, and adds nothing.
      throw new TillError(
        exitCodes.conflict,
        "The platform accepted the request but added nothing to the cart.",
        {
          code: "NOT_ADDED",
          hint: "Check that the product is visible and in stock, and that the options name a variant.",
        },
      );
    },
    async look() {
      const cart = await port.read();
      const outcome = countOf(cart);
      if (outcome === "added" && cart) return { done: cart };
      return outcome === "not added" ? "absent" : "unclear";
    },
    onFound: () => context.notice("No response; checked the cart: the items were added once."),
    absent(cause) {
      const message = "The response was lost, and the cart shows that nothing was added.";
      return new TransportError(message, "no", { hint: "Run the command again.", cause });
    },
    check: "till cart get",
    sleep: context.sleep,
  });
}

/** Throws TillError if an added item cannot be sold: API v1 adds such items, and only an order with them fails. */
function rejectUnavailable(cart: CartRecord, before: CartRecord | undefined, { products }: Addition): void {
  const ids = new Set(products.map(({ catalogReference }) => catalogReference.catalogItemId));
  const quantities = new Map(before?.lineItems.map(({ id, quantity }) => [id, quantity]));
  const added = cart.lineItems.filter(
    ({ id, quantity, catalogReference }) =>
      ids.has(catalogReference?.catalogItemId ?? "") && quantity > (quantities.get(id) ?? 0),
  );
  const [line] = added.filter(({ availability }) => availability !== "AVAILABLE");
  if (!line) return;
  const { name, quantity, quantityAvailable, availability, slug = line.id } = line;
  const isPartial = availability === "PARTIALLY_AVAILABLE" && quantityAvailable !== undefined;
  const what = isPartial
    ? `Added, but "${name}" cannot be bought: it has ${quantityAvailable} in stock, and the cart has ${quantity}.`
    : `Added, but "${name}" cannot be bought: ${availability === "NOT_FOUND" ? "it is not sold" : "it is out of stock"}.`;
  const way = isPartial
    ? `Reduce the quantity: till cart set ${slug} --quantity ${quantityAvailable}`
    : `Remove it: till cart remove ${slug}`;
  throw new TillError(exitCodes.conflict, what, { code: "NOT_AVAILABLE", hint: way });
}

/** Returns the outcome of an addition from the quantities before and after it. */
export function addOutcome(before: Counts, after: Counts, added: Counts): "added" | "not added" | "unclear" {
  const keys = new Set([...before.keys(), ...after.keys(), ...added.keys()]);
  const growth = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
  if ([...keys].every((key) => growth(key) === (added.get(key) ?? 0))) return "added";
  return [...keys].every((key) => growth(key) === 0) ? "not added" : "unclear";
}

/** Returns the quantities in a cart. */
function countCart(cart: CartRecord | undefined): Counts {
  return sumByKey(
    (cart?.lineItems ?? []).map(({ custom, name, catalogReference, quantity }) => [
      custom ? `custom ${name}` : (catalogReference?.catalogItemId ?? name),
      quantity,
    ]),
  );
}

/** Returns the quantities of an addition. */
export function countAddition({ products, custom }: Addition): Counts {
  return sumByKey([
    ...products.map(({ catalogReference, quantity }) => [catalogReference.catalogItemId, quantity] as const),
    ...custom.map(({ name, quantity }) => [`custom ${name}`, quantity] as const),
  ]);
}

function sumByKey(items: readonly (readonly [string, number])[]): Counts {
  const counts = new Map<string, number>();
  for (const [key, quantity] of items) counts.set(key, (counts.get(key) ?? 0) + quantity);
  return counts;
}

/** Returns the error for a command that needs a cart when there is none. */
export function noCart(): TillError {
  return new TillError(exitCodes.notFound, "There is no cart yet.", {
    code: "NO_CART",
    hint: "Create one: till cart add <product>",
  });
}
