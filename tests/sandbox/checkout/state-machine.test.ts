import { afterEach, beforeEach, test } from "vitest";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";
import { newYork, openVisitorShop, shopApp, type VisitorShop } from "../support/visitor-shop.ts";

let shop: VisitorShop;
beforeEach(async () => {
  shop = await openVisitorShop();
});
afterEach(() => shop.close());

/** A checkout becomes one order, and does not change any more. */
const checkouts: Transitions = {
  open: { order: "completed", change: "open" },
  completed: {},
};
/** A checkout with an email address counts as abandoned after an hour, until it is ordered. */
const abandoned: Transitions = {
  none: { wait: "ABANDONED", order: "completed" },
  ABANDONED: { wait: "ABANDONED", order: "RECOVERED" },
  RECOVERED: {},
  completed: {},
};

async function openCheckout() {
  const { products } = (
    await shop.ask("POST", "/stores-reader/v1/products/query-platformized", {
      query: { filter: { slug: "espresso-cup-set" } },
    })
  ).body;
  await shop.ask("POST", "/stores/v2/inventoryItems/increment", {
    incrementData: [{ productId: products[0].id, incrementBy: 1 }],
  });
  const catalogReference = { appId: shopApp, catalogItemId: products[0].id };
  const { body } = await shop.ask("POST", "/ecom/v1/checkouts", {
    channelType: "WEB",
    lineItems: [{ catalogReference, quantity: 1 }],
    checkoutInfo: {
      buyerInfo: { email: "ada@example.com" },
      shippingInfo: {
        shippingDestination: { address: newYork, contactDetails: { firstName: "Ada", lastName: "Lind" } },
      },
    },
  });
  return `/ecom/v1/checkouts/${body.checkout.id}`;
}

const moveOf = (path: string) => async (name: string) => {
  if (name === "wait") return void (await shop.control("POST", "advance", { by: "2h" }));
  if (name === "change") return await shop.ask("PATCH", path, { checkout: { buyerNote: "Ring twice" } });
  return await shop.ask("POST", `${path}/create-order`, {});
};

test("a checkout follows the table", async () => {
  await checkTransitions(checkouts, {
    start: "open",
    walks: 3,
    async open() {
      const path = await openCheckout();
      const state = async () =>
        (await shop.ask("GET", path)).body.checkout.completed ? "completed" : "open";
      return { state, move: moveOf(path) };
    },
  });
});

test("an abandoned checkout follows the table", async () => {
  await checkTransitions(abandoned, {
    start: "none",
    walks: 3,
    waiting: ["wait"],
    async open() {
      const path = await openCheckout();
      const id = path.split("/").at(-1);
      const move = moveOf(path);
      return {
        async state() {
          const query = { cursorPaging: { limit: 100 } };
          const { body } = await shop.ask("POST", "/ecom/v1/abandoned-checkout/query", { query });
          const found = body.abandonedCheckouts.find((one: { checkoutId: string }) => one.checkoutId === id);
          const { completed } = (await shop.ask("GET", path)).body.checkout;
          return found?.status ?? (completed ? "completed" : "none");
        },
        move,
      };
    },
  });
});
