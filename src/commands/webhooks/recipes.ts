import { topics } from "../../api/contract/topics.ts";
import { storesAppId } from "../../api/models/app-ids.ts";

/** An entity returned by a call. */
export type Entity = Readonly<Record<string, unknown>> & { id: string; revision?: string };

/** What a recipe needs to make its calls. */
export interface RecipeContext {
  /** Makes a call and returns the value of `key` in its response, or the whole response. */
  call(name: string, input: object, key?: string): Promise<Entity>;
  /**
   * Creates the entity of the event, with the fields from the command line added under `key`. `input`: what else the call has;
   * `result`: the key of the response, if it is another one.
   */
  create(
    name: string,
    key: string,
    entity: object,
    rest?: { input?: object; result?: string },
  ): Promise<Entity>;
  /** The catalog version of the shop. */
  catalog(): Promise<"v1" | "v3">;
  /** Makes names unique. */
  readonly suffix: string;
  /** The date one year from now, as YYYY-MM-DD. */
  readonly nextYear: string;
}

/** Makes the calls that cause an event. Creates what it needs and does not change existing data. */
export type Recipe = (shop: RecipeContext) => Promise<unknown>;

const createProduct = ({ create, suffix }: RecipeContext) =>
  create("products.create", "product", {
    name: `Sample mug ${suffix}`,
    productType: "physical",
    priceData: { price: 8.5 },
  });
const createProductV3 = ({ create, suffix }: RecipeContext) =>
  create("productsV3.create", "product", {
    name: `Sample mug ${suffix}`,
    productType: "PHYSICAL",
    physicalProperties: {},
    variantsInfo: { variants: [{ price: { actualPrice: { amount: "8.50" } } }] },
  });
const createCollection = ({ create, suffix }: RecipeContext) =>
  create("collections.create", "collection", { name: `Samples ${suffix}` });
const createNamed = (service: string, key: string) => (shop: RecipeContext) =>
  shop.create(`${service}.create`, key, { name: `Sample ${shop.suffix}` });

const createPromotion = (shop: RecipeContext) =>
  shop.create("promotionsV3.create", "promotion", {
    name: `Sample ${shop.suffix}`,
    media: { id: "sample.jpg" },
  });

const lineItem = {
  productName: { original: "Sample mug" },
  quantity: 1,
  itemType: { preset: "PHYSICAL" },
  price: { amount: "8.50" },
};
const order = {
  lineItems: [lineItem],
  priceSummary: { subtotal: { amount: "8.50" }, total: { amount: "8.50" } },
  channelInfo: { type: "WEB" },
  status: "APPROVED",
  buyerInfo: { email: "ada@example.com" },
};
const createOrder = ({ create }: RecipeContext) => create("orders.create", "order", order);

const cartItems = async ({ call, catalog, suffix }: RecipeContext) => {
  const name = `Sample mug ${suffix}`;
  const [endpoint, product] =
    (await catalog()) === "v3"
      ? [
          "productsV3.createWithInventory",
          {
            ...{ name, productType: "PHYSICAL", physicalProperties: {}, visible: true },
            variantsInfo: {
              variants: [{ price: { actualPrice: { amount: "8.50" } }, inventoryItem: { inStock: true } }],
            },
          },
        ]
      : ["products.create", { name, productType: "physical", visible: true, priceData: { price: 8.5 } }];
  const created = await call(String(endpoint), { product }, "product");
  return [{ catalogReference: { appId: storesAppId, catalogItemId: created.id }, quantity: 1 }];
};
const createCart = async (shop: RecipeContext) =>
  await shop.create(
    "carts.create",
    "cartInfo",
    {},
    { input: { lineItems: await cartItems(shop) }, result: "cart" },
  );
const createCheckout = async (shop: RecipeContext) =>
  await shop.create(
    "checkouts.create",
    "checkoutInfo",
    {},
    { input: { channelType: "WEB", lineItems: await cartItems(shop) }, result: "checkout" },
  );

