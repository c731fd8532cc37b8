import { authentication } from "./authentication.ts";
import { backInStock } from "./back-in-stock.ts";
import { brandsV3 } from "./brands-v3.ts";
import { catalogVersioning } from "./catalog-versioning.ts";
import { collections } from "./collections.ts";
import { currentCart } from "./current-cart.ts";
import { customizationsV3 } from "./customizations-v3.ts";
import { eventCheckout } from "./event-checkout.ts";
import { eventOrders } from "./event-orders.ts";
import { events } from "./events.ts";
import { graphql } from "./graphql.ts";
import { infoSectionsV3 } from "./info-sections-v3.ts";
import { inventory } from "./inventory.ts";
import { inventoryItemsV3 } from "./inventory-items-v3.ts";
import { oauth } from "./oauth.ts";
import { products } from "./products.ts";
import { productsV3 } from "./products-v3.ts";
import { recovery } from "./recovery.ts";
import { redirects } from "./redirects.ts";
import { ribbonsV3 } from "./ribbons-v3.ts";
import { variantsV3 } from "./variants-v3.ts";
import { verification } from "./verification.ts";

/** Every shelf by name. Commands import the shelves they need; this is for what walks all of them. */
export const shelves = {
  products,
  collections,
  inventory,
  catalogVersioning,
  productsV3,
  variantsV3,
  inventoryItemsV3,
  brandsV3,
  customizationsV3,
  infoSectionsV3,
  ribbonsV3,
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
