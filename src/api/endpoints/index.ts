import { authentication } from "./authentication.ts";
import { backInStock } from "./back-in-stock.ts";
import { collections } from "./collections.ts";
import { currentCart } from "./current-cart.ts";
import { eventCheckout } from "./event-checkout.ts";
import { eventOrders } from "./event-orders.ts";
import { events } from "./events.ts";
import { graphql } from "./graphql.ts";
import { inventory } from "./inventory.ts";
import { oauth } from "./oauth.ts";
import { products } from "./products.ts";
import { recovery } from "./recovery.ts";
import { redirects } from "./redirects.ts";
import { verification } from "./verification.ts";

/** Every shelf by name. Commands import the shelves they need; this is for what walks all of them. */
export const shelves = {
  products,
  collections,
  inventory,
  currentCart,
  backInStock,
  events,
  eventOrders,
  eventCheckout,
  oauth,
  authentication,
  recovery,
  verification,
  redirects,
  graphql,
};
