import type { Endpoint, Service } from "../endpoint.ts";

/** Returns the prefixes of a service of catalog v3: of its calls, and of those for many objects. */
const catalogV3 = (name: string) => [`/stores/v3/${name}`, `/stores/v3/bulk/${name}`] as const;

/** The domains, each with its calls and models. */
export const domains = {
  "abandoned-checkouts": () => import("./abandoned-checkouts.ts"),
  "back-in-stock": () => import("./back-in-stock.ts"),
  cart: () => import("./cart.ts"),
  checkout: () => import("./checkout.ts"),
  collections: () => import("./collections.ts"),
  currencies: () => import("./currencies.ts"),
  discounts: () => import("./discounts.ts"),
  events: () => import("./events.ts"),
  "gift-cards": () => import("./gift-cards.ts"),
  graphql: () => import("./graphql.ts"),
  guests: () => import("./guests.ts"),
  inventory: () => import("./inventory.ts"),
  media: () => import("./media.ts"),
  members: () => import("./members.ts"),
  orders: () => import("./orders.ts"),
  payments: () => import("./payments.ts"),
  products: () => import("./products.ts"),
  redirects: () => import("./redirects.ts"),
  settings: () => import("./settings.ts"),
  shipping: () => import("./shipping.ts"),
  "site-data": () => import("./site-data.ts"),
  staff: () => import("./staff.ts"),
  subscriptions: () => import("./subscriptions.ts"),
  tax: () => import("./tax.ts"),
  tickets: () => import("./tickets.ts"),
  tips: () => import("./tips.ts"),
} as const;

export type Domain = keyof typeof domains;

/**
 * Every service of the platform: its domain, whose module exports the endpoints under the service's name, and the public path
 * prefixes that the sandbox serves. To load all services at once, see all.ts; for facts without schemas, calls.ts.
 */
