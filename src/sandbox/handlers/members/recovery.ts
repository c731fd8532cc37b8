import type { Handlers } from "../../../api/endpoint.ts";
import type { recovery as endpoints } from "../../../api/services/members/authentication.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { continueLogin } from "../../services/members/login.ts";
import { memberByEmail, memberOf } from "../../services/members/members.ts";
import { recover, sendRecovery } from "../../services/members/recovery.ts";

/** Password recovery. Emails go to the sandbox's mailbox; the response does not reveal whether a member exists. */
export const recovery: Handlers<typeof endpoints, StoreTx> = {
  sendEmail(tx, { email, redirect }) {
    const member = memberByEmail(tx, email);
    if (member) sendRecovery(tx, member, "recovery", redirect?.url ?? undefined);
    return {};
  },
  activationEmail(tx, { identityId, emailOptions }) {
    sendRecovery(tx, memberOf(tx, identityId), "activation", emailOptions?.redirect?.url ?? undefined);
    return {};
  },
  recover: (tx, { recoveryToken, password }) =>
    continueLogin(tx, recover(tx, recoveryToken, password).member, { device: tx.caller.visitorId }),
};
