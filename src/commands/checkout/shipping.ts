import { chooseShipping } from "../../cli/buyer/buyer.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { writeSections } from "../../output/sections.ts";
import type { CheckoutRecord, ShippingOption } from "../../resources/cart/cart.ts";
import { shippingSection } from "../../resources/cart/sections.ts";
import { openCheckout, printCheckout } from "./open.ts";

/** Lists the ways of delivery of a checkout, or chooses one and prints the checkout. */
export async function run(
  context: Context,
  [option]: string[],
  { checkout: reference }: { checkout?: string },
): Promise<ExitCode | undefined> {
  const { checkouts, id } = await openCheckout(context, reference);
  const checkout = await checkouts.read(id);
  if (option === undefined) {
    await printOffered(context, checkout);
    return undefined;
  }
  const shippingOption = chooseShipping(option, checkout.shippingOptions, checkouts.generation);
  await announceWriting(context);
  await printCheckout(context, await checkouts.change(id, { shippingOption }));
  return undefined;
}

async function printOffered(context: Context, checkout: CheckoutRecord): Promise<void> {
  const { streams, format, globals } = context;
  const { shippingOptions: rows } = checkout;
  if (rows.length === 0)
    await context.notice("Nothing is offered yet: say where it goes with till checkout update --ship-to …");
  if (format === "table" && globals.fields === undefined)
    return await writeSections(streams.stdout, [shippingSection(checkout)]);
  const view = { streams, format, kind: "shippingOption", fields: globals.fields, columns: [] };
  await renderList<ShippingOption>({ ...view, rows, total: rows.length });
}
