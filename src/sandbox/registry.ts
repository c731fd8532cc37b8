import type { Service } from "../api/endpoint.ts";
import type { Control } from "./control/control.ts";
import { onlyIn } from "./kernel/catalog-version.ts";
import type { StoreTx } from "./kernel/store-tx.ts";
import { cartServices } from "./services/cart/doors.ts";
import { sellingServices } from "./services/commerce-doors.ts";
import { eventServices } from "./services/events/doors.ts";
import { guestServices } from "./services/guests/doors.ts";
import { orderServices } from "./services/orders/doors.ts";
import { ticketServices } from "./services/tickets/doors.ts";

/** A handler as the router calls it: the input was checked against the endpoint's schema. */
export type Handler = (tx: StoreTx, input: never) => unknown;
/** A control handler opens transactions of its own. */
export type ControlHandler = (control: Control, input: never) => unknown;

/** What a service is once it is loaded. A call without a handler is answered 501. */
export interface LoadedService {
  endpoints: Service;
  handlers?: Readonly<Record<string, Handler>>;
  control?: Readonly<Record<string, ControlHandler>>;
  /** Work that falls due, by the part of its kind after the service's name and a dot. */
  due?: Readonly<Record<string, (tx: StoreTx, ref: string) => void>>;
}

/** A service that is opened when the first request meets one of its public path prefixes. */
export interface ServiceLoader {
  name: string;
  prefixes: readonly string[];
  /** It has no handlers yet: its calls are answered 501. */
  bare?: true;
  load(): Promise<LoadedService>;
}