const eventFields = ({ nextYear, suffix }: RecipeContext, type = "RSVP") => {
  const startDate = `${nextYear}T18:00:00.000Z`;
  const endDate = `${nextYear}T20:00:00.000Z`;
  return {
    title: `Sample event ${suffix}`,
    location: { type: "VENUE", name: "The barn", address: { city: "Lund", country: "SE" } },
    dateAndTimeSettings: { startDate, endDate, timeZoneId: "Europe/Berlin" },
    registration: { initialType: type },
  };
};
const createEvent = async (shop: RecipeContext, draft?: true) =>
  await shop.create("events.create", "event", eventFields(shop), { input: { draft } });
const createRsvp = async (shop: RecipeContext) => {
  const { id: eventId } = await shop.call("events.create", { event: eventFields(shop) }, "event");
  const who = { firstName: "Ada", lastName: "Sample", email: "ada@example.com" };
  return await shop.create("rsvps.create", "rsvp", {
    eventId,
    ...who,
    status: "YES",
    additionalGuestDetails: { guestCount: 0 },
  });
};
const createTicketDefinition = async (shop: RecipeContext) => {
  const event = eventFields(shop, "TICKETING");
  const { id: eventId } = await shop.call("events.create", { event }, "event");
  return await shop.create("ticketDefinitions.create", "ticketDefinition", {
    eventId,
    name: "Seat",
    feeType: "FEE_ADDED_AT_CHECKOUT",
    initialLimit: 50,
    pricingMethod: { fixedPrice: { value: "20", currency: "USD" } },
  });
};
const reserveTickets = async (shop: RecipeContext) => {
  const { id: ticketDefinitionId, eventId } = await createTicketDefinition(shop);
  const ticketQuantities = [{ ticketDefinitionId, quantity: 1 }];
  const { id: reservationId } = await shop.call("eventCheckout.reserve", { eventId, ticketQuantities });
  return { eventId, reservationId };
};
const sellTicket = async (shop: RecipeContext) => {
  const answers = [
    { inputName: "firstName", value: "Ada" },
    { inputName: "lastName", value: "Sample" },
    { inputName: "email", value: "ada@example.com" },
  ];
  const guests = [{ form: { inputValues: answers } }];
  return await shop.call("eventCheckout.checkout", { ...(await reserveTickets(shop)), guests }, "order");
};

const reference = ({ id, revision }: Entity) => ({ id, revision: revision || undefined });

/** An RSVP that was answered, checked in or deleted. */
const changeRsvp = async (shop: RecipeContext) =>
  await shop.call("rsvps.update", {
    rsvp: { ...reference(await createRsvp(shop)), firstName: "Ada Maria" },
  });
const removeRsvp = async (shop: RecipeContext) =>
  await shop.call("rsvps.remove", { rsvpId: (await createRsvp(shop)).id });
const changeTicketDefinition = async (shop: RecipeContext) => {
  const salePeriod = {
    startDate: "2020-01-01T00:00:00.000Z",
    endDate: `${shop.nextYear}T12:00:00.000Z`,
    displayNotOnSale: true,
  };
  return await shop.call("ticketDefinitions.update", {
    ticketDefinition: { ...reference(await createTicketDefinition(shop)), salePeriod },
  });
};
const removeTicketDefinition = async (shop: RecipeContext) =>
  await shop.call("ticketDefinitions.remove", {
    ticketDefinitionId: (await createTicketDefinition(shop)).id,
  });
