import type { Handlers } from "../../../api/endpoint.ts";
import type { verification as endpoints } from "../../../api/services/members/authentication.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { continueLogin } from "../../services/members/login.ts";
import { identityOf, memberOf } from "../../services/members/members.ts";
import { resendVerification, startVerification, verifyAddress } from "../../services/members/verification.ts";

/** Email verification codes. `start` returns the state token for `verify`. */
export const verification: Handlers<typeof endpoints, StoreTx> = {
  start(tx, { identityId }) {
    const { memberId, role } = tx.caller;
    const id = identityId ?? memberId;
    if (role !== "admin" && id !== memberId)
      throw new PlatformError(403, "PERMISSION_DENIED", "Members can verify their own address only");
    return { verificationId: startVerification(tx, memberOf(tx, id)) };
  },
  verify: (tx, { code, stateToken }) =>
    continueLogin(tx, verifyAddress(tx, stateToken, code), { device: tx.caller.visitorId }),
  resend: (tx, { stateToken }) => ({
    state: "REQUIRE_EMAIL_VERIFICATION",
    stateToken,
    identity: identityOf(resendVerification(tx, stateToken)),
  }),
};
