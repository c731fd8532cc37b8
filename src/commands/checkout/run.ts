import { chooseShipping } from "../../cli/buyer/buyer.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { writeSections } from "../../output/table.ts";
import type { CheckoutRecord } from "../../resources/cart/cart.ts";
import { shippingSection } from "../../resources/cart/sections.ts";
import { openCheckout, printCheckout } from "./open.ts";

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
  await announceWriting(context);
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
  await announceWriting(context);
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
    await context.print(rows, { kind: "shippingOption", fields: {}, total: rows.length });
  }
}
