import type { Call } from "../../api/caller.ts";
import type { Role } from "../../api/endpoint.ts";
import type { CartPort, CheckoutPort } from "./cart.ts";

/** What carts need of a context; given structurally, so that they stay beside it on their floor. */
export interface Buyer {
  readonly signal: AbortSignal;
  call(as?: Role): Promise<Call>;
  can(role: Role): Promise<boolean>;
}

/** Calls as whoever buys: a member who is signed in has a cart of their own, which took over the visitor's. */
async function buyerCall(buyer: Buyer): Promise<Call> {
  return await buyer.call((await buyer.can("member")) ? "member" : undefined);
}

/** The current cart, over the generation of calls that the profile speaks. */
export async function openCart(buyer: Buyer): Promise<CartPort> {
  const call = await buyerCall(buyer);
  return (await import("./cart-v1.ts")).cartV1(call, buyer.signal);
}

/** Checkouts, over the generation of calls that the profile speaks. */
export async function openCheckouts(buyer: Buyer): Promise<CheckoutPort> {
  const call = await buyerCall(buyer);
  return (await import("./checkout-v1.ts")).checkoutV1(call, buyer.signal);
}
