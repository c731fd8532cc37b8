import type { Context } from "../../context.ts";
import { type ExitCode, UsageError } from "../../errors.ts";
import { amountIn, parseTypedAmount } from "../../resources/cart/amount.ts";
import type { CartChange } from "../../resources/cart/cart.ts";
import { chooseShipping, readBuyer } from "../buyer.ts";
import type { BuyerOptions } from "../buyer-flags.ts";
import { announceWriting } from "../writing.ts";
import { openCheckout, printCheckout } from "./open.ts";

interface UpdateOptions extends BuyerOptions {
  note?: string;
  giftCard?: string | false;
  giftCardAmount?: string;
}

/** Changes what a checkout says of its buyer, its delivery and its gift card, and prints it. */
export async function run(
  context: Context,
  [reference]: string[],
  options: UpdateOptions,
): Promise<ExitCode | undefined> {
  const { note, giftCard, giftCardAmount, shippingOption } = options;
  if (giftCardAmount !== undefined && !giftCard)
    throw new UsageError("--gift-card-amount needs the gift card.", { field: "--gift-card" });
  const typed =
    giftCardAmount === undefined ? undefined : parseTypedAmount("--gift-card-amount", giftCardAmount);
  const { checkouts, id } = await openCheckout(context, reference);
  let checkout = await checkouts.read(id);
  const buyer = readBuyer(options, checkout.shippingAddress);
  const change: CartChange = { ...buyer, ...(note !== undefined && { note }) };
  const amount = typed && amountIn(checkout.currency, "--gift-card-amount", typed);
  if (Object.keys(change).length === 0 && giftCard === undefined && shippingOption === undefined)
    throw new UsageError("Nothing to change.", {
      hint: "Say what: --email, --ship-to, --shipping-option, --gift-card … (till checkout update --help)",
    });
  await announceWriting(context);
  if (Object.keys(change).length > 0) checkout = await checkouts.change(id, change);
  // What is offered depends on the address, so the delivery is chosen when it stands.
  if (shippingOption !== undefined) {
    const chosen = chooseShipping(shippingOption, checkout.shippingOptions, checkouts.generation);
    checkout = await checkouts.change(id, { shippingOption: chosen });
  }
  if (giftCard !== undefined) checkout = await checkouts.setGiftCard(id, giftCard || undefined, amount);
  await printCheckout(context, checkout);
  return undefined;
}
