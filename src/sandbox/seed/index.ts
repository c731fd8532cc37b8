export { seedDemoV3, seedProductsV3 } from "./catalog-v3.ts";
export { seedCoupons } from "./coupons.ts";
export { seedDemo } from "./demo.ts";
export { seedEvents } from "./events.ts";
export { seedProducts } from "./generated.ts";
export { seedMembers } from "./members.ts";
export { seedGeneratedOrders, seedOrders } from "./orders.ts";
export { seedSelling } from "./selling.ts";
