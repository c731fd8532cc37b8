import { topics } from "../../api/topics/topics.ts";

/** What a call answered with: one entity of the shop. */
export type Made = Readonly<Record<string, unknown>> & { id: string; revision?: string };

/** What recipes are carried out with. */
export interface Shop {
  /** Makes a call and gives what stands under `key` in its answer, or the whole answer. */
  call(name: string, input: object, key?: string): Promise<Made>;
  /** Makes the call that creates the entity in question: the fields of the command line go into it, under `key`. */
  make(name: string, key: string, entity: object): Promise<Made>;
  /** Told apart by this from anything made before. */
  readonly mark: string;
  /** The calendar day one year from now, ISO. */
  readonly nextYear: string;
}

/** What really brings about an event: calls, which make what they need and leave alone what was there. */
export type Recipe = (shop: Shop) => Promise<unknown>;

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

const product = ({ make, mark }: Shop) =>
  make("products.create", "product", {
    name: `Sample mug ${mark}`,
    productType: "physical",
    priceData: { price: 8.5 },
  });
const productV3 = ({ make, mark }: Shop) =>
  make("productsV3.create", "product", {
    name: `Sample mug ${mark}`,
    productType: "PHYSICAL",
    physicalProperties: {},
    variantsInfo: { variants: [{ price: { actualPrice: { amount: "8.50" } } }] },
  });
const collection = ({ make, mark }: Shop) =>
  make("collections.create", "collection", { name: `Samples ${mark}` });
const named = (service: string, key: string) => (shop: Shop) =>
  shop.make(`${service}.create`, key, { name: `Sample ${shop.mark}` });

const line = {
  productName: { original: "Sample mug" },
  quantity: 1,
  itemType: { preset: "PHYSICAL" },
  price: { amount: "8.50" },
};
const order = ({ make }: Shop, more: object = {}) =>
  make("orders.create", "order", {
    lineItems: [line],
    priceSummary: { subtotal: { amount: "8.50" }, total: { amount: "8.50" } },
    channelInfo: { type: "WEB" },
    status: "APPROVED",
    buyerInfo: { email: "ada@example.com" },
    ...more,
  });

const inCart = async ({ call, mark }: Shop) => {
  const made = await call(
    "products.create",
    {
      product: {
        name: `Sample mug ${mark}`,
        productType: "physical",
        visible: true,
        priceData: { price: 8.5 },
      },
    },
    "product",
  );
  return [{ catalogReference: { appId, catalogItemId: made.id }, quantity: 1 }];
};
const cart = async (shop: Shop) => await shop.call("carts.create", { lineItems: await inCart(shop) }, "cart");
const checkout = async (shop: Shop) =>
  await shop.call("checkouts.create", { channelType: "WEB", lineItems: await inCart(shop) }, "checkout");

const event = (shop: Shop, type = "RSVP", draft = false) => {
  const startDate = `${shop.nextYear}T18:00:00.000Z`;
  const endDate = `${shop.nextYear}T20:00:00.000Z`;
  const own = {
    title: `Sample event ${shop.mark}`,
    location: { type: "VENUE", name: "The barn", address: { city: "Lund", country: "SE" } },
    dateAndTimeSettings: { startDate, endDate, timeZoneId: "Europe/Berlin" },
    registration: { initialType: type },
  };
  return { own, draft };
};
const makeEvent = async (shop: Shop, draft = false) => {
  const { own } = event(shop);
  return draft
    ? await shop.call("events.create", { event: own, draft }, "event")
    : await shop.make("events.create", "event", own);
};
const rsvp = async (shop: Shop) => {
  const { id: eventId } = await shop.call("events.create", { event: event(shop).own }, "event");
  const who = { firstName: "Ada", lastName: "Sample", email: "ada@example.com" };
  return await shop.make("rsvps.create", "rsvp", {
    eventId,
    ...who,
    status: "YES",
    additionalGuestDetails: { guestCount: 0 },
  });
};
const tickets = async (shop: Shop) => {
  const { own } = event(shop, "TICKETING");
  const { id: eventId } = await shop.call("events.create", { event: own }, "event");
  return await shop.make("ticketDefinitions.create", "ticketDefinition", {
    eventId,
    name: "Seat",
    feeType: "FEE_ADDED_AT_CHECKOUT",
    initialLimit: 50,
    pricingMethod: { fixedPrice: { value: "20", currency: "USD" } },
  });
};
const hold = async (shop: Shop) => {
  const { id: ticketDefinitionId, eventId } = await tickets(shop);
  const ticketQuantities = [{ ticketDefinitionId, quantity: 1 }];
  const { id: reservationId } = await shop.call("eventCheckout.reserve", { eventId, ticketQuantities });
  return { eventId, reservationId };
};
const sell = async (shop: Shop) => {
  const answers = [
    { inputName: "firstName", value: "Ada" },
    { inputName: "lastName", value: "Sample" },
    { inputName: "email", value: "ada@example.com" },
  ];
  const guests = [{ form: { inputValues: answers } }];
  return await shop.call("eventCheckout.checkout", { ...(await hold(shop)), guests }, "order");
};

const current = ({ id, revision }: Made) => ({ id, ...(revision && { revision }) });