const cancelReservation = async (shop: RecipeContext) => {
  const { eventId, reservationId: id } = await reserveTickets(shop);
  await shop.call("eventCheckout.cancelReservation", { eventId, id });
};
const archiveTicketOrder = async (shop: RecipeContext) => {
  const { eventId, orderNumber } = await sellTicket(shop);
  await shop.call("eventOrders.update", { eventId, orderNumber, fields: "archived", archived: true });
};
const createPolicy = async (shop: RecipeContext) => {
  const { id: eventId } = await shop.call("events.create", { event: eventFields(shop) }, "event");
  return await shop.create("eventPolicies.create", "policy", { name: "Refunds", body: "None.", eventId });
};
const createStaffMember = (shop: RecipeContext) =>
  shop.create("eventStaffMembers.create", "staffMember", { name: `Sample ${shop.suffix}` });
const createDiscountRule = (shop: RecipeContext) =>
  shop.create("discountRules.create", "discountRule", {
    name: `Sample ${shop.suffix}`,
    active: false,
    trigger: { triggerType: "SUBTOTAL_RANGE", subtotalRange: { from: "100" } },
    discounts: { values: [{ targetType: "SPECIFIC_ITEMS", ...tenPercent }] },
  });
const tenPercent = {
  discountType: "PERCENTAGE",
  percentage: 10,
  specificItemsInfo: {
    scopes: [{ id: "all", type: "CATALOG_ITEM", catalogItemFilter: { catalogAppId: storesAppId } }],
  },
};
const createCustomization = (shop: RecipeContext) =>
  shop.create("customizationsV3.create", "customization", {
    name: `Sample ${shop.suffix}`,
    customizationType: "MODIFIER",
    customizationRenderType: "FREE_TEXT",
    freeTextInput: { minCharCount: 0, maxCharCount: 10, title: "Engraving" },
  });
const createInfoSection = (shop: RecipeContext) =>
  shop.create("infoSectionsV3.create", "infoSection", {
    uniqueName: `sample-${shop.suffix}`,
    title: "Origin",
    plainDescription: "<p>Made here.</p>",
  });
const createCheckoutV2Cart = async (shop: RecipeContext) =>
  await shop.create("cartsV2.create", "cart", {}, { input: { catalogItems: await cartItems(shop) } });
const requestPayment = async (shop: RecipeContext) => {
  const { id: orderId } = await shop.call("orders.create", { order }, "order");
  return await shop.create("orderPaymentRequests.create", "orderPaymentRequest", {
    orderId,
    amount: { amount: "5.00" },
    title: "The rest",
  });
};
const requestBackInStock = async (shop: RecipeContext) => {
  const [item] = await cartItems(shop);
  return await shop.create(
    "backInStock.create",
    "request",
    { email: "ada@example.com", catalogReference: item?.catalogReference },
    { input: { itemDetails: { name: "Sample mug", price: "8.50" } } },
  );
};
const createShippingOption = (shop: RecipeContext) =>
  shop.create("shippingOptions.create", "shippingOption", {
    title: `Sample ${shop.suffix}`,
    rates: [{ amount: "3.50" }],
  });
const createDeliveryProfile = (shop: RecipeContext) =>
  shop.create("deliveryProfiles.create", "deliveryProfile", { name: `Sample ${shop.suffix}` });
const createDraftOrder = async (shop: RecipeContext): Promise<Entity> => {
  const { draftOrder } = await shop.call("draftOrders.createEmpty", {}, "calculatedDraftOrder");
  return draftOrder as Entity;
};
const restock = async (shop: RecipeContext) => {
  const { id: productId } = await createProduct(shop);
  const { inventoryItems } = await shop.call("inventory.query", {
    query: { filter: JSON.stringify({ productId }) },
  });
  const [item] = inventoryItems as { variants: { variantId: string }[] }[];
  await shop.call("inventory.updateVariants", {
    inventoryItem: {
      productId,
      trackQuantity: true,
      variants: [{ variantId: item?.variants[0]?.variantId, quantity: 3 }],
    },
  });
};

