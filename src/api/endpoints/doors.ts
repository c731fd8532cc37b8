/**
 * Every shelf by name, and how it is opened: a command opens the one that it works with. What walks all of them takes
 * index.ts, or calls.ts where facts suffice.
 */
export const doors = {
  products: async () => (await import("./products.ts")).products,
  collections: async () => (await import("./collections.ts")).collections,
  inventory: async () => (await import("./inventory.ts")).inventory,
  catalogVersioning: async () => (await import("./catalog-versioning.ts")).catalogVersioning,
  productsV3: async () => (await import("./products-v3.ts")).productsV3,
  variantsV3: async () => (await import("./variants-v3.ts")).variantsV3,
  inventoryItemsV3: async () => (await import("./inventory-items-v3.ts")).inventoryItemsV3,
  brandsV3: async () => (await import("./brands-v3.ts")).brandsV3,
  customizationsV3: async () => (await import("./customizations-v3.ts")).customizationsV3,
  infoSectionsV3: async () => (await import("./info-sections-v3.ts")).infoSectionsV3,
  ribbonsV3: async () => (await import("./ribbons-v3.ts")).ribbonsV3,
  storeCategories: async () => (await import("./store-categories.ts")).storeCategories,
  currentCart: async () => (await import("./current-cart.ts")).currentCart,
  backInStock: async () => (await import("./back-in-stock.ts")).backInStock,
  events: async () => (await import("./events.ts")).events,
  eventOrders: async () => (await import("./event-orders.ts")).eventOrders,
  eventCheckout: async () => (await import("./event-checkout.ts")).eventCheckout,
  oauth: async () => (await import("./oauth.ts")).oauth,
  authentication: async () => (await import("./authentication.ts")).authentication,
  recovery: async () => (await import("./recovery.ts")).recovery,
  verification: async () => (await import("./verification.ts")).verification,
  redirects: async () => (await import("./redirects.ts")).redirects,
  graphql: async () => (await import("./graphql.ts")).graphql,
};
