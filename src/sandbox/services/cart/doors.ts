import type { StoreTx } from "../../kernel/store-tx.ts";
import type { ServiceLoader } from "../../registry.ts";

/** The services of what leads to an order: carts, checkouts, and what things would cost. */
export const cartServices: readonly ServiceLoader[] = [
  {
    name: "currentCart",
    prefixes: ["/ecom/v1/carts/current"],
    async load() {
      const { currentCart: endpoints } = await import("../../../api/services/cart/current-cart.ts");
      const { currentCart: handlers } = await import("./handlers/current-cart.ts");
      const { adoptCart } = await import("./carts.ts");
      /** A login schedules it, `<visitor> <member>`, so that the identity service need not know of carts. */
      const adopt = (tx: StoreTx, ref: string) => adoptCart(tx, ...(ref.split(" ") as [string, string]));
      return { endpoints, handlers, due: { adopt } };
    },
  },
  {
    name: "carts",
    prefixes: ["/ecom/v1/carts"],
    async load() {
      const { carts: endpoints } = await import("../../../api/services/cart/carts.ts");
      const { carts: handlers } = await import("./handlers/carts.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "currentCartV2",
    prefixes: ["/ecom/v2/carts/current"],
    async load() {
      const { currentCartV2: endpoints } = await import("../../../api/services/cart/current-cart-v2.ts");
      const { currentCartV2: handlers } = await import("./handlers/current-cart-v2.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "cartsV2",
    prefixes: ["/ecom/v2/carts"],
    async load() {
      const { cartsV2: endpoints } = await import("../../../api/services/cart/carts-v2.ts");
      const { cartsV2: handlers } = await import("./handlers/carts-v2.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "checkouts",
    prefixes: ["/ecom/v1/checkouts"],
    async load() {
      const { checkouts: endpoints } = await import("../../../api/services/checkout/checkouts.ts");
      const { checkouts: handlers } = await import("../checkout/handlers/checkouts.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "totals",
    prefixes: ["/ecom/v1/calculate-totals"],
    async load() {
      const { totals: endpoints } = await import("../../../api/services/cart/totals.ts");
      const { totals: handlers } = await import("./handlers/totals.ts");
      return { endpoints, handlers };
    },
  },
];
