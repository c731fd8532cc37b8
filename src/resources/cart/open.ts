import type { Call } from "../../api/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Session } from "../resource.ts";
import type { ApiVersion, CartPort, CheckoutPort } from "./cart.ts";

/** Returns the current cart over the API version of the profile. */
export async function openCart(session: Session): Promise<CartPort> {
  const call = await buyerCall(session);
  if ((await versionOf(session, call)) === "v1")
    return (await import("./cart-v1.ts")).cartV1(call, session.signal);
  return (await import("./cart-v2.ts")).cartV2(call, session.signal);
}

/** Returns checkouts over the API version of the profile. */
export async function openCheckouts(session: Session): Promise<CheckoutPort> {
  const call = await buyerCall(session);
  if ((await versionOf(session, call)) === "v1")
    return (await import("./checkout-v1.ts")).checkoutV1(call, session.signal);
  return (await import("./checkout-v2.ts")).checkoutV2(call, session.signal);
}

/** Returns calls as the member if one is signed in, else as the visitor. Members have their own cart. */
async function buyerCall(session: Session): Promise<Call> {
  return await session.call((await session.can("member")) ? "member" : undefined);
}

/** Returns the configured API version. `auto` is v1 in the sandbox, and v2 on hosted sites that have it. */
async function versionOf(session: Session, call: Call): Promise<ApiVersion> {
  const { value } = session.choices.setting("cartApi");
  if (value !== "auto") return value;
  if (!(await session.site()).hosted) return "v1";
  const { currentCartV2 } = await import("../../api/services/cart.ts");
  try {
    await call(currentCartV2.get, {}, { signal: session.signal });
    return "v2";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A 404 with a cart code means that the buyer has no cart; any other 404, that the site has no v2 carts.
    if (error.status === 404 && /CART/.test(error.code)) return "v2";
    if ([403, 404, 501].includes(error.status)) return "v1";
    throw error;
  }
}
