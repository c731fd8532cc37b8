import { setTimeout as wait } from "node:timers/promises";
import { openBrowser } from "../../cli/browser.ts";
import { checkedEmail, chooseShipping, readAddresses } from "../../cli/buyer/buyer.ts";
import { sayingFlags } from "../../cli/buyer/errors.ts";
import type { BuyerOptions } from "../../cli/buyer/flags.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { renderRecord } from "../../output/render.ts";
import type { CartPort, CartRecord, CheckoutWish } from "../../resources/cart/cart.ts";
import { openCheckouts } from "../../resources/cart/open.ts";
import { currentCart, openCurrent } from "./current.ts";

interface CheckoutOptions extends BuyerOptions {
  channel?: string;
  open?: boolean;
}

/** Makes a checkout of the current cart and prints its address; `--open` hands it to the browser. */
export async function run(
  context: Context,
  _args: string[],
  options: CheckoutOptions,
): Promise<ExitCode | undefined> {
  const { channel = "WEB", email } = options;
  const known = {
    channelType: channel,
    ...readAddresses(options),
    ...(email !== undefined && { email: checkedEmail(email) }),
  };
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  const wish = await sayingFlags(withShipping(port, cart, known, options));
  await announceWriting(context);
  const id = await sayingFlags(madeOnce(port, wish, cart));
  if (options.open) return await openPage(context, id);
  await printAddress(context, id);
  const { hosted } = await context.site();
  if (!hosted)
    await context.notice(
      "Pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open",
    );
  return undefined;
}

async function withShipping(
  port: CartPort,
  cart: CartRecord,
  wish: CheckoutWish,
  { shippingOption }: CheckoutOptions,
): Promise<CheckoutWish> {
  if (shippingOption === undefined) return wish;
  const { shippingAddress } = wish;
  const look = { tax: false, shipping: true, fees: false, ...(shippingAddress && { shippingAddress }) };
  const { shippingOptions } = await port.estimate(look, cart);
  return { ...wish, shippingOption: chooseShipping(shippingOption, shippingOptions, port.generation) };
}

/** A cart has one checkout, so a lost answer is found again on it. */
async function madeOnce(port: CartPort, wish: CheckoutWish, cart: CartRecord): Promise<string> {
  try {
    return await port.checkout(wish, cart);
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const after = await port.read();
    if (after?.checkoutId && after.checkoutId !== cart.checkoutId) return after.checkoutId;
    const message = "The answer was lost; a cart has one checkout at a time, so nothing is made twice.";
    throw new TransportError(message, "maybe", { hint: "Run it again.", cause: error });
  }
}

async function printAddress(context: Context, id: string): Promise<void> {
  const { streams, format, globals } = context;
  const checkouts = await openCheckouts(context);
  const url = await checkouts.url(id);
  if (format === "table" && globals.fields === undefined) {
    await streams.stdout.write(`${sanitiseLine(url)}\n`);
    return;
  }
  const record = { id, url, generation: checkouts.generation };
  await renderRecord({ streams, format, kind: "checkout", fields: globals.fields, columns: [], record });
}

/** Between two looks at the checkout, in milliseconds. */
const lookEvery = 300;

/** Opens the page. The embedded sandbox serves it from here until it is paid, or Ctrl-C. */
async function openPage(context: Context, id: string): Promise<ExitCode | undefined> {
  const { serve } = await context.identity();
  const served = await serve((error) => void context.notice(`sandbox: ${(error as Error).message}`));
  try {
    const checkouts = await openCheckouts(context);
    await printAddress(context, id);
    await openBrowser(await checkouts.url(id), context.environment.variables.BROWSER);
    if (served === undefined) return undefined;
    await context.notice("The page is served until it is paid, or Ctrl-C.");
    while (!context.signal.aborted) {
      const orderId = await checkouts.orderOf(id);
      if (orderId !== undefined) {
        await context.notice(`Ordered${orderId === "" ? "" : `: ${orderId}`}.`);
        return undefined;
      }
      await wait(lookEvery);
    }
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await served?.close();
  }
}
