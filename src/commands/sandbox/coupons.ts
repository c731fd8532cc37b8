import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";

interface CouponOptions extends SandboxTarget {
  percent?: string;
  amount?: string;
  freeShipping?: boolean;
  minimum?: string;
  expires?: string;
  uses?: number;
  product?: string[];
}

const actions = ["list", "add", "remove"];

/** Lists the sandbox's coupons, optionally after adding or removing one. */
export async function run(
  context: Context,
  [action = "list", code]: string[],
  options: CouponOptions,
): Promise<ExitCode | undefined> {
  if (!actions.includes(action))
    throw new UsageError(`Invalid action "${action}": expected one of ${actions.join(", ")}.`, {
      field: "action",
    });
  const control = await sandboxControl(context, options);
  if (action !== "list") {
    if (!code)
      throw new UsageError(`Missing coupon code: till sandbox coupons ${action} <code>`, { field: "code" });
    if (action === "add") await control(sandbox.addCoupon, { coupon: couponOf(code, options) });
    else await control(sandbox.removeCoupon, { id: code });
  }
  const { coupons } = await control(sandbox.coupons, {});
  await context.print([...(coupons ?? [])].sort(byCode), {
    kind: "coupon",
    fields: {
      code: {},
      discount: { value: discountText },
      minimumSubtotal: { label: "Minimum" },
      end: { label: "Expires" },
      used: {
        path: "used",
        value: (one) => (one.usageLimit ? `${one.used} of ${one.usageLimit}` : `${one.used}`),
      },
    },
    empty: "No coupons yet. Add one with: till sandbox coupons add WELCOME10 --percent 10",
  });
  return undefined;
}

const byCode = (one: { code?: string | null }, other: { code?: string | null }) =>
  (one.code ?? "") < (other.code ?? "") ? -1 : 1;

function couponOf(
  code: string,
  { percent, amount, freeShipping, minimum, expires, uses, product }: CouponOptions,
) {
  const discounts = [percent, amount, freeShipping].filter((one) => one !== undefined);
  if (discounts.length !== 1) {
    throw new UsageError("Exactly one of --percent, --amount and --free-shipping is required.", {
      field: "--percent",
      hint: "Example: till sandbox coupons add WELCOME10 --percent 10",
    });
  }
  return {
    code,
    ...(percent && { percent }),
    ...(amount && { amount }),
    ...(freeShipping && { freeShipping }),
    ...(minimum && { minimumSubtotal: minimum }),
    ...(expires && { end: parseTime(expires) }),
    ...(uses && { usageLimit: uses }),
    ...(product && { productIds: product }),
  };
}

function parseTime(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageError(`Invalid value "${text}" for --expires: expected a time.`, {
      field: "--expires",
      hint: "Example: --expires 2026-12-31T23:59:59Z",
    });
  return new Date(time).toISOString();
}

function discountText({
  percent,
  amount,
  freeShipping,
}: {
  percent?: string | null;
  amount?: string | null;
  freeShipping?: boolean | null;
}) {
  if (freeShipping) return "free shipping";
  return percent ? `${percent} %` : (amount ?? "");
}
