import { chooseShipping, nameFlags, noteMissingAddress, readBuyer } from "../../cli/buyer.ts";
import type { BuyerOptions } from "../../cli/buyer-flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { writeSections } from "../../output/table.ts";
import {
  amountIn,
  type CartChange,
  type CheckoutPort,
  type CheckoutRecord,
  parseTypedAmount,
} from "../../resources/cart/cart.ts";
import { openCart, openCheckouts } from "../../resources/cart/open.ts";
import { checkoutSections, shippingSection } from "../../resources/cart/sections.ts";

/** Prints a checkout. */
export async function get(context: Context, [reference]: string[]): Promise<undefined> {
  const { checkouts, id } = await openCheckout(context, reference);
  await printCheckout(context, await checkouts.read(id));
}

/** Applies a coupon to a checkout, or removes it, and prints the checkout. */
export async function coupon(
  context: Context,
  [code]: string[],
  { checkout, remove }: { checkout?: string; remove?: boolean },
): Promise<undefined> {
  if ((code === undefined) === !remove)
    throw new UsageError("Give either a coupon code or --remove.", {
      hint: "For example: till checkout coupon WELCOME10",
    });
  const { checkouts, id } = await openCheckout(context, checkout);
  await printCheckout(context, await checkouts.setCoupon(id, code));
}

/** Lists the shipping options of a checkout, or selects one and prints the checkout. */
export async function shipping(
  context: Context,
  [option]: string[],
  { checkout: reference }: { checkout?: string },
): Promise<undefined> {
  const { checkouts, id } = await openCheckout(context, reference);
  const checkout = await checkouts.read(id);
  if (option === undefined) return await printShippingOptions(context, checkout);
  const shippingOption = chooseShipping(option, checkout.shippingOptions, checkouts.generation);
  await printCheckout(context, await checkouts.change(id, { shippingOption }));
}

async function printShippingOptions(context: Context, checkout: CheckoutRecord): Promise<undefined> {
  const { streams, format, globals } = context;
  const { shippingOptions: rows } = checkout;
  if (rows.length === 0)
    await context.notice("No shipping options yet. Add an address: till checkout update --ship-to …");
  if (format === "table" && globals.fields === undefined) {
    await writeSections(streams.stdout, [shippingSection(checkout)]);
  } else {
    const fields = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, {}]));
    await context.print(rows, { kind: "shippingOption", fields, total: rows.length });
  }
}

interface UpdateOptions extends BuyerOptions {
  note?: string;
  giftCard?: string | false;
  giftCardAmount?: string;
}

/** Changes the buyer, shipping and gift card of a checkout, and prints it. */
export async function run(
  context: Context,
  [reference]: string[],
  options: UpdateOptions,
): Promise<ExitCode | undefined> {
  const { note, giftCard, giftCardAmount, shippingOption } = options;
  if (giftCardAmount !== undefined && !giftCard)
    throw new UsageError("--gift-card-amount needs --gift-card.", { field: "--gift-card" });
  const typed =
    giftCardAmount === undefined ? undefined : parseTypedAmount("--gift-card-amount", giftCardAmount);
  const { checkouts, id } = await openCheckout(context, reference);
  let checkout = await checkouts.read(id);
  const buyer = readBuyer(options, checkout.shippingAddress);
  const change: CartChange = { ...buyer, ...(note !== undefined && { note }) };
  const amount = typed && amountIn(checkout.currency, "--gift-card-amount", typed);
  if (Object.keys(change).length === 0 && giftCard === undefined && shippingOption === undefined)
    throw new UsageError("Nothing to change.", {
      hint: "Add --email, --ship-to, --shipping-option, --gift-card … (see till checkout update --help)",
    });
  if (shippingOption !== undefined) {
    // The shipping options depend on the address, so a new address is set first.
    const { shippingAddress } = change;
    if (shippingAddress) checkout = await nameFlags(checkouts.change(id, { shippingAddress }));
    try {
      change.shippingOption = chooseShipping(shippingOption, checkout.shippingOptions, checkouts.generation);
    } catch (error) {
      if (shippingAddress) await context.notice("Only the shipping address was changed.");
      throw error;
    }
  }
  const card = giftCard ? { code: giftCard, amount } : undefined;
  if (card || Object.keys(change).length > 0) checkout = await nameFlags(checkouts.change(id, change, card));
  if (giftCard === false) checkout = await checkouts.removeGiftCard(id);
  await printCheckout(context, checkout);
  return undefined;
}

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
async function printCheckout(context: Context, checkout: CheckoutRecord): Promise<void> {
  const { streams, format, globals } = context;
  if (!checkout.completed)
    await noteMissingAddress(context, checkout, checkout, "till checkout update --ship-to …");
  if (format === "table" && globals.fields === undefined)
    return await writeSections(streams.stdout, checkoutSections(checkout));
  await context.printRecord(checkout, { kind: "checkout", fields: {} });
}
