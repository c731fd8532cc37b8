import { chooseShipping, nameFlags, readBuyer } from "../../cli/buyer.ts";
import type { BuyerOptions } from "../../cli/buyer-flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { decimal, parseAmount } from "../../kernel/money.ts";
import { amountIn, type CartChange, parseTypedAmount } from "../../resources/cart/cart.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

interface UpdateOptions extends BuyerOptions {
  discount?: string[] | false;
  language?: string;
}

/** Changes the buyer, shipping and discounts of the current cart, and prints it. */
export async function run(
  context: Context,
  _args: string[],
  options: UpdateOptions,
): Promise<ExitCode | undefined> {
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  const { shippingOption, language } = options;
  const buyer = readBuyer(options, cart.shippingAddress);
  const change: CartChange = {
    ...buyer,
    ...(language !== undefined && { language }),
    ...readDiscounts(options.discount, cart.currency),
  };
  if (shippingOption !== undefined) {
    const { shippingAddress = cart.shippingAddress } = buyer;
    const request = { tax: false, shipping: true, fees: false, shippingAddress };
    const { shippingOptions } = await nameFlags(port.estimate(request, cart));
    change.shippingOption = chooseShipping(shippingOption, shippingOptions, port.generation);
  }
  if (Object.keys(change).length === 0)
    throw new UsageError("Nothing to change.", {
      hint: "Add --ship-to, --email, --first-name, --shipping-option, --discount … (see till cart update --help)",
    });
  await printCart(context, await nameFlags(port.change(change, cart)));
  return undefined;
}

function readDiscounts(
  given: UpdateOptions["discount"],
  currency: string,
): Pick<CartChange, "merchantDiscounts"> {
  if (given === undefined) return {};
  return {
    merchantDiscounts: (given || []).map((text) => {
      if (!text.endsWith("%"))
        return { amount: amountIn(currency, "--discount", parseTypedAmount("--discount", text)) };
      const percentage = parseAmount(text.slice(0, -1).trim());
      if (percentage?.gt(decimal("0")) && percentage.lte(decimal("100")))
        return { percentage: Number(text.slice(0, -1)) };
      throw new UsageError(`--discount takes a percentage above 0 and up to 100, not "${text}".`, {
        field: "--discount",
      });
    }),
  };
}
