import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { dayTime, parseZoned } from "../../kernel/zoned-time.ts";

interface FeeOptions extends SandboxTarget {
  price?: string;
  code?: string;
  product?: string[];
}

interface MembershipOptions extends SandboxTarget {
  member?: string;
  credits?: number;
  expires?: string;
  product?: string[];
}

/** Lists the fees that apps charge in the sandbox, optionally after adding or removing one. */
export async function fees(
  context: Context,
  [action = "list", name]: string[],
  { price, code, product, ...target }: FeeOptions,
): Promise<undefined> {
  const control = await sandboxControl(context, target);
  if (isChange(action, name, "fees", "name")) {
    const known = (await control(sandbox.fees, {})).fees ?? [];
    if (action === "remove") await control(sandbox.removeFee, { id: idOf(known, name, "fee") });
    else {
      if (price === undefined) throw new UsageError("Missing --price <amount>.", { field: "--price" });
      const scope = product ? { productIds: product, source: "ITEM" as const } : {};
      await control(sandbox.addFee, { fee: { name, price, code: code ?? codeOf(name), ...scope } });
    }
  }
  const rows = (await control(sandbox.fees, {})).fees ?? [];
  await context.print(rows, {
    kind: "fee",
    fields: {
      name: { grow: true },
      price: {},
      code: {},
      productIds: {
        path: "productIds",
        label: "Products",
        value: (one) => (one.productIds ?? []).join(", "),
      },
      id: {},
    },
    empty: 'No fees yet. Add one with: till sandbox fees add "Gift wrap" --price 2.50',
  });
  return undefined;
}

/** Lists the memberships of the sandbox's members, optionally after adding or removing one. */
export async function memberships(
  context: Context,
  [action = "list", name]: string[],
  { member, credits, expires, product, ...target }: MembershipOptions,
): Promise<undefined> {
  const control = await sandboxControl(context, target);
  if (isChange(action, name, "memberships", "name")) {
    const known = (await control(sandbox.memberships, {})).memberships ?? [];
    if (action === "remove") await control(sandbox.removeMembership, { id: idOf(known, name, "membership") });
    else {
      if (member === undefined) throw new UsageError("Missing --member <email>.", { field: "--member" });
      const { members } = await control(sandbox.members, {});
      const wanted = member.trim().toLowerCase();
      const found = (members ?? []).find(({ id, email }) => id === wanted || email?.toLowerCase() === wanted);
      if (!found) throw notFound("member", member, "till sandbox members");
      await control(sandbox.addMembership, {
        membership: {
          name,
          memberId: found.id ?? "",
          credits: credits ? { total: credits, remaining: credits } : undefined,
          expirationDate: expires ? timeOf(expires) : undefined,
          productIds: product,
        },
      });
    }
  }
  const rows = (await control(sandbox.memberships, {})).memberships ?? [];
  const example = "till sandbox memberships add Gold --member mira@example.com --credits 10";
  await context.print(rows, {
    kind: "membership",
    fields: {
      name: { grow: true },
      memberId: { label: "Member" },
      credits: {
        path: "credits",
        value: (one) => (one.credits ? `${one.credits.remaining} of ${one.credits.total}` : "unlimited"),
      },
      expirationDate: { label: "Expires" },
      id: {},
    },
    empty: `No memberships yet. Add one with: ${example}`,
  });
  return undefined;
}

/** Checks the action and its name. Returns false for `list`. */
function isChange(action: string, name: string | undefined, verb: string, what: string): name is string {
  if (!["list", "add", "remove"].includes(action)) {
    const message = `Invalid action "${action}": expected one of list, add, remove.`;
    throw new UsageError(message, { field: "action" });
  }
  if (action === "list") return false;
  if (name) return true;
  throw new UsageError(`Missing ${what}: till sandbox ${verb} ${action} <${what}>`, { field: what });
}

function idOf(
  known: readonly { id?: string | null; name?: string | null }[],
  requested: string,
  kind: string,
): string {
  const found = known.find(({ id, name }) => id === requested || name === requested);
  if (found?.id) return found.id;
  throw notFound(kind, requested, `till sandbox ${kind}s`);
}

const notFound = (kind: string, requested: string, list: string) =>
  new TillError(exitCodes.notFound, `Unknown ${kind} "${requested}".`, {
    code: "NOT_FOUND",
    hint: `List them: ${list}`,
  });

/** Returns a name as a code; a fee with the same code is replaced. */
function codeOf(name: string): string {
  const code = name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return code === "-" ? name : code;
}

/** Parses a day or a time to ISO text; without a zone it is UTC. Throws UsageError. */
function timeOf(text: string): string {
  try {
    return parseZoned(dayTime(text, "start", "UTC"), "UTC", "--expires").toISOString();
  } catch (cause) {
    throw new UsageError(`Invalid value "${text}" for --expires: expected a time.`, {
      field: "--expires",
      hint: "Example: --expires 2026-12-31T23:59:59Z",
      cause,
    });
  }
}

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

const byCode = (a: { code?: string | null }, b: { code?: string | null }) =>
  (a.code ?? "") < (b.code ?? "") ? -1 : 1;

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
    percent: percent || undefined,
    amount: amount || undefined,
    freeShipping: freeShipping || undefined,
    minimumSubtotal: minimum || undefined,
    end: expires ? timeOf(expires) : undefined,
    usageLimit: uses || undefined,
    productIds: product,
  };
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
  return percent ? `${percent}%` : (amount ?? "");
}
