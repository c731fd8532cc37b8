import type { Endpoint, Service } from "../endpoint.ts";

/** Returns the prefixes of a service of catalog v3: of its calls, and of those for many objects. */
const catalogV3 = (name: string) => [`/stores/v3/${name}`, `/stores/v3/bulk/${name}`] as const;

/**
 * Every service of the platform: the module that exports its endpoints under the service's name, and the public path
 * prefixes that the sandbox serves. To load all services at once, see all.ts; for facts without schemas, calls.ts.
 */
export const services = {
  products: {
    load: () => import("./products.ts"),
    prefixes: [
      "/stores/v1/products",
      "/stores/v1/bulk/products",
      "/stores-reader/v1/products",
      "/stores-reader/v1/variants",
    ],
  },
  collections: {
    load: () => import("./collections.ts"),
    prefixes: [
      "/v2/collections",
      "/stores-reader/v2/collections",
      "/stores-reader/v1/collections",
      "/stores/v1/collections",
      "/v1/collections",
    ],
  },
  inventory: {
    load: () => import("./inventory.ts"),
    prefixes: ["/stores/v2/inventoryItems", "/stores-reader/v2/inventoryItems"],
  },
  catalogVersioning: {
    load: () => import("./products.ts"),
    prefixes: ["/stores/v3/provision"],
  },
  productsV3: {
    load: () => import("./products.ts"),
    prefixes: [
      "/stores/v3/products",
      "/stores/v3/all-products-category",
      "/stores/v3/products-with-inventory",
      "/stores/v3/bulk/products",
      "/stores/v3/bulk/products-with-inventory",
    ],
  },
  variantsV3: {
    load: () => import("./products.ts"),
    prefixes: ["/stores/v3/products/query-variants", "/stores/v3/products/search-variants"],
  },
  inventoryItemsV3: {
    load: () => import("./inventory.ts"),
    prefixes: catalogV3("inventory-items"),
  },
  brandsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("brands"),
  },
  customizationsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("customizations"),
  },
  infoSectionsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("info-sections"),
  },
  ribbonsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("ribbons"),
  },
  promotionsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("promotions"),
  },
  productGroupsV3: {
    load: () => import("./products.ts"),
    prefixes: catalogV3("product-groups"),
  },
  storesLocations: {
    load: () => import("./inventory.ts"),
    prefixes: ["/stores/v3/locations"],
  },
  recommendations: {
    load: () => import("./products.ts"),
    prefixes: ["/v1/recommendations", "/ecom/v1/recommendations"],
  },
  storeCategories: { load: () => import("./collections.ts"), prefixes: ["/categories"] },
  currentCart: { load: () => import("./cart.ts"), prefixes: ["/ecom/v1/carts/current"] },
  carts: { load: () => import("./cart.ts"), prefixes: ["/ecom/v1/carts"] },
  currentCartV2: { load: () => import("./cart.ts"), prefixes: ["/ecom/v2/carts/current"] },
  cartsV2: { load: () => import("./cart.ts"), prefixes: ["/ecom/v2/carts"] },
  checkouts: { load: () => import("./checkout.ts"), prefixes: ["/ecom/v1/checkouts"] },
  checkoutContent: {
    load: () => import("./checkout.ts"),
    prefixes: ["/ecom/v1/checkout-content"],
  },
  totals: { load: () => import("./cart.ts"), prefixes: ["/ecom/v1/calculate-totals"] },
  backInStock: {
    load: () => import("./back-in-stock.ts"),
    prefixes: ["/back-in-stock-service"],
  },
  coupons: { load: () => import("./discounts.ts"), prefixes: ["/stores/v2/coupons"] },
  discountRules: {
    load: () => import("./discounts.ts"),
    prefixes: ["/ecom/v1/discount-rules"],
  },
  shippingOptions: {
    load: () => import("./shipping.ts"),
    prefixes: ["/ecom/v1/shipping-options"],
  },
  deliveryProfiles: {
    load: () => import("./shipping.ts"),
    prefixes: ["/ecom/v1/delivery-profiles"],
  },
  deliverySolutions: {
    load: () => import("./shipping.ts"),
    prefixes: ["/_api/delivery-rates/v1"],
  },
  pickupLocations: {
    load: () => import("./shipping.ts"),
    prefixes: ["/v1/pickup-locations", "/v1/bulk/pickup-locations"],
  },
  localDeliveryOptions: {
    load: () => import("./shipping.ts"),
    prefixes: [
      "/v1/local-delivery-options",
      "/v1/bulk/local-delivery-options",
      "/stores/v1/localDeliveryOptions",
    ],
  },
  shippoConfigurations: {
    load: () => import("./shipping.ts"),
    prefixes: ["/ecom/v1/shippo-configurations"],
  },
  tips: { load: () => import("./tips.ts"), prefixes: ["/tips/v1/tips"] },
  tippableStaff: { load: () => import("./tips.ts"), prefixes: ["/tips-staff/v1"] },
  tipSettings: { load: () => import("./tips.ts"), prefixes: ["/tip-settings/v1"] },
  giftCards: { load: () => import("./gift-cards.ts"), prefixes: ["/gift-cards/v1"] },
  giftVouchers: { load: () => import("./gift-cards.ts"), prefixes: ["/ecom/v1/gift-cards"] },
  checkoutSettings: {
    load: () => import("./settings.ts"),
    prefixes: ["/ecom/v1/checkout-settings"],
  },
  siteProperties: {
    load: () => import("./settings.ts"),
    prefixes: ["/site-properties/v4/properties"],
  },
  ecommerceSettings: {
    load: () => import("./settings.ts"),
    prefixes: ["/_api/ecommerce-settings"],
  },
  checkoutTemplates: {
    load: () => import("./checkout.ts"),
    prefixes: ["/ecom/v1/checkout-templates", "/v1/bulk/checkout-templates"],
  },
  currencies: { load: () => import("./currencies.ts"), prefixes: ["/currency_converter/v1"] },
  subscriptionContracts: {
    load: () => import("./subscriptions.ts"),
    prefixes: ["/ecom/subscription-contracts/v1"],
  },
  draftContracts: {
    load: () => import("./subscriptions.ts"),
    prefixes: ["/v1/draft-subscription-contracts", "/v1/bulk/draft-subscription-contracts"],
  },
  abandonedCheckouts: {
    load: () => import("./abandoned-checkouts.ts"),
    prefixes: [
      "/ecom/v1/abandoned-checkout",
      "/ecom/v1/abandoned-checkouts",
      "/ecom/v1/bulk/abandoned-checkout",
    ],
  },
  backInStockSettings: {
    load: () => import("./back-in-stock.ts"),
    prefixes: ["/back-in-stock-service/v1/back-in-stock-notification-requests/settings"],
  },
  taxGroups: { load: () => import("./tax.ts"), prefixes: ["/billing/v1/tax-groups"] },
  taxRegions: {
    load: () => import("./tax.ts"),
    prefixes: ["/billing/v1/tax-regions", "/billing/v1/bulk/tax-regions"],
  },
  manualTaxMappings: {
    load: () => import("./tax.ts"),
    prefixes: ["/billing/v1/manual-tax-mappings", "/billing/v1/bulk/manual-tax-mappings"],
  },
  taxSettings: { load: () => import("./tax.ts"), prefixes: ["/billing/v1/tax-settings"] },
  taxCalculation: {
    load: () => import("./tax.ts"),
    prefixes: ["/billing/v1/calculate-tax", "/billing/v1/list-tax-calculators"],
  },
  tags: { load: () => import("./orders.ts"), prefixes: ["/tags/v1"] },
  orders: {
    load: () => import("./orders.ts"),
    prefixes: [
      "/ecom/v1/orders",
      "/ecom/v1/ep-orders",
      "/ecom/v1/bulk/orders",
      "/ecom/v1/payments-collector",
      "/v1/bulk/payments-collector",
    ],
  },
  orderTransactions: {
    load: () => import("./payments.ts"),
    prefixes: ["/ecom/v1/payments", "/ecom/v1/ep-payments", "/ecom/v1/bulk/payments"],
  },
  orderBilling: { load: () => import("./payments.ts"), prefixes: ["/ecom/v1/order-billing"] },
  orderFulfillments: {
    load: () => import("./orders.ts"),
    prefixes: ["/ecom/v1/fulfillments"],
  },
  orderInvoices: {
    load: () => import("./orders.ts"),
    prefixes: ["/ecom/v1/invoices", "/ecom/v1/ep-invoices", "/ecom/v1/bulk/invoices"],
  },
  orderPaymentRequests: {
    load: () => import("./payments.ts"),
    prefixes: ["/ecom/v1/order-payment-requests", "/v1/bulk/order-payment-requests"],
  },
  draftOrders: { load: () => import("./orders.ts"), prefixes: ["/ecom/v1/draft-orders"] },
  ordersSettings: {
    load: () => import("./settings.ts"),
    prefixes: ["/ecom/v1/orders-settings"],
  },
  events: { load: () => import("./events.ts"), prefixes: ["/events/v3"] },
  eventCategories: {
    load: () => import("./events.ts"),
    prefixes: ["/events/v1/categories", "/events/v1/bulk/categories", "/events/v1/bulk-async/categories"],
  },
  eventPolicies: {
    load: () => import("./events.ts"),
    prefixes: ["/events-policies", "/events/v2/policies"],
  },
  eventSchedule: { load: () => import("./events.ts"), prefixes: ["/events/v1/schedule"] },
  eventScheduleBookmarks: {
    load: () => import("./events.ts"),
    prefixes: ["/events/v1/schedule"],
  },
  eventForms: { load: () => import("./events.ts"), prefixes: ["/events/v1/events"] },
  eventNotifications: {
    load: () => import("./events.ts"),
    prefixes: ["/events-notifications", "/events/v2/notifications"],
  },
  eventStaffMembers: {
    load: () => import("./staff.ts"),
    prefixes: ["/events/v1/staff-members"],
  },
  eventsSettings: { load: () => import("./events.ts"), prefixes: ["/events/v1/settings"] },
  ticketDefinitions: {
    load: () => import("./tickets.ts"),
    prefixes: [
      "/events-ticket-definitions",
      "/events/v3/ticket-definitions",
      "/events/v3/bulk/ticket-definitions",
    ],
  },
  ticketDefinitionsV1: {
    load: () => import("./tickets.ts"),
    prefixes: ["/events/v1/ticket-definitions", "/events/v2/ticket-definitions"],
  },
  ticketReservations: {
    load: () => import("./tickets.ts"),
    prefixes: ["/events/v1/ticket-reservations", "/events/v1/bulk/ticket-reservations"],
  },
  tickets: { load: () => import("./tickets.ts"), prefixes: ["/events/v1/tickets"] },
  rsvps: { load: () => import("./guests.ts"), prefixes: ["/events/v2/rsvps", "/events/v2/bulk/rsvps"] },
  rsvpsV1: { load: () => import("./guests.ts"), prefixes: ["/events/v1/rsvp"] },
  eventGuests: {
    load: () => import("./guests.ts"),
    prefixes: ["/events/v2/guests", "/events-guests"],
  },
  eventOrders: {
    load: () => import("./tickets.ts"),
    prefixes: ["/events/v1/orders", "/events/v1/events"],
  },
  eventCheckout: {
    load: () => import("./tickets.ts"),
    prefixes: ["/events/v1/checkout", "/events/v1/pos-checkout"],
  },
  oauth: { load: () => import("./members.ts"), prefixes: ["/oauth2"] },
  oauthKeys: { load: () => import("./members.ts"), prefixes: ["/oauth2/jwks"] },
  members: { load: () => import("./members.ts"), prefixes: ["/members/v1/members"] },
  memberBadges: { load: () => import("./members.ts"), prefixes: ["/members/v3/badges"] },
  memberCustomFields: {
    load: () => import("./members.ts"),
    prefixes: ["/members/v1/custom-fields"],
  },
  memberRoles: { load: () => import("./members.ts"), prefixes: ["/members/v1/roles/members"] },
  memberRoleDefinitions: {
    load: () => import("./members.ts"),
    prefixes: ["/members/v1/roles/definitions"],
  },
  memberFollowers: { load: () => import("./members.ts"), prefixes: ["/members/v3/followers"] },
  memberAbouts: { load: () => import("./members.ts"), prefixes: ["/members/v2/abouts"] },
  memberPrivacy: {
    load: () => import("./members.ts"),
    prefixes: ["/members/v1/default-privacy-status", "/members/v1/privacy-settings"],
  },
  authentication: {
    load: () => import("./members.ts"),
    prefixes: ["/_api/iam/authentication", "/iam/authentication"],
  },
  signOnPolicies: { load: () => import("./members.ts"), prefixes: ["/iam/signon"] },
  wishlists: {
    load: () => import("./members.ts"),
    prefixes: ["/ecom/v1/wishlists", "/stores/v1/wishlists"],
  },
  recovery: { load: () => import("./members.ts"), prefixes: ["/_api/iam/recovery"] },
  verification: { load: () => import("./members.ts"), prefixes: ["/_api/iam/verification"] },
  mediaFiles: {
    load: () => import("./media.ts"),
    prefixes: ["/site-media/v1"],
  },
  dataItems: {
    load: () => import("./site-data.ts"),
    prefixes: ["/wix-data/v2/items", "/wix-data/v2/bulk/items"],
  },
  dataCollections: { load: () => import("./site-data.ts"), prefixes: ["/wix-data/v2/collections"] },
  redirects: {
    load: () => import("./redirects.ts"),
    prefixes: ["/_api/redirects-api", "/redirect-session", "/headless"],
  },
  graphql: { load: () => import("./graphql.ts"), prefixes: ["/graphql"] },
} as const;

type Table = typeof services;
export type ServiceName = keyof Table;

/** The endpoints of every service, by name. */
export type Services = {
  readonly [Name in ServiceName]: Awaited<ReturnType<Table[Name]["load"]>> extends Record<Name, infer S>
    ? S
    : never;
};

/** Loads a service by name. Throws Error if there is none. */
export async function loadService(name: string): Promise<Service> {
  if (!Object.hasOwn(services, name)) throw new Error(`There is no service ${name}`);
  const module = (await services[name as ServiceName].load()) as Readonly<Record<string, Service>>;
  return module[name] as Service;
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