export const services = {
  products: {
    domain: "products",
    prefixes: [
      "/stores/v1/products",
      "/stores/v1/bulk/products",
      "/stores-reader/v1/products",
      "/stores-reader/v1/variants",
      "/stores/v1/variants",
    ],
  },
  collections: {
    domain: "collections",
    prefixes: [
      "/v2/collections",
      "/stores-reader/v2/collections",
      "/stores-reader/v1/collections",
      "/stores/v1/collections",
      "/v1/collections",
    ],
  },
  inventory: {
    domain: "inventory",
    prefixes: ["/stores/v2/inventoryItems", "/stores-reader/v2/inventoryItems"],
  },
  catalogVersioning: {
    domain: "products",
    prefixes: ["/stores/v3/provision"],
  },
  productsV3: {
    domain: "products",
    prefixes: [
      "/stores/v3/products",
      "/stores/v3/all-products-category",
      "/stores/v3/products-with-inventory",
      "/stores/v3/bulk/products",
      "/stores/v3/bulk/products-with-inventory",
    ],
  },
  variantsV3: {
    domain: "products",
    prefixes: ["/stores/v3/products/query-variants", "/stores/v3/products/search-variants"],
  },
  inventoryItemsV3: {
    domain: "inventory",
    prefixes: catalogV3("inventory-items"),
  },
  brandsV3: {
    domain: "products",
    prefixes: catalogV3("brands"),
  },
  customizationsV3: {
    domain: "products",
    prefixes: catalogV3("customizations"),
  },
  infoSectionsV3: {
    domain: "products",
    prefixes: catalogV3("info-sections"),
  },
  ribbonsV3: {
    domain: "products",
    prefixes: catalogV3("ribbons"),
  },
  promotionsV3: {
    domain: "products",
    prefixes: catalogV3("promotions"),
  },
  productGroupsV3: {
    domain: "products",
    prefixes: catalogV3("product-groups"),
  },
  storesLocations: {
    domain: "inventory",
    prefixes: ["/stores/v3/locations"],
  },
  recommendations: {
    domain: "products",
    prefixes: ["/v1/recommendations", "/ecom/v1/recommendations"],
  },
  storeCategories: { domain: "collections", prefixes: ["/categories"] },
  currentCart: { domain: "cart", prefixes: ["/ecom/v1/carts/current"] },
  carts: { domain: "cart", prefixes: ["/ecom/v1/carts"] },
  currentCartV2: { domain: "cart", prefixes: ["/ecom/v2/carts/current"] },
  cartsV2: { domain: "cart", prefixes: ["/ecom/v2/carts"] },
  checkouts: { domain: "checkout", prefixes: ["/ecom/v1/checkouts"] },
  checkoutContent: {
    domain: "checkout",
    prefixes: ["/ecom/v1/checkout-content"],
  },
  totals: { domain: "cart", prefixes: ["/ecom/v1/calculate-totals"] },
  backInStock: {
    domain: "back-in-stock",
    prefixes: ["/back-in-stock-service"],
  },
  coupons: { domain: "discounts", prefixes: ["/stores/v2/coupons"] },
  discountRules: {
    domain: "discounts",
    prefixes: ["/ecom/v1/discount-rules"],
  },
  shippingOptions: {
    domain: "shipping",
    prefixes: ["/ecom/v1/shipping-options"],
  },
  deliveryProfiles: {
    domain: "shipping",
    prefixes: ["/ecom/v1/delivery-profiles", "/v1/delivery-profiles"],
  },
  deliverySolutions: {
    domain: "shipping",
    prefixes: ["/_api/delivery-rates/v1"],
  },
  pickupLocations: {
    domain: "shipping",
    prefixes: ["/v1/pickup-locations", "/v1/bulk/pickup-locations"],
  },
  localDeliveryOptions: {
    domain: "shipping",
    prefixes: [
      "/v1/local-delivery-options",
      "/v1/bulk/local-delivery-options",
      "/stores/v1/localDeliveryOptions",
    ],
  },
  shippoConfigurations: {
    domain: "shipping",
    prefixes: ["/ecom/v1/shippo-configurations"],
  },
  tips: { domain: "tips", prefixes: ["/tips/v1/tips"] },
  tippableStaff: { domain: "tips", prefixes: ["/tips-staff/v1"] },
  tipSettings: { domain: "tips", prefixes: ["/tip-settings/v1"] },
  giftCards: { domain: "gift-cards", prefixes: ["/gift-cards/v1"] },
  giftVouchers: { domain: "gift-cards", prefixes: ["/ecom/v1/gift-cards"] },
  checkoutSettings: {
    domain: "settings",
    prefixes: ["/ecom/v1/checkout-settings"],
  },
  siteProperties: {
    domain: "settings",
    prefixes: ["/site-properties/v4/properties"],
  },
  ecommerceSettings: {
    domain: "settings",
    prefixes: ["/_api/ecommerce-settings"],
  },
  checkoutTemplates: {
    domain: "checkout",
    prefixes: ["/ecom/v1/checkout-templates", "/v1/bulk/checkout-templates"],
  },
  currencies: { domain: "currencies", prefixes: ["/currency_converter/v1"] },
  subscriptionContracts: {
    domain: "subscriptions",
    prefixes: ["/ecom/subscription-contracts/v1", "/v1/subscription-contracts"],
  },
  draftContracts: {
    domain: "subscriptions",
    prefixes: ["/v1/draft-subscription-contracts", "/v1/bulk/draft-subscription-contracts"],
  },
  abandonedCheckouts: {
    domain: "abandoned-checkouts",
    prefixes: [
      "/ecom/v1/abandoned-checkout",
      "/ecom/v1/abandoned-checkouts",
      "/ecom/v1/bulk/abandoned-checkout",
    ],
  },
  backInStockSettings: {
    domain: "back-in-stock",
    prefixes: ["/back-in-stock-service/v1/back-in-stock-notification-requests/settings"],
  },
  taxGroups: { domain: "tax", prefixes: ["/billing/v1/tax-groups"] },
  taxRegions: {
    domain: "tax",
    prefixes: ["/billing/v1/tax-regions", "/billing/v1/bulk/tax-regions"],
  },
  manualTaxMappings: {
    domain: "tax",
    prefixes: ["/billing/v1/manual-tax-mappings", "/billing/v1/bulk/manual-tax-mappings"],
  },
  taxSettings: { domain: "tax", prefixes: ["/billing/v1/tax-settings"] },
  taxCalculation: {
    domain: "tax",
    prefixes: ["/billing/v1/calculate-tax", "/billing/v1/list-tax-calculators"],
  },
  tags: { domain: "orders", prefixes: ["/tags/v1"] },
  orders: {
    domain: "orders",
    prefixes: [
      "/ecom/v1/orders",
      "/ecom/v1/ep-orders",
      "/ecom/v1/bulk/orders",
      "/ecom/v1/payments-collector",
      "/v1/bulk/payments-collector",
    ],
  },
  storesOrders: { domain: "orders", prefixes: ["/stores/v2/orders"] },
  orderTransactions: {
    domain: "payments",
    prefixes: ["/ecom/v1/payments", "/ecom/v1/ep-payments", "/ecom/v1/bulk/payments"],
  },
  orderBilling: { domain: "payments", prefixes: ["/ecom/v1/order-billing"] },
  orderFulfillments: {
    domain: "orders",
    prefixes: ["/ecom/v1/fulfillments"],
  },
  orderInvoices: {
    domain: "orders",
    prefixes: ["/ecom/v1/invoices", "/ecom/v1/ep-invoices", "/ecom/v1/bulk/invoices"],
  },
  orderPaymentRequests: {
    domain: "payments",
    prefixes: ["/ecom/v1/order-payment-requests", "/v1/bulk/order-payment-requests"],
  },
  draftOrders: { domain: "orders", prefixes: ["/ecom/v1/draft-orders"] },
  ordersSettings: {
    domain: "settings",
    prefixes: ["/ecom/v1/orders-settings"],
  },
  events: { domain: "events", prefixes: ["/events/v3"] },
  eventsV1: { domain: "events", prefixes: ["/events/v1/events", "/events/v2/events"] },
  eventCategories: {
    domain: "events",
    prefixes: ["/events/v1/categories", "/events/v1/bulk/categories", "/events/v1/bulk-async/categories"],
  },
  eventPolicies: {
    domain: "events",
    prefixes: ["/events-policies", "/events/v2/policies"],
  },
  eventSchedule: { domain: "events", prefixes: ["/events/v1/schedule"] },
  eventScheduleBookmarks: {
    domain: "events",
    prefixes: ["/events/v1/schedule"],
  },
  eventForms: { domain: "events", prefixes: ["/events/v1/events"] },
  eventNotifications: {
    domain: "events",
    prefixes: ["/events-notifications", "/events/v2/notifications"],
  },
  eventStaffMembers: {
    domain: "staff",
    prefixes: ["/events/v1/staff-members"],
  },
  eventsSettings: { domain: "events", prefixes: ["/events/v1/settings"] },
  ticketDefinitions: {
    domain: "tickets",
    prefixes: [
      "/events-ticket-definitions",
      "/events/v3/ticket-definitions",
      "/events/v3/bulk/ticket-definitions",
    ],
  },
  ticketDefinitionsV1: {
    domain: "tickets",
    prefixes: [
      "/events/v1/ticket-definitions",
      "/events/v2/ticket-definitions",
      "/events/v1/tickets/definitions",
      "/events/v1/events",
    ],
  },
  ticketReservations: {
    domain: "tickets",
    prefixes: ["/events/v1/ticket-reservations", "/events/v1/bulk/ticket-reservations"],
  },
  tickets: { domain: "tickets", prefixes: ["/events/v1/tickets", "/events/v1/events"] },
  rsvps: { domain: "guests", prefixes: ["/events/v2/rsvps", "/events/v2/bulk/rsvps"] },
  rsvpsV1: { domain: "guests", prefixes: ["/events/v1/rsvp", "/events/v1/events"] },
  eventGuests: {
    domain: "guests",
    prefixes: ["/events/v2/guests", "/events-guests"],
  },
  eventOrders: {
    domain: "tickets",
    prefixes: ["/events/v1/orders", "/events/v1/events"],
  },
  eventCheckout: {
    domain: "tickets",
    prefixes: [
      "/events/v1/checkout",
      "/events/v1/pos-checkout",
      "/events/v1/tickets/available",
      "/events/v1/events",
    ],
  },
  oauth: { domain: "members", prefixes: ["/oauth2", "/oauth/access"] },
  oauthKeys: { domain: "members", prefixes: ["/oauth2/jwks"] },
  members: { domain: "members", prefixes: ["/members/v1/members"] },
  memberBadges: { domain: "members", prefixes: ["/members/v3/badges"] },
  memberCustomFields: {
    domain: "members",
    prefixes: ["/members/v1/custom-fields"],
  },
  memberRoles: { domain: "members", prefixes: ["/members/v1/roles/members"] },
  memberRoleDefinitions: {
    domain: "members",
    prefixes: ["/members/v1/roles/definitions"],
  },
  memberFollowers: { domain: "members", prefixes: ["/members/v3/followers"] },
  memberAbouts: { domain: "members", prefixes: ["/members/v2/abouts"] },
  memberPrivacy: {
    domain: "members",
    prefixes: ["/members/v1/default-privacy-status", "/members/v1/privacy-settings"],
  },
  authentication: {
    domain: "members",
    prefixes: ["/_api/iam/authentication", "/iam/authentication"],
  },
  signOnPolicies: { domain: "members", prefixes: ["/iam/signon"] },
  wishlists: {
    domain: "members",
    prefixes: ["/ecom/v1/wishlists", "/stores/v1/wishlists"],
  },
  recovery: { domain: "members", prefixes: ["/_api/iam/recovery"] },
  verification: { domain: "members", prefixes: ["/_api/iam/verification"] },
  mediaFiles: {
    domain: "media",
    prefixes: ["/site-media/v1"],
  },
  dataItems: {
    domain: "site-data",
    prefixes: ["/wix-data/v2/items", "/wix-data/v2/bulk/items"],
  },
  dataCollections: { domain: "site-data", prefixes: ["/wix-data/v2/collections"] },
  redirects: {
    domain: "redirects",
    prefixes: ["/_api/redirects-api", "/redirect-session", "/headless"],
  },
  graphql: { domain: "graphql", prefixes: ["/graphql"] },
} as const satisfies Readonly<Record<string, { domain: Domain; prefixes: readonly string[] }>>;

