import { isGuid } from "../../../kernel/guid.ts";
import { PlatformError } from "../../kernel/tx.ts";

/**
 * The checkout that the token of a foreign payment page is about. The platform seals such tokens; here one is base64url
 * of JSON with a `checkoutId`. PlatformError 401 `UNAUTHENTICATED_TOKEN` for anything else.
 */
export function checkoutOfToken(token: string | null | undefined): string {
  const id = read(Buffer.from(token ?? "", "base64url").toString("utf8"));
  if (id !== undefined) return id;
  throw new PlatformError(401, "UNAUTHENTICATED_TOKEN", "The token is not one of this shop's checkouts", {});
}

function read(text: string): string | undefined {
  const id = /^\{"checkoutId":"([^"]+)"\}$/.exec(text)?.[1];
  return id !== undefined && isGuid(id) ? id : undefined;
}