/** Returns recipes for the created, updated and deleted topics of a service with regular call names. */
function lifecycleRecipes(
  fqdn: string,
  service: string,
  key: string,
  create: (shop: RecipeContext) => Promise<Entity>,
  changed: object,
): [string, Recipe][] {
  return [
    [`${fqdn}_created`, create],
    [
      `${fqdn}_updated`,
      async (shop) =>
        await shop.call(`${service}.update`, { [key]: { ...reference(await create(shop)), ...changed } }),
    ],
    [
      `${fqdn}_deleted`,
      async (shop) => await shop.call(`${service}.remove`, { [`${key}Id`]: (await create(shop)).id }),
    ],
  ];
}

const catalogV1 = "com.wix.ecommerce.catalog.api.v1";
const inventoryV1 = "com.wix.ecommerce.inventory.api.v1";
const orderTopic = "wix.ecom.v1.order";
const eventTopic = "wix.events.v3.event";
const renamed = { name: "Sample, renamed" };

const entries: readonly [string, Recipe][] = [
  [`${catalogV1}.ProductCreated`, createProduct],
  [
    `${catalogV1}.ProductChanged`,
    async (shop) =>
      await shop.call("products.update", {
        product: { id: (await createProduct(shop)).id, priceData: { price: 9 } },
      }),
  ],
  [
    `${catalogV1}.ProductDeleted`,
    async (shop) => await shop.call("products.remove", { id: (await createProduct(shop)).id }),
  ],
  [`${catalogV1}.CollectionCreated`, createCollection],
  [
    `${catalogV1}.CollectionChanged`,
    async (shop) =>
      await shop.call("collections.update", {
        collection: { id: (await createCollection(shop)).id, ...renamed },
      }),
  ],
  [
    `${catalogV1}.CollectionDeleted`,
    async (shop) => await shop.call("collections.remove", { id: (await createCollection(shop)).id }),
  ],
  ...lifecycleRecipes("wix.stores.catalog.v3.product", "productsV3", "product", createProductV3, renamed),
  ...lifecycleRecipes(
    "wix.stores.catalog.v3.brand",
    "brandsV3",
    "brand",
    createNamed("brandsV3", "brand"),
    renamed,
  ),
  ...lifecycleRecipes(
    "wix.stores.catalog.v3.ribbon",
    "ribbonsV3",
    "ribbon",
    createNamed("ribbonsV3", "ribbon"),
    renamed,
  ),
  ...lifecycleRecipes(
    "wix.stores.catalog.v3.promotion",
    "promotionsV3",
    "promotion",
    createPromotion,
    renamed,
  ),
  [
    "wix.stores.catalog.v3.promotion_tags_modified",
    async (shop) =>
      await shop.call("promotionsV3.bulkUpdateTags", {
        promotionIds: [(await createPromotion(shop)).id],
        assignTags: { privateTags: { tagIds: ["sample"] } },
      }),
  ],
  ...lifecycleRecipes(
    "wix.stores.catalog.v3.customization",
    "customizationsV3",
    "customization",
    createCustomization,
    renamed,
  ),
  ...lifecycleRecipes(
    "wix.stores.catalog.v3.info_section",
    "infoSectionsV3",
    "infoSection",
    createInfoSection,
    {
      title: "By hand",
    },
  ),
  [`${inventoryV1}.InventoryItemChanged`, restock],
  [`${inventoryV1}.InventoryVariantsChanged`, restock],
  ...lifecycleRecipes(
    "wix.billing.v1.tax_group",
    "taxGroups",
    "taxGroup",
    createNamed("taxGroups", "taxGroup"),
    renamed,
  ),
  ["wix.ecom.v1.cart_created", createCart],
  [
    "wix.ecom.v1.cart_updated",
    async (shop) =>
      await shop.call("carts.update", {
        cartInfo: { id: (await createCart(shop)).id, buyerNote: "A sample" },
      }),
  ],
  [
    "wix.ecom.v1.cart_deleted",
    async (shop) => await shop.call("carts.remove", { id: (await createCart(shop)).id }),
  ],
  ["wix.ecom.v1.checkout_created", createCheckout],
  [
    "wix.ecom.v1.checkout_completed",
    async (shop) => await shop.call("checkouts.markAsCompleted", { id: (await createCheckout(shop)).id }),
  ],
  [
    "wix.ecom.v1.checkout_updated",
    async (shop) =>
      await shop.call("checkouts.update", {
        checkout: { id: (await createCheckout(shop)).id, buyerNote: "A sample" },
      }),
  ],
  [
    "wix.ecom.v1.checkout_deleted",
    async (shop) =>
      await shop.call("sandbox.expire", { kind: "checkout", id: (await createCheckout(shop)).id }),
  ],
  ["wix.ecom.v2.cart_created", createCheckoutV2Cart],
  [
    "wix.ecom.v2.cart_updated",
    async (shop) =>
      await shop.call("cartsV2.update", {
        cart: { id: (await createCheckoutV2Cart(shop)).id, note: "A sample" },
      }),
  ],
  [
    "wix.ecom.v2.cart_deleted",
    async (shop) => await shop.call("cartsV2.remove", { cartId: (await createCheckoutV2Cart(shop)).id }),
  ],
  ...lifecycleRecipes(
    "wix.ecom.discounts.v1.discount_rule",
    "discountRules",
    "discountRule",
    createDiscountRule,
    renamed,
  ),
  ...lifecycleRecipes(
    "wix.ecom.v1.shipping_option",
    "shippingOptions",
    "shippingOption",
    createShippingOption,
    {
      title: "Sample, renamed",
    },
  ),
  ...lifecycleRecipes(
    "wix.ecom.v1.delivery_profile",
    "deliveryProfiles",
    "deliveryProfile",
    createDeliveryProfile,
    renamed,
  ),
  ...lifecycleRecipes(
    "wix.ecom.v1.order_payment_request",
    "orderPaymentRequests",
    "orderPaymentRequest",
    requestPayment,
    { title: "Sample, renamed" },
  ),
  ["wix.ecom.v1.draft_order_created", createDraftOrder],
  [
    "wix.ecom.v1.draft_order_deleted",
    async (shop) =>
      await shop.call("draftOrders.remove", { draftOrderId: (await createDraftOrder(shop)).id }),
  ],
  ["wix.ecom.v1.back_in_stock_notification_request_created", requestBackInStock],
  [
    "wix.ecom.v1.back_in_stock_notification_request_updated",
    async (shop) =>
      await shop.call("backInStock.markAsNotificationSent", { id: (await requestBackInStock(shop)).id }),
  ],
  [
    "wix.ecom.v1.back_in_stock_notification_request_deleted",
    async (shop) => await shop.call("backInStock.remove", { id: (await requestBackInStock(shop)).id }),
  ],
  [`${orderTopic}_created`, createOrder],
  [`${orderTopic}_approved`, createOrder],
  [
    `${orderTopic}_updated`,
    async (shop) =>
      await shop.call("orders.update", {
        order: { id: (await createOrder(shop)).id, buyerNote: "A sample" },
      }),
  ],
  [
    `${orderTopic}_canceled`,
    async (shop) => await shop.call("orders.cancel", { id: (await createOrder(shop)).id }),
  ],
  [
    `${orderTopic}_payment_status_updated`,
    async (shop) => await shop.call("orders.markAsPaid", { ecomOrderId: (await createOrder(shop)).id }),
  ],
  [
    `${orderTopic}_fulfilled`,
    async (shop) => {
      const { id: orderId, lineItems } = await createOrder(shop);
      const [first] = lineItems as Entity[];
      const fulfillment = { lineItems: [{ id: first?.id, quantity: 1 }], status: "Fulfilled" };
      await shop.call("orderFulfillments.create", { orderId, fulfillment });
    },
  ],
  [`${eventTopic}_created`, (shop) => createEvent(shop)],
  [`${eventTopic}_published`, async (shop) => await publishEvent(shop)],
  [
    `${eventTopic}_updated`,
    async (shop) =>
      await shop.call("events.update", {
        event: { id: (await createEvent(shop)).id, title: "Sample, renamed" },
      }),
  ],
  [
    `${eventTopic}_canceled`,
    async (shop) => await shop.call("events.cancel", { eventId: (await createEvent(shop)).id }),
  ],
  [
    `${eventTopic}_cloned`,
    async (shop) => await shop.call("events.clone", { eventId: (await createEvent(shop)).id }),
  ],
  [
    `${eventTopic}_deleted`,
    async (shop) => await shop.call("events.remove", { eventId: (await createEvent(shop)).id }),
  ],
  ...lifecycleRecipes("wix.events.v2.rsvp", "rsvps", "rsvp", createRsvp, { firstName: "Ada Maria" }),
  ["wix.events.guests.v1.guest_created", createRsvp],
  ["wix.events.guests.v1.guest_updated", changeRsvp],
  ["wix.events.guests.v1.guest_deleted", removeRsvp],
  [
    "wix.events.guests.v1.guest_guest_checked_in",
    async (shop) => await shop.call("rsvps.checkIn", { rsvpId: (await createRsvp(shop)).id }),
  ],
  ["wix.events.rsvp.events.RsvpCreated", createRsvp],
  ["wix.events.rsvp.events.RsvpUpdated", changeRsvp],
  ["wix.events.rsvp.events.RsvpDeleted", removeRsvp],
  [
    "wix.events.events.EventUpdated",
    async (shop) => {
      const { id: eventId } = await createEvent(shop);
      await shop.call("eventForms.addControl", { eventId, phone: { label: "Phone" } });
    },
  ],
  ...lifecycleRecipes("wix.events.v2.policy", "eventPolicies", "policy", createPolicy, {
    name: "Returns",
    body: "Within a week.",
  }),
  ...lifecycleRecipes(
    "wix.events.staffmembers.v1.staff_member",
    "eventStaffMembers",
    "staffMember",
    createStaffMember,
    {
      status: "ACCESS_PAUSED",
    },
  ),
  ["wix.events.v3.ticket_definition_created", createTicketDefinition],
  ["wix.events.v3.ticket_definition_updated", changeTicketDefinition],
  ["wix.events.v3.ticket_definition_sale_period_updated", changeTicketDefinition],
  ["wix.events.v3.ticket_definition_deleted", removeTicketDefinition],
  ["wix.events.ticketing.events.TicketDefinitionCreated", createTicketDefinition],
  ["wix.events.ticketing.events.TicketDefinitionUpdated", changeTicketDefinition],
  ["wix.events.ticketing.events.TicketDefinitionDeleted", removeTicketDefinition],
  ["wix.events.ticketing.events.ReservationCreated", reserveTickets],
  ["wix.events.ticketing.events.ReservationUpdated", cancelReservation],
  ["wix.events.v1.ticket_reservation_updated", cancelReservation],
  ["wix.events.v1.ticket_reservation_created", reserveTickets],
  ["wix.events.ticketing.events.OrderInitiated", sellTicket],
  ["wix.events.ticketing.events.OrderConfirmed", sellTicket],
  ["wix.events.ticketing.events.OrderUpdated", archiveTicketOrder],
];

async function publishEvent(shop: RecipeContext): Promise<void> {
  await shop.call("events.publish", { eventId: (await createEvent(shop, true)).id });
}

/** The topics whose entity is created empty, without fields from the command line. */
export const withoutFields: ReadonlySet<string> = new Set(
  ["created", "deleted"].map((slug) => `wix.ecom.v1.draft_order_${slug}`),
);

/** Recipes by topic type. Other topics can only be sent as samples. */
export const recipes: ReadonlyMap<string, Recipe> = new Map(entries);

/** The topics that a recipe can trigger. */
export const triggerableTopics = topics.filter(({ type }) => recipes.has(type)).map(({ type }) => type);