type Table = typeof services;
export type ServiceName = keyof Table;

/** The endpoints of every service, by name. */
export type Services = {
  readonly [Name in ServiceName]: Awaited<ReturnType<(typeof domains)[Table[Name]["domain"]]>> extends Record<
    Name,
    infer S
  >
    ? S
    : never;
};

/** Loads a service by name. Throws Error if there is none. */
export async function loadService(name: string): Promise<Service> {
  if (!Object.hasOwn(services, name)) throw new Error(`There is no service ${name}`);
  const { contract } = await domains[services[name as ServiceName].domain]();
  return contract.services[name] as Service;
}

/** Returns the endpoint of a call such as `products.query`, also of a sandbox; undefined if there is none. */
export async function findEndpoint(call: string): Promise<Endpoint | undefined> {
  const [service = "", operation = ""] = call.split(".");
  if (service === "sandbox" || service === "sandboxClock") {
    const { controlCalls } = await import("./sandbox/sandbox.ts");
    return (controlCalls as Readonly<Record<string, Service>>)[service]?.[operation];
  }
  return Object.hasOwn(services, service) ? (await loadService(service))[operation] : undefined;
}

/** Loads the endpoint of a call such as `products.query`. Throws Error if there is none. */
export async function loadEndpoint(call: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(call);
  if (!endpoint) throw new Error(`There is no call ${call}`);
  return endpoint;
}
