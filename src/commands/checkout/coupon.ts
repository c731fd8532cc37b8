import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { openCheckout, printCheckout } from "./open.ts";

interface CouponOptions {
  checkout?: string;
  remove?: boolean;
}

/** Puts a coupon on a checkout, or takes it off, and prints it. */
export async function run(
  context: Context,
  [code]: string[],
  { checkout, remove }: CouponOptions,
): Promise<ExitCode | undefined> {
  if ((code === undefined) === !remove)
    throw new UsageError("Say either a coupon's code or --remove.", {
      hint: "For example: till checkout coupon WELCOME10",
    });
  const { checkouts, id } = await openCheckout(context, checkout);
  await announceWriting(context);
  await printCheckout(context, await checkouts.setCoupon(id, code));
  return undefined;
}
