import type { ClosedFamily } from "./family.ts";
import { cart } from "./samples-cart.ts";
import { cartV2, cartV2Codes } from "./samples-cart-v2.ts";
import { categories } from "./samples-categories.ts";
import { checkout } from "./samples-checkout.ts";
import { delivery } from "./samples-delivery.ts";
import { events } from "./samples-events.ts";
import { identity } from "./samples-identity.ts";
import { orders } from "./samples-orders.ts";
import { selling } from "./samples-selling.ts";
import { tickets } from "./samples-tickets.ts";
import { catalogV1 } from "./samples-v1.ts";
import { catalogV3 } from "./samples-v3.ts";

/**
 * Sample inputs of every call that the sandbox emulates; the contract test (contract.test.ts) walks them. A family is
 * a file `samples-<family>.ts`, added to the list below:
 *
 *     export const carts = family({
 *       async prepare(ask) {
 *         const { cart } = await ask("carts.create", { cartInfo: {} });
 *         return { cart };
 *       },
 *       samples: {
 *         "carts.get": ({ cart }) => ({ id: cart.id }),
 *       },
 *     });
 *
 * `prepare` runs once, in the demo shop of catalog v1 (`catalog: "v3"` for the other one), and makes what the samples
 * are about through calls: `ask(name, input)` is asked as an admin, `ask(name, input, "visitor")` as the one visitor of
 * this world. Every test then gets its own copy of that world, so samples never meet each other's traces. A sample is
 * asked as the role that its call declares: a call for visitors by that same visitor, one for members with the token
 * in the fact `memberToken`. It must be answered with 200, and its answer must hold what the declared result says.
 */
export const families: readonly ClosedFamily[] = [
  cart,
  cartV2,
  cartV2Codes,
  checkout,
  catalogV1,
  catalogV3,
  identity,
  categories,
  events,
  selling,
  delivery,
  tickets,
  orders,
];
