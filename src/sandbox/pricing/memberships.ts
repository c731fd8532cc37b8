/** A pricing plan of a member that pays for products. */
export interface Membership {
  id: string;
  appId: string;
  name: string;
  memberId: string;
  /** The products it covers; every product if empty. */
  productIds?: string[] | undefined;
  /** Units it covers in total and still covers; unlimited if absent. */
  credits?: { total: number; remaining: number } | undefined;
  expirationDate?: string | undefined;
}

/** A line that a membership can cover. */
export interface Coverable {
  id: string;
  quantity: number;
  catalogItemId?: string | undefined;
}

/** The lines that a membership can cover, or why it covers none. */
export interface MembershipUse {
  membership: Membership;
  lineIds: readonly string[];
  problem?: "EXPIRED" | "NOT_ELIGIBLE" | "NOT_ENOUGH_CREDITS" | undefined;
}

/** Returns which lines each membership can cover. */
export function membershipUses(
  memberships: readonly Membership[],
  lines: readonly Coverable[],
  now: Date,
): MembershipUse[] {
  return memberships.map((membership): MembershipUse => {
    const { productIds, credits, expirationDate } = membership;
    const eligible = lines.filter(({ catalogItemId }) => isEligible(productIds, catalogItemId));
    const affordable = eligible.filter(({ quantity }) => !credits || quantity <= credits.remaining);
    const lineIds = affordable.map(({ id }) => id);
    if (expirationDate && now >= new Date(expirationDate))
      return { membership, lineIds: [], problem: "EXPIRED" };
    if (eligible.length === 0) return { membership, lineIds, problem: "NOT_ELIGIBLE" };
    return lineIds.length > 0
      ? { membership, lineIds }
      : { membership, lineIds, problem: "NOT_ENOUGH_CREDITS" };
  });
}

/** Maps line ids to the selected memberships that cover them. Each line is covered once, within the credits left. */
export function coveredLines(
  chosen: readonly { id: string; lineItemIds: readonly string[] }[],
  uses: readonly MembershipUse[],
  lines: readonly Coverable[],
): Map<string, Membership> {
  const covered = new Map<string, Membership>();
  const left = new Map<string, number>();
  for (const { id, lineItemIds } of chosen) {
    const use = uses.find(({ membership, problem }) => membership.id === id && !problem);
    let credits = left.get(id) ?? use?.membership.credits?.remaining ?? Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const selected =
        lineItemIds.includes(line.id) && use?.lineIds.includes(line.id) && !covered.has(line.id);
      if (!use || !selected || line.quantity > credits) continue;
      covered.set(line.id, use.membership);
      credits -= line.quantity;
    }
    left.set(id, credits);
  }
  return covered;
}

const isEligible = (productIds: readonly string[] | undefined, id: string | undefined) =>
  id !== undefined && (!productIds?.length || productIds.includes(id));
