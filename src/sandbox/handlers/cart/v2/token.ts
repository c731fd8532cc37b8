import { PlatformError } from "../../../kernel/tx.ts";
import type { StoredCartV2 } from "./tables.ts";

/** A price that a buyer was shown, to be checked when the order is made. The platform seals such tokens. */
export function priceToken({ id }: Pick<StoredCartV2, "id">, total: string): string {
  return Buffer.from(JSON.stringify({ cartId: id, total })).toString("base64url");
}

/**
 * Refuses an order at another price than the buyer was shown (409 `CART_PRICES_OUT_OF_SYNC`), and a token that is none of
 * this cart (400 `INVALID_PRICE_VERIFICATION_TOKEN`).
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
    throw new PlatformError(400, "INVALID_PRICE_VERIFICATION_TOKEN", "The token is not one of this cart", {});
  const message = `The cart costs ${total} by now; the buyer was shown ${shown}`;
  throw new PlatformError(409, "CART_PRICES_OUT_OF_SYNC", message, { shown, total });
}
