import { noteMissingAddress } from "../../cli/buyer/buyer.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { writeSections } from "../../output/table.ts";
import type { CheckoutPort, CheckoutRecord } from "../../resources/cart/cart.ts";
import { openCart, openCheckouts } from "../../resources/cart/open.ts";
import { checkoutSections } from "../../resources/cart/sections.ts";

/** Returns the checkout calls, and the given checkout id or that of the current cart. Throws TillError 5 if there is none. */
export async function openCheckout(
  context: Context,
  reference: string | undefined,
): Promise<{ checkouts: CheckoutPort; id: string }> {
  if (reference !== undefined && !isGuid(reference))
    throw new UsageError(`"${reference}" is not a checkout id.`, {
      hint: "Omit it to use the checkout of the current cart, or use the id from till cart checkout --json.",
    });
  const checkouts = await openCheckouts(context);
  if (reference !== undefined) return { checkouts, id: reference };
  const cart = await (await openCart(context)).read();
  if (cart?.checkoutId) return { checkouts, id: cart.checkoutId };
  const message = cart ? "The cart has no checkout yet." : "There is no cart, and no checkout id was given.";
  const hint = cart
    ? "Create one: till cart checkout"
    : "Start with till cart add <product>, or give a checkout id.";
  throw new TillError(exitCodes.notFound, message, { code: "NO_CHECKOUT", hint });
}

/** Prints a checkout as tables, or as a record in the other output formats. */
export async function printCheckout(context: Context, checkout: CheckoutRecord): Promise<void> {
  const { streams, format, globals } = context;
  if (!checkout.completed)
    await noteMissingAddress(context, checkout, checkout, "till checkout update --ship-to …");
  if (format === "table" && globals.fields === undefined)
    return await writeSections(streams.stdout, checkoutSections(checkout));
  await context.printRecord(checkout, { kind: "checkout", fields: {} });
}
