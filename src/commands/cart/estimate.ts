import { chooseShipping, nameFlags, noteMissingAddress, readAddresses } from "../../cli/buyer.ts";
import type { BuyerOptions } from "../../cli/buyer-flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { writeSections } from "../../output/table.ts";
import type { CartEstimate, CartPort, CartRecord, EstimateRequest } from "../../resources/cart/cart.ts";
import { estimateSections } from "../../resources/cart/sections.ts";
import { currentCart, openCurrent } from "./current.ts";

interface EstimateOptions extends BuyerOptions {
  membership?: string[];
  tax?: boolean;
  shipping?: boolean;
  fees?: boolean;
}

/** Prints an estimate of what the current cart costs. */
export async function run(
  context: Context,
  _args: string[],
  options: EstimateOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const request = readRequest(options);
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  const full = await nameFlags(completeRequest(port, cart, request, options));
  const estimate = await nameFlags(port.estimate(full, cart));
  if (request.tax && request.shipping)
    await noteMissingAddress(
      context,
      estimate,
      { ...cart, ...request },
      "--ship-to 'US-NY, 10001, New York, 5 Main St'",
    );
  if (format === "table" && globals.fields === undefined)
    await writeSections(streams.stdout, estimateSections(estimate));
  else await context.printRecord(estimate, { kind: "estimate", fields: {} });
  return undefined;
}

function readRequest(options: EstimateOptions): EstimateRequest {
  const { tax = true, shipping = true, fees = true } = options;
  return { ...readAddresses(options), tax, shipping, fees };
}

/** Replaces titles by the codes and app ids that only an estimate returns. */
async function completeRequest(
  port: CartPort,
  cart: CartRecord,
  request: EstimateRequest,
  { shippingOption, membership }: EstimateOptions,
): Promise<EstimateRequest> {
  if (shippingOption === undefined && membership === undefined) return request;
  const { shippingOptions, memberships } = await port.estimate(request, cart);
  return {
    ...request,
    ...(shippingOption !== undefined && {
      shippingOption: chooseShipping(shippingOption, shippingOptions, port.generation),
    }),
    ...(membership && { memberships: chooseMemberships(membership, memberships) }),
  };
}

function chooseMemberships(
  references: readonly string[],
  memberships: CartEstimate["memberships"],
): { id: string; appId: string }[] {
  return references.map((text) => {
    const found = memberships.find(({ id, name }) => [id, name].includes(text));
    if (found) return { id: found.id, appId: found.appId };
    const names = memberships.map(({ name, id }) => `${name} (${id})`).join(", ");
    throw new TillError(exitCodes.notFound, `No membership "${text}" for these items.`, {
      field: "--membership",
      hint: names === "" ? "The buyer has no memberships." : `Memberships: ${names}`,
    });
  });
}
