import type { Call } from "../../api/caller.ts";
import type { Role } from "../../api/endpoint.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { CartPort, CheckoutPort, Generation } from "./cart.ts";

/** What carts need of a context; given structurally, so that they stay beside it on their floor. */
export interface Buyer {
  readonly signal: AbortSignal;
  readonly choices: { setting(name: "cartApi"): { readonly value: Generation | "auto" } };
  site(): Promise<{ hosted: boolean }>;
  call(as?: Role): Promise<Call>;
  can(role: Role): Promise<boolean>;
}

/** The current cart, over the generation of calls that the profile speaks. */
export async function openCart(buyer: Buyer): Promise<CartPort> {
  const call = await buyerCall(buyer);
  if ((await generationOf(buyer, call)) === "v1")
    return (await import("./cart-v1.ts")).cartV1(call, buyer.signal);
  return (await import("./cart-v2.ts")).cartV2(call, buyer.signal);
}

/** Checkouts, over the generation of calls that the profile speaks. */
export async function openCheckouts(buyer: Buyer): Promise<CheckoutPort> {
  const call = await buyerCall(buyer);
  if ((await generationOf(buyer, call)) === "v1")
    return (await import("./checkout-v1.ts")).checkoutV1(call, buyer.signal);
  return (await import("./checkout-v2.ts")).checkoutV2(call, buyer.signal);
}

/** Calls as whoever buys: a member who is signed in has a cart of their own, which took over the visitor's. */
async function buyerCall(buyer: Buyer): Promise<Call> {
  return await buyer.call((await buyer.can("member")) ? "member" : undefined);
}

/** What the setting says; `auto` is v1 in the sandbox, and on a hosted site v2 where it is there. */
async function generationOf(buyer: Buyer, call: Call): Promise<Generation> {
  const { value } = buyer.choices.setting("cartApi");
  if (value !== "auto") return value;
  if (!(await buyer.site()).hosted) return "v1";
  const { currentCartV2 } = await import("../../api/services/cart/current-cart-v2.ts");
  try {
    await call("currentCartV2.get", currentCartV2.get, {}, { signal: buyer.signal });
    return "v2";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An empty-handed buyer is told so by the calls of the cart; a site without them knows no such address.
    if (error.status === 404 && /CART/.test(error.code)) return "v2";
    if ([403, 404, 501].includes(error.status)) return "v1";
    throw error;
  }
}
