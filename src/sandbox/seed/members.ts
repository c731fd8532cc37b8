import type { StoreTx } from "../kernel/tx.ts";
import { addMember, memberByEmail, type NewMember } from "../members/members.ts";
import demoShop from "./demo-shop.json" with { type: "json" };

/** The password of every member of the demo shop. */
const demoPassword = "till-demo-1";

/**
 * Adds the missing members of the demo shop: one can log in, one has a second factor, one waits for the owner's approval. The
 * same seed gives the same ids.
 */
export function seedMembers(tx: StoreTx): void {
  for (const member of demoShop.members as readonly NewMember[]) {
    if (memberByEmail(tx, member.email) === undefined) addMember(tx, { ...member, password: demoPassword });
  }
}
