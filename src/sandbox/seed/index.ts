export { seedDemo } from "./demo.ts";
export { seedProducts } from "./generated.ts";