/** Created, changed and deleted of an entity whose calls have the platform's regular names. */
function life(fqdn: string, service: string, key: string, make: Recipe, changed: object): [string, Recipe][] {
  const made = make as (shop: Shop) => Promise<Made>;
  return [
    [`${fqdn}_created`, make],
    [
      `${fqdn}_updated`,
      async (shop) =>
        await shop.call(`${service}.update`, { [key]: { ...current(await made(shop)), ...changed } }),
    ],
    [
      `${fqdn}_deleted`,
      async (shop) => await shop.call(`${service}.remove`, { [`${key}Id`]: (await made(shop)).id }),
    ],
  ];
}

const older = "com.wix.ecommerce.catalog.api.v1";
const ofOrder = "wix.ecom.v1.order";
const ofEvent = "wix.events.v3.event";
const renamed = { name: "Sample, renamed" };

const list: readonly [string, Recipe][] = [
  [`${older}.ProductCreated`, product],
  [
    `${older}.ProductChanged`,
    async (shop) =>
      await shop.call("products.update", {
        product: { id: (await product(shop)).id, priceData: { price: 9 } },
      }),
  ],
  [
    `${older}.ProductDeleted`,
    async (shop) => await shop.call("products.remove", { id: (await product(shop)).id }),
  ],
  [`${older}.CollectionCreated`, collection],
  [
    `${older}.CollectionChanged`,
    async (shop) =>
      await shop.call("collections.update", { collection: { id: (await collection(shop)).id, ...renamed } }),
  ],
  [
    `${older}.CollectionDeleted`,
    async (shop) => await shop.call("collections.remove", { id: (await collection(shop)).id }),
  ],
  ...life("wix.stores.catalog.v3.product", "productsV3", "product", productV3, renamed),
  ...life("wix.stores.catalog.v3.brand", "brandsV3", "brand", named("brandsV3", "brand"), renamed),
  ...life("wix.stores.catalog.v3.ribbon", "ribbonsV3", "ribbon", named("ribbonsV3", "ribbon"), renamed),
  ...life("wix.billing.v1.tax_group", "taxGroups", "taxGroup", named("taxGroups", "taxGroup"), renamed),
  ["wix.ecom.v1.cart_created", cart],
  [
    "wix.ecom.v1.cart_updated",
    async (shop) =>
      await shop.call("carts.update", { cartInfo: { id: (await cart(shop)).id, buyerNote: "A sample" } }),
  ],
  [
    "wix.ecom.v1.cart_deleted",
    async (shop) => await shop.call("carts.remove", { id: (await cart(shop)).id }),
  ],
  ["wix.ecom.v1.checkout_created", checkout],
  [
    "wix.ecom.v1.checkout_completed",
    async (shop) => await shop.call("checkouts.markAsCompleted", { id: (await checkout(shop)).id }),
  ],
  [`${ofOrder}_created`, order],
  [`${ofOrder}_approved`, order],
  [
    `${ofOrder}_updated`,
    async (shop) =>
      await shop.call("orders.update", { order: { id: (await order(shop)).id, buyerNote: "A sample" } }),
  ],
  [`${ofOrder}_canceled`, async (shop) => await shop.call("orders.cancel", { id: (await order(shop)).id })],
  [
    `${ofOrder}_payment_status_updated`,
    async (shop) => await shop.call("orders.markAsPaid", { ecomOrderId: (await order(shop)).id }),
  ],
  [
    `${ofOrder}_fulfilled`,
    async (shop) => {
      const { id: orderId, lineItems } = await order(shop);
      const [first] = lineItems as Made[];
      const fulfillment = { lineItems: [{ id: first?.id, quantity: 1 }], status: "Fulfilled" };
      await shop.call("orderFulfillments.create", { orderId, fulfillment });
    },
  ],
  [`${ofEvent}_created`, (shop) => makeEvent(shop)],
  [`${ofEvent}_published`, async (shop) => await publish(shop)],
  [
    `${ofEvent}_updated`,
    async (shop) =>
      await shop.call("events.update", {
        event: { id: (await makeEvent(shop)).id, title: "Sample, renamed" },
      }),
  ],
  [
    `${ofEvent}_canceled`,
    async (shop) => await shop.call("events.cancel", { eventId: (await makeEvent(shop)).id }),
  ],
  [
    `${ofEvent}_cloned`,
    async (shop) => await shop.call("events.clone", { eventId: (await makeEvent(shop)).id }),
  ],
  [
    `${ofEvent}_deleted`,
    async (shop) => await shop.call("events.remove", { eventId: (await makeEvent(shop)).id }),
  ],
  ...life("wix.events.v2.rsvp", "rsvps", "rsvp", rsvp, { firstName: "Ada Maria" }),
  ["wix.events.guests.v1.guest_created", rsvp],
  ["wix.events.v3.ticket_definition_created", tickets],
  ["wix.events.v1.ticket_reservation_created", hold],
  ["wix.events.ticketing.events.OrderInitiated", sell],
  ["wix.events.ticketing.events.OrderConfirmed", sell],
];

async function publish(shop: Shop): Promise<void> {
  await shop.call("events.publish", { eventId: (await makeEvent(shop, true)).id });
}

/** By the topic's type. Of topics without one a sample can be sent. */
export const recipes: ReadonlyMap<string, Recipe> = new Map(list);

/** The types of topics that the sandbox can really bring about on demand. */
export const realTopics = topics.filter(({ type }) => recipes.has(type)).map(({ type }) => type);
