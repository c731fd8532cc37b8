import { createPublicKey } from "node:crypto";
import type { Handlers } from "../../../api/endpoint.ts";
import type { oauthKeys as endpoints } from "../../../api/services/members/oauth.ts";
import { signingKey } from "../../kernel/keys.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";

/** The public key of the sandbox's webhooks as a JSON Web Key Set. */
export const oauthKeys: Handlers<typeof endpoints, StoreTx> = {
  jwks(tx) {
    const key = createPublicKey(signingKey(tx)).export({ format: "jwk" });
    const keys = [{ ...key, alg: "RS256", use: "sig", kid: "till-sandbox" }];
    return {
      statusCode: 200,
      headers: [{ key: "content-type", value: "application/json" }],
      body: Buffer.from(JSON.stringify({ keys })).toString("base64"),
    };
  },
};
