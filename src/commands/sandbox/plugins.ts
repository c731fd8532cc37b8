import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

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
      await control(sandbox.addFee, { fee: { name, price, code: code ?? slugOf(name), ...scope } });
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
    empty: "No fees yet. Add one with: till sandbox fees add 'Gift wrap' --price 2.50",
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
      const found = (members ?? []).find(({ id, email }) => id === member || email === member);
      if (!found) throw notFound("member", member, "till sandbox members");
      await control(sandbox.addMembership, {
        membership: {
          name,
          memberId: found.id ?? "",
          ...(credits && { credits: { total: credits, remaining: credits } }),
          ...(expires && { expirationDate: timeOf(expires) }),
          ...(product && { productIds: product }),
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

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

function timeOf(text: string): string {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError(`Invalid value "${text}" for --expires: expected a time.`, {
    field: "--expires",
    hint: "Example: --expires 2026-12-31T23:59:59Z",
  });
}
