export { seedDemoV1, seedProducts } from "./catalog-v1.ts";
export { seedDemoV3, seedProductsV3 } from "./catalog-v3.ts";
export { seedEvents } from "./events.ts";
export { seedMembers } from "./members.ts";
export { seedGeneratedOrders, seedOrders } from "./orders.ts";
export { seedShopData } from "./shop-data-seed.ts";
export { seedCoupons, seedStoreSettings } from "./store-settings.ts";
export { seedTicketOrders, seedTickets } from "./tickets.ts";
