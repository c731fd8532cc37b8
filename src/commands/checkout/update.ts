import { chooseShipping, readBuyer } from "../../cli/buyer/buyer.ts";
import { nameFlags } from "../../cli/buyer/errors.ts";
import type { BuyerOptions } from "../../cli/buyer/flags.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { amountIn, type CartChange, parseTypedAmount } from "../../resources/cart/cart.ts";
import { openCheckout, printCheckout } from "./open.ts";

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
  await announceWriting(context);
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
  const card = giftCard ? { code: giftCard, ...(amount !== undefined && { amount }) } : undefined;
  if (card || Object.keys(change).length > 0) checkout = await nameFlags(checkouts.change(id, change, card));
  if (giftCard === false) checkout = await checkouts.removeGiftCard(id);
  await printCheckout(context, checkout);
  return undefined;
}
