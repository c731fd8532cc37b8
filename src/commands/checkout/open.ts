import { noteNoAddress } from "../../cli/buyer/buyer.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { writeSections } from "../../output/sections.ts";
import type { CheckoutPort, CheckoutRecord } from "../../resources/cart/cart.ts";
import { openCart, openCheckouts } from "../../resources/cart/open.ts";
import { checkoutSections } from "../../resources/cart/sections.ts";

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The calls of checkouts, and the id of the one that is meant: the one named, else that of the current cart. */
export async function openCheckout(
  context: Context,
  reference: string | undefined,
): Promise<{ checkouts: CheckoutPort; id: string }> {
  if (reference !== undefined && !guid.test(reference))
    throw new UsageError(`"${reference}" is no id of a checkout.`, {
      hint: "Leave it out to mean the checkout of the current cart, or take the id that till cart checkout --json prints.",
    });
  const checkouts = await openCheckouts(context);
  if (reference !== undefined) return { checkouts, id: reference };
  const cart = await (await openCart(context)).read();
  if (cart?.checkoutId) return { checkouts, id: cart.checkoutId };
  const why = cart ? "The cart has no checkout yet." : "There is no cart, and no checkout was named.";
  const hint = cart
    ? "Make one with: till cart checkout"
    : "Start with: till cart add <product>, or name a checkout by its id.";
  throw new TillError(exitCodes.notFound, why, { code: "NO_CHECKOUT", hint });
}

/** Prints a checkout: as a statement, or as a record under the other formats. */
export async function printCheckout(context: Context, checkout: CheckoutRecord): Promise<void> {
  const { streams, format, globals } = context;
  if (!checkout.completed)
    await noteNoAddress(context, checkout, checkout, "till checkout update --ship-to …");
  if (format === "table" && globals.fields === undefined)
    return await writeSections(streams.stdout, checkoutSections(checkout));
  const view = { streams, format, kind: "checkout", fields: globals.fields, columns: [] };
  await renderRecord({ ...view, record: checkout });
}
