import { setTimeout as wait } from "node:timers/promises";
import { openBrowser } from "../../cli/browser.ts";
import { checkedEmail, chooseShipping, nameFlags, readAddresses } from "../../cli/buyer.ts";
import type { BuyerOptions } from "../../cli/buyer-flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, stopCode, TransportError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import type { CartPort, CartRecord, CheckoutRequest } from "../../resources/cart/cart.ts";
import { openCheckouts } from "../../resources/cart/open.ts";
import { sendOnce } from "../../resources/send-once.ts";
import { currentCart, openCurrent } from "./current.ts";

interface CheckoutOptions extends BuyerOptions {
  channel?: string;
  open?: boolean;
}

/** Creates a checkout of the current cart and prints its URL; `--open` opens it in the browser. */
export async function run(
  context: Context,
  _args: string[],
  options: CheckoutOptions,
): Promise<ExitCode | undefined> {
  const { channel = "WEB", email } = options;
  const known = {
    channelType: channel,
    ...readAddresses(options),
    email: email === undefined ? undefined : checkedEmail(email),
  };
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  const request = await nameFlags(withShipping(port, cart, known, options));
  const id = await nameFlags(createOnce(port, request, cart, context));
  if (options.open) return await openPage(context, id);
  await printUrl(context, id);
  const { hosted } = await context.site();
  if (!hosted)
    await context.notice(
      "To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open",
    );
  return undefined;
}

async function withShipping(
  port: CartPort,
  cart: CartRecord,
  request: CheckoutRequest,
  { shippingOption }: CheckoutOptions,
): Promise<CheckoutRequest> {
  if (shippingOption === undefined) return request;
  const { shippingAddress } = request;
  const estimate = { tax: false, shipping: true, fees: false, shippingAddress };
  const { shippingOptions } = await port.estimate(estimate, cart);
  return { ...request, shippingOption: chooseShipping(shippingOption, shippingOptions, port.generation) };
}

/** Creates a checkout. If the response is lost, returns the checkout that the cart has now. */
async function createOnce(
  port: CartPort,
  request: CheckoutRequest,
  cart: CartRecord,
  context: Context,
): Promise<string> {
  return await sendOnce({
    send: () => port.checkout(request, cart),
    async look() {
      const id = (await port.read())?.checkoutId;
      return id !== undefined && id !== cart.checkoutId ? { done: id } : "absent";
    },
    onFound: () => context.notice("No response; checked the cart: one checkout was created."),
    absent(cause) {
      const message = "The response was lost. A cart has one checkout, so running the command again is safe.";
      return new TransportError(message, "maybe", { hint: "Run the command again.", cause });
    },
    check: "till cart get",
    sleep: context.sleep,
  });
}

async function printUrl(context: Context, id: string): Promise<void> {
  const { streams, format, globals } = context;
  const checkouts = await openCheckouts(context);
  const url = await checkouts.url(id);
  if (format === "table" && globals.fields === undefined) {
    await streams.stdout.write(`${sanitizeLine(url)}\n`);
    return;
  }
  const record = { id, url, generation: checkouts.generation };
  await context.printRecord(record, { kind: "checkout", fields: {} });
}

/** Interval between reads of the checkout, in milliseconds. */
const pollInterval = 300;

/** Opens the checkout page. Serves it from the embedded sandbox until it is paid or Ctrl-C is pressed. */
async function openPage(context: Context, id: string): Promise<ExitCode | undefined> {
  const { serve } = await context.identity();
  const served = await serve((error) => void context.notice(`sandbox: ${(error as Error).message}`));
  try {
    const checkouts = await openCheckouts(context);
    await printUrl(context, id);
    await openBrowser(await checkouts.url(id), context.environment.variables.BROWSER);
    if (served === undefined) return undefined;
    await context.notice("Serving the page until it is paid. Press Ctrl-C to stop.");
    while (!context.signal.aborted) {
      const orderId = await checkouts.orderOf(id);
      if (orderId !== undefined) {
        await context.notice(`Order placed${orderId === "" ? "" : `: ${orderId}`}.`);
        return undefined;
      }
      await wait(pollInterval);
    }
    return stopCode(context.signal);
  } finally {
    await served?.close();
  }
}
