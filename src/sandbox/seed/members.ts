import type { StoreTx } from "../kernel/store-tx.ts";
import { addMember, memberByEmail, type NewMember } from "../members/members.ts";

/** The password of every member of the demo shop. */
const demoPassword = "till-demo-1";

/** The members of the demo shop: one can log in, one has a second factor, one waits for the owner's approval. */
const demoMembers: readonly NewMember[] = [
  {
    email: "mira@example.com",
    emailVerified: true,
    profile: {
      firstName: "Mira",
      lastName: "Lindqvist",
      nickname: "Mira",
      language: "en",
      privacyStatus: "PUBLIC",
    },
  },
  {
    email: "jonas@example.com",
    emailVerified: true,
    profile: {
      firstName: "Jonas",
      lastName: "Okafor",
      nickname: "Jonas",
      language: "en",
      privacyStatus: "PRIVATE",
    },
    factors: ["TOTP", "EMAIL"],
    totpSecret: "MRSW23ZNORUWY3BNNJXW4YLT",
  },
  {
    email: "noor@example.com",
    emailVerified: true,
    profile: {
      firstName: "Noor",
      lastName: "Haddad",
      nickname: "Noor",
      language: "en",
      privacyStatus: "PRIVATE",
    },
    pending: ["PENDING_ADMIN_APPROVAL_REQUIRED"],
  },
];

/** Adds the missing members of the demo shop. The same seed gives the same ids. */
export function seedMembers(tx: StoreTx): void {
  for (const member of demoMembers) {
    if (memberByEmail(tx, member.email) === undefined) addMember(tx, { ...member, password: demoPassword });
  }
}
