/** A plan that a member has, which pays for some products. */
export interface Membership {
  id: string;
  appId: string;
  name: string;
  memberId: string;
  /** The products that it pays for; every one where there are none. */
  productIds?: string[] | undefined;
  /** How many pieces it pays for, and still pays for; any number where absent. */
  credits?: { total: number; remaining: number } | undefined;
  expirationDate?: string | undefined;
}

/** A line that a membership may pay for. */
export interface Coverable {
  id: string;
  quantity: number;
  catalogItemId?: string | undefined;
}

/** What a membership can do for some lines: which it may pay for, and why it pays for none. */
export interface MembershipUse {
  membership: Membership;
  lineIds: readonly string[];
  problem?: "EXPIRED" | "NOT_ELIGIBLE" | "NOT_ENOUGH_CREDITS" | undefined;
}

/** What each membership of a member can do for some lines at a time. */
export function membershipUses(
  memberships: readonly Membership[],
  lines: readonly Coverable[],
  now: Date,
): MembershipUse[] {
  return memberships.map((membership): MembershipUse => {
    const { productIds, credits, expirationDate } = membership;
    const meant = lines.filter(({ catalogItemId }) => isFor(productIds, catalogItemId));
    const affordable = meant.filter(({ quantity }) => !credits || quantity <= credits.remaining);
    const lineIds = affordable.map(({ id }) => id);
    if (expirationDate && now >= new Date(expirationDate))
      return { membership, lineIds: [], problem: "EXPIRED" };
    if (meant.length === 0) return { membership, lineIds, problem: "NOT_ELIGIBLE" };
    return lineIds.length > 0
      ? { membership, lineIds }
      : { membership, lineIds, problem: "NOT_ENOUGH_CREDITS" };
  });
}

/** Line id -> the membership that pays for it: those that were chosen, as far as their credits go, each line once. */
export function coveredLines(
  chosen: readonly { id: string; lineItemIds: readonly string[] }[],
  uses: readonly MembershipUse[],
  lines: readonly Coverable[],
): Map<string, Membership> {
  const covered = new Map<string, Membership>();
  for (const { id, lineItemIds } of chosen) {
    const use = uses.find(({ membership, problem }) => membership.id === id && !problem);
    let credits = use?.membership.credits?.remaining ?? Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const wanted = lineItemIds.includes(line.id) && use?.lineIds.includes(line.id) && !covered.has(line.id);
      if (!use || !wanted || line.quantity > credits) continue;
      covered.set(line.id, use.membership);
      credits -= line.quantity;
    }
  }
  return covered;
}

const isFor = (productIds: readonly string[] | undefined, id: string | undefined) =>
  id !== undefined && (!productIds?.length || productIds.includes(id));
