import { chooseShipping, noteNoAddress, readAddresses } from "../../cli/buyer/buyer.ts";
import { sayingFlags } from "../../cli/buyer/errors.ts";
import type { BuyerOptions } from "../../cli/buyer/flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { writeSections } from "../../output/sections.ts";
import type { CartEstimate, CartPort, CartRecord, EstimateWish } from "../../resources/cart/cart.ts";
import { estimateSections } from "../../resources/cart/sections.ts";
import { currentCart, openCurrent } from "./current.ts";

interface EstimateOptions extends BuyerOptions {
  membership?: string[];
  tax?: boolean;
  shipping?: boolean;
  fees?: boolean;
}

/** Prints what the current cart would cost. */
export async function run(
  context: Context,
  _args: string[],
  options: EstimateOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const wish = readWish(options);
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  const full = await sayingFlags(withShipping(port, cart, wish, options));
  const estimate = await sayingFlags(port.estimate(full, cart));
  if (wish.tax && wish.shipping)
    await noteNoAddress(
      context,
      estimate,
      { ...cart, ...wish },
      "--ship-to 'US-NY, 10001, New York, 5 Main St'",
    );
  if (format === "table" && globals.fields === undefined)
    await writeSections(streams.stdout, estimateSections(estimate));
  else
    await renderRecord({
      streams,
      format,
      kind: "estimate",
      fields: globals.fields,
      columns: [],
      record: estimate,
    });
  return undefined;
}

function readWish(options: EstimateOptions): EstimateWish {
  const { tax = true, shipping = true, fees = true } = options;
  return { ...readAddresses(options), tax, shipping, fees };
}

/** A title becomes a code, and a membership gets its app: both are known only after a first look. */
async function withShipping(
  port: CartPort,
  cart: CartRecord,
  wish: EstimateWish,
  { shippingOption, membership }: EstimateOptions,
): Promise<EstimateWish> {
  if (shippingOption === undefined && membership === undefined) return wish;
  const { shippingOptions, memberships } = await port.estimate(wish, cart);
  return {
    ...wish,
    ...(shippingOption !== undefined && {
      shippingOption: chooseShipping(shippingOption, shippingOptions, port.generation),
    }),
    ...(membership && { memberships: chooseMemberships(membership, memberships) }),
  };
}

function chooseMemberships(
  wanted: readonly string[],
  memberships: CartEstimate["memberships"],
): { id: string; appId: string }[] {
  return wanted.map((text) => {
    const found = memberships.find(({ id, name }) => [id, name].includes(text));
    if (found) return { id: found.id, appId: found.appId };
    const names = memberships.map(({ name, id }) => `${name} (${id})`).join(", ");
    throw new TillError(exitCodes.notFound, `There is no membership "${text}" for these items.`, {
      field: "--membership",
      hint: names === "" ? "The buyer has none." : `There is: ${names}`,
    });
  });
}