/** Every service that the sandbox answers for. */
export const services: readonly ServiceLoader[] = [
  {
    name: "products",
    prefixes: [
      "/stores/v1/products",
      "/stores/v1/bulk/products",
      "/stores-reader/v1/products",
      "/stores-reader/v1/variants",
    ],
    async load() {
      const { products: endpoints } = await import("../api/services/products/products.ts");
      const { products: handlers } = await import("./services/products/handlers/products.ts");
      return { endpoints, handlers: onlyIn("V1_CATALOG", handlers) };
    },
  },
  {
    name: "collections",
    prefixes: [
      "/v2/collections",
      "/stores-reader/v2/collections",
      "/stores-reader/v1/collections",
      "/stores/v1/collections",
      "/v1/collections",
    ],
    async load() {
      const { collections: endpoints } = await import("../api/services/collections/collections.ts");
      const { collections: handlers } = await import("./services/collections/handlers/collections.ts");
      return { endpoints, handlers: onlyIn("V1_CATALOG", handlers) };
    },
  },
  {
    name: "inventory",
    prefixes: ["/stores/v2/inventoryItems", "/stores-reader/v2/inventoryItems"],
    async load() {
      const { inventory: endpoints } = await import("../api/services/inventory/inventory.ts");
      const { inventory: handlers } = await import("./services/inventory/handlers/inventory.ts");
      return { endpoints, handlers: onlyIn("V1_CATALOG", handlers) };
    },
  },
  {
    name: "catalogVersioning",
    prefixes: ["/stores/v3/provision"],
    async load() {
      const { catalogVersioning: endpoints } = await import("../api/services/products/catalog-versioning.ts");
      const { catalogVersioning: handlers } = await import(
        "./services/products/handlers/catalog-versioning.ts"
      );
      return { endpoints, handlers };
    },
  },
  {
    name: "productsV3",
    prefixes: [
      "/stores/v3/products",
      "/stores/v3/products-with-inventory",
      "/stores/v3/bulk/products",
      "/stores/v3/bulk/products-with-inventory",
    ],
    async load() {
      const { productsV3: endpoints } = await import("../api/services/products/products-v3.ts");
      const { productsV3: handlers } = await import("./services/products/handlers/products-v3.ts");
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "variantsV3",
    prefixes: ["/stores/v3/products/query-variants", "/stores/v3/products/search-variants"],
    async load() {
      const { variantsV3: endpoints } = await import("../api/services/products/variants-v3.ts");
      const { variantsV3: handlers } = await import("./services/products/handlers/variants-v3.ts");
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "inventoryItemsV3",
    prefixes: ["/stores/v3/inventory-items", "/stores/v3/bulk/inventory-items"],
    async load() {
      const { inventoryItemsV3: endpoints } = await import("../api/services/inventory/inventory-items-v3.ts");
      const { inventoryItemsV3: handlers } = await import(
        "./services/inventory/handlers/inventory-items-v3.ts"
      );
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "brandsV3",
    prefixes: ["/stores/v3/brands", "/stores/v3/bulk/brands"],
    async load() {
      const { brandsV3: endpoints } = await import("../api/services/products/brands-v3.ts");
      const { brandsV3: handlers } = await import("./services/products/handlers/brands-v3.ts");
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "customizationsV3",
    prefixes: ["/stores/v3/customizations", "/stores/v3/bulk/customizations"],
    async load() {
      const { customizationsV3: endpoints } = await import("../api/services/products/customizations-v3.ts");
      const { customizationsV3: handlers } = await import(
        "./services/products/handlers/customizations-v3.ts"
      );
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "infoSectionsV3",
    prefixes: ["/stores/v3/info-sections", "/stores/v3/bulk/info-sections"],
    async load() {
      const { infoSectionsV3: endpoints } = await import("../api/services/products/info-sections-v3.ts");
      const { infoSectionsV3: handlers } = await import("./services/products/handlers/info-sections-v3.ts");
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "ribbonsV3",
    prefixes: ["/stores/v3/ribbons", "/stores/v3/bulk/ribbons"],
    async load() {
      const { ribbonsV3: endpoints } = await import("../api/services/products/ribbons-v3.ts");
      const { ribbonsV3: handlers } = await import("./services/products/handlers/ribbons-v3.ts");
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "storeCategories",
    prefixes: ["/categories"],
    async load() {
      const { storeCategories: endpoints } = await import("../api/services/collections/store-categories.ts");
      const { storeCategories: handlers } = await import(
        "./services/collections/handlers/store-categories.ts"
      );
      return { endpoints, handlers: onlyIn("V3_CATALOG", handlers) };
    },
  },
  {
    name: "oauth",
    prefixes: ["/oauth2"],
    async load() {
      const { oauth: endpoints } = await import("../api/services/members/oauth.ts");
      const { oauth: handlers } = await import("./services/members/handlers/oauth.ts");
      return { endpoints, handlers };
    },
  },
  ...cartServices,
  ...sellingServices,
  ...orderServices,
  ...eventServices,
  ...ticketServices,
  ...guestServices,
  {
    name: "authentication",
    prefixes: ["/_api/iam/authentication", "/iam/authentication"],
    async load() {
      const { authentication: endpoints } = await import("../api/services/members/authentication.ts");
      const { authentication: handlers } = await import("./services/members/handlers/authentication.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "recovery",
    prefixes: ["/_api/iam/recovery"],
    async load() {
      const { recovery: endpoints } = await import("../api/services/members/recovery.ts");
      const { recovery: handlers } = await import("./services/members/handlers/recovery.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "verification",
    prefixes: ["/_api/iam/verification"],
    async load() {
      const { verification: endpoints } = await import("../api/services/members/verification.ts");
      const { verification: handlers } = await import("./services/members/handlers/verification.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "redirects",
    prefixes: ["/_api/redirects-api", "/redirect-session", "/headless"],
    async load() {
      const { redirects: endpoints } = await import("../api/services/redirects/redirects.ts");
      const { redirects: handlers } = await import("./services/redirects/handlers/redirects.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "graphql",
    prefixes: ["/graphql"],
    async load() {
      const { graphql: endpoints } = await import("../api/services/graphql/graphql.ts");
      const { graphql: handlers } = await import("./services/graphql/handlers/graphql.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "sandboxClock",
    prefixes: ["/__till/time"],
    async load() {
      const { sandboxClock: endpoints } = await import("../api/services/sandbox/sandbox-clock.ts");
      const { sandboxClock: control } = await import("./control/clock-handlers.ts");
      return { endpoints, control };
    },
  },
  {
    name: "sandbox",
    prefixes: ["/__till"],
    async load() {
      const { sandbox: endpoints } = await import("../api/services/sandbox/sandbox.ts");
      const { sandbox: control } = await import("./control/handlers.ts");
      return { endpoints, control };
    },
  },
];
