import { isGuid } from "../../../kernel/guid.ts";
import { PlatformError } from "../../kernel/tx.ts";

/**
 * Returns the checkout ID in the token of an external payment page. The platform's tokens are sealed; the sandbox's
 * are base64url of JSON with a `checkoutId`. Throws PlatformError 401 `UNAUTHENTICATED_TOKEN` for anything else.
 */
export function checkoutOfToken(token: string | null | undefined): string {
  const id = read(Buffer.from(token ?? "", "base64url").toString("utf8"));
  if (id !== undefined) return id;
  throw new PlatformError(
    401,
    "UNAUTHENTICATED_TOKEN",
    "The token does not belong to a checkout of this shop",
    {},
  );
}

function read(text: string): string | undefined {
  const id = /^\{"checkoutId":"([^"]+)"\}$/.exec(text)?.[1];
  return id !== undefined && isGuid(id) ? id : undefined;
}
