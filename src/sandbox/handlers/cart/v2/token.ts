import { PlatformError } from "../../../kernel/tx.ts";
import type { StoredCartV2 } from "./tables.ts";

/**
 * Returns a token of the price that a buyer is shown. The platform's tokens are sealed; the sandbox's are base64url.
 */
export function priceToken({ id }: Pick<StoredCartV2, "id">, total: string): string {
  return Buffer.from(JSON.stringify({ cartId: id, total })).toString("base64url");
}

/**
 * Throws PlatformError 409 `CART_PRICES_OUT_OF_SYNC` if the price changed since the token was issued, and 400
 * `INVALID_PRICE_VERIFICATION_TOKEN` if the token does not belong to the cart.
 */
export function checkPrice(
  { id }: Pick<StoredCartV2, "id">,
  total: string,
  token: string | null | undefined,
): void {
  if (!token || token === priceToken({ id }, total)) return;
  const text = Buffer.from(token, "base64url").toString("utf8");
  const [, shown] = new RegExp(`^\\{"cartId":"${id}","total":"([\\d.]+)"\\}$`).exec(text) ?? [];
  if (shown === undefined)
    throw new PlatformError(
      400,
      "INVALID_PRICE_VERIFICATION_TOKEN",
      "The token does not belong to this cart",
      {},
    );
  const message = `The cart now costs ${total}, but the buyer was shown ${shown}`;
  throw new PlatformError(409, "CART_PRICES_OUT_OF_SYNC", message, { shown, total });
}
