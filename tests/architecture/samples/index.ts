import { cart } from "./cart.ts";
import { cartV2, cartV2Codes } from "./cart-v2.ts";
import { catalogV1 } from "./catalog-v1.ts";
import { catalogV3 } from "./catalog-v3.ts";
import { catalogV3Groups } from "./catalog-v3-groups.ts";
import { categories } from "./categories.ts";
import { checkout } from "./checkout.ts";
import { events } from "./events.ts";
import { localDelivery } from "./local-delivery.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";
import type { PreparedSamples } from "./sample-set.ts";
import { shopSettings } from "./shop-settings.ts";
import { siteData } from "./site-data.ts";
import { tickets } from "./tickets.ts";

/**
 * Sample inputs of every call that the sandbox emulates. A sample set is a file in this folder, listed below:
 *
 *     export const carts = sampleSet({
 *       async prepare(ask) {
 *         const { cart } = await ask("carts.create", { cartInfo: {} });
 *         return { cart };
 *       },
 *       samples: {
 *         "carts.get": ({ cart }) => ({ id: cart.id }),
 *       },
 *     });
 *
 * `prepare` runs once, in the demo shop of catalog v1 (or `catalog: "v3"`), and creates objects by calls: `ask(name, input)`
 * calls as an admin, `ask(name, input, "visitor")` as the visitor of this sandbox. Every test gets its own copy of the
 * sandbox. A sample is sent with the role that its call declares: as that visitor, or as the member of the fact
 * `memberToken`. The response must be 200 and match the declared result.
 */
export const sampleSets: readonly PreparedSamples[] = [
  cart,
  cartV2,
  cartV2Codes,
  checkout,
  catalogV1,
  catalogV3,
  catalogV3Groups,
  members,
  categories,
  events,
  shopSettings,
  localDelivery,
  tickets,
  orders,
  siteData,
];
