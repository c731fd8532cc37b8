import type { Handlers } from "../../api/endpoint.ts";
import type { recovery as endpoints } from "../../api/endpoints/recovery.ts";
import { proceed } from "../identity/login.ts";
import { memberByEmail, memberOf } from "../identity/members.ts";
import { recover, sendRecovery } from "../identity/recovery.ts";
import type { StoreTx } from "../store-tx.ts";

/** Forgotten passwords: the e-mails land in the sandbox's mailbox. Who is no member is not told so. */
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
    proceed(tx, recover(tx, recoveryToken, password).member, { device: tx.caller.visitorId }),
};
