import { createCaller } from "../../../src/api/caller.ts";
import { walk } from "../../../src/api/endpoint.ts";
import { services } from "../../../src/api/services/all.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OrderDraft, placeOrder } from "../../../src/sandbox/orders/place.ts";
import { openTestShop, type TestShopOptions } from "../../support/test-shop.ts";

type Body = ReturnType<JSON["parse"]>;
const endpoints = new Map([...walk(services), ...walk({ sandbox: control })]);
const base = "https://www.wixapis.com";

/** Two items (12.50 and 3 x 5.00), delivery 4.00 and a fee of 1.00: a total of 32.50. */
export const orderLines = {
  lineItems: [
    {
      id: "11111111-1111-4111-8111-111111111111",
      productName: { original: "Jug" },
      quantity: 1,
      price: { amount: "12.50" },
      itemType: { preset: "PHYSICAL" },
    },
    {
      id: "22222222-2222-4222-8222-222222222222",
      productName: { original: "Cup" },
      quantity: 3,
      price: { amount: "5.00" },
      itemType: { preset: "PHYSICAL" },
    },
  ],
  additionalFees: [
    { id: "33333333-3333-4333-8333-333333333333", name: "Wrapping", price: { amount: "1.00" } },
  ],
  shippingInfo: { title: "Parcel", cost: { price: { amount: "4.00" } } },
  buyerInfo: { email: "ada@example.com" },
  channelInfo: { type: "WEB" },
} satisfies Partial<OrderDraft>;
export const [jug, cup] = orderLines.lineItems.map(({ id }) => id) as [string, string];

/** Opens a shop whose calls have names. Default: an empty one. */
export function openOrdersSandbox(options: TestShopOptions = { seed: "empty" }) {
  const { ask: _, ...shop } = openTestShop({ now: "2026-03-01T08:00:00.000Z", origin: base, ...options });
  const { store, send } = shop;
  /** Makes a call by its name, as an admin. Throws ApiError if it is rejected. */
  const ask = async (name: string, input: object = {}, payment?: string): Promise<Body> => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`There is no call ${name}`);
    const headers = {
      authorization: defaults.apiKey,
      "wix-site-id": defaults.siteId,
      ...(payment && { "x-sandbox-payment": payment }),
    };
    const call = createCaller({ send, baseUrl: base, headersFor: async () => headers });
    return await call(endpoint, input);
  };
  const place = (draft: Partial<OrderDraft> & Pick<OrderDraft, "payment">) =>
    store.write({ caller: { role: "admin" } }, (tx) => placeOrder(tx, { ...orderLines, ...draft }));
  return {
    ...shop,
    ask,
    place,
    order: async (id: string) => (await ask("orders.get", { id })).order,
    money: async (id: string) => (await ask("orderTransactions.get", { orderId: id })).orderTransactions,
    /** Returns the short types of the events since the last call. */
    events: () => shop.newEvents().map(({ type }) => type.replace("wix.ecom.v1.", "")),
  };
}

export type OrdersSandbox = ReturnType<typeof openOrdersSandbox>;
export const minute = 60_000;
export const day = 86_400_000;
/** Returns the activity types of an order, in order. */
export const activityTypes = (order: { activities: { activityType: string }[] }) =>
  order.activities.map(({ activityType }) => activityType);
