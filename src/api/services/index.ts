import type { Endpoint, Service } from "../endpoint.ts";

/** Returns the prefixes of a service of catalog v3: of its calls, and of those for many objects. */
const catalogV3 = (name: string) => [`/stores/v3/${name}`, `/stores/v3/bulk/${name}`] as const;

/**
 * Every service of the platform: the module that exports its endpoints under the service's name, and the public path
 * prefixes that the sandbox serves. To load all services at once, see all.ts; for facts without schemas, calls.ts.
 */
export const services = {
  products: {
    load: () => import("./products/products.ts"),
    prefixes: [
      "/stores/v1/products",
      "/stores/v1/bulk/products",
      "/stores-reader/v1/products",
      "/stores-reader/v1/variants",
    ],
  },
  collections: {
    load: () => import("./collections/collections.ts"),
    prefixes: [
      "/v2/collections",
      "/stores-reader/v2/collections",
      "/stores-reader/v1/collections",
      "/stores/v1/collections",
      "/v1/collections",
    ],
  },
  inventory: {
    load: () => import("./inventory/inventory.ts"),
    prefixes: ["/stores/v2/inventoryItems", "/stores-reader/v2/inventoryItems"],
  },
  catalogVersioning: {
    load: () => import("./products/catalog-versioning.ts"),
    prefixes: ["/stores/v3/provision"],
  },
  productsV3: {
    load: () => import("./products/products-v3.ts"),
    prefixes: [
      "/stores/v3/products",
      "/stores/v3/all-products-category",
      "/stores/v3/products-with-inventory",
      "/stores/v3/bulk/products",
      "/stores/v3/bulk/products-with-inventory",
    ],
  },
  variantsV3: {
    load: () => import("./products/products-v3.ts"),
    prefixes: ["/stores/v3/products/query-variants", "/stores/v3/products/search-variants"],
  },
  inventoryItemsV3: {
    load: () => import("./inventory/inventory-v3.ts"),
    prefixes: catalogV3("inventory-items"),
  },
  brandsV3: {
    load: () => import("./products/brands-v3.ts"),
    prefixes: catalogV3("brands"),
  },
  customizationsV3: {
    load: () => import("./products/customizations-v3.ts"),
    prefixes: catalogV3("customizations"),
  },
  infoSectionsV3: {
    load: () => import("./products/info-sections-v3.ts"),
    prefixes: catalogV3("info-sections"),
  },
  ribbonsV3: {
    load: () => import("./products/ribbons-v3.ts"),
    prefixes: catalogV3("ribbons"),
  },
  promotionsV3: {
    load: () => import("./products/promotions-v3.ts"),
    prefixes: catalogV3("promotions"),
  },
  productGroupsV3: {
    load: () => import("./products/product-groups-v3.ts"),
    prefixes: catalogV3("product-groups"),
  },
  storesLocations: {
    load: () => import("./inventory/inventory-v3.ts"),
    prefixes: ["/stores/v3/locations"],
  },
  recommendations: {
    load: () => import("./products/recommendations.ts"),
    prefixes: ["/v1/recommendations", "/ecom/v1/recommendations"],
  },
  storeCategories: { load: () => import("./collections/store-categories.ts"), prefixes: ["/categories"] },
  currentCart: { load: () => import("./cart/carts-v1.ts"), prefixes: ["/ecom/v1/carts/current"] },
  carts: { load: () => import("./cart/carts-v1.ts"), prefixes: ["/ecom/v1/carts"] },
  currentCartV2: { load: () => import("./cart/carts-v2.ts"), prefixes: ["/ecom/v2/carts/current"] },
  cartsV2: { load: () => import("./cart/carts-v2.ts"), prefixes: ["/ecom/v2/carts"] },
  checkouts: { load: () => import("./checkout/checkouts.ts"), prefixes: ["/ecom/v1/checkouts"] },
  checkoutContent: {
    load: () => import("./checkout/checkout-templates.ts"),
    prefixes: ["/ecom/v1/checkout-content"],
  },
  totals: { load: () => import("./cart/totals.ts"), prefixes: ["/ecom/v1/calculate-totals"] },
  backInStock: {
    load: () => import("./back-in-stock/back-in-stock.ts"),
    prefixes: ["/back-in-stock-service"],
  },
  coupons: { load: () => import("./discounts/discounts.ts"), prefixes: ["/stores/v2/coupons"] },
  discountRules: {
    load: () => import("./discounts/discounts.ts"),
    prefixes: ["/ecom/v1/discount-rules"],
  },
  shippingOptions: {
    load: () => import("./shipping/shipping-options.ts"),
    prefixes: ["/ecom/v1/shipping-options"],
  },
  deliveryProfiles: {
    load: () => import("./shipping/delivery-profiles.ts"),
    prefixes: ["/ecom/v1/delivery-profiles"],
  },
  deliverySolutions: {
    load: () => import("./shipping/delivery-solutions.ts"),
    prefixes: ["/_api/delivery-rates/v1"],
  },
  pickupLocations: {
    load: () => import("./shipping/pickup-locations.ts"),
    prefixes: ["/v1/pickup-locations", "/v1/bulk/pickup-locations"],
  },
  localDeliveryOptions: {
    load: () => import("./shipping/local-delivery-options.ts"),
    prefixes: [
      "/v1/local-delivery-options",
      "/v1/bulk/local-delivery-options",
      "/stores/v1/localDeliveryOptions",
    ],
  },
  shippoConfigurations: {
    load: () => import("./shipping/shippo-configurations.ts"),
    prefixes: ["/ecom/v1/shippo-configurations"],
  },
  tips: { load: () => import("./tips/tips.ts"), prefixes: ["/tips/v1/tips"] },
  tippableStaff: { load: () => import("./tips/tips.ts"), prefixes: ["/tips-staff/v1"] },
  tipSettings: { load: () => import("./tips/tips.ts"), prefixes: ["/tip-settings/v1"] },
  giftCards: { load: () => import("./gift-cards/gift-cards.ts"), prefixes: ["/gift-cards/v1"] },
  giftVouchers: { load: () => import("./gift-cards/gift-cards.ts"), prefixes: ["/ecom/v1/gift-cards"] },
  checkoutSettings: {
    load: () => import("./settings/settings.ts"),
    prefixes: ["/ecom/v1/checkout-settings"],
  },
  siteProperties: {
    load: () => import("./settings/settings.ts"),
    prefixes: ["/site-properties/v4/properties"],
  },
  ecommerceSettings: {
    load: () => import("./settings/settings.ts"),
    prefixes: ["/_api/ecommerce-settings"],
  },
  checkoutTemplates: {
    load: () => import("./checkout/checkout-templates.ts"),
    prefixes: ["/ecom/v1/checkout-templates", "/v1/bulk/checkout-templates"],
  },
  currencies: { load: () => import("./currencies/currencies.ts"), prefixes: ["/currency_converter/v1"] },
  subscriptionContracts: {
    load: () => import("./subscriptions/subscriptions.ts"),
    prefixes: ["/ecom/subscription-contracts/v1"],
  },
  draftContracts: {
    load: () => import("./subscriptions/subscriptions.ts"),
    prefixes: ["/v1/draft-subscription-contracts", "/v1/bulk/draft-subscription-contracts"],
  },
  abandonedCheckouts: {
    load: () => import("./abandoned-checkouts/abandoned-checkouts.ts"),
    prefixes: [
      "/ecom/v1/abandoned-checkout",
      "/ecom/v1/abandoned-checkouts",
      "/ecom/v1/bulk/abandoned-checkout",
    ],
  },
  backInStockSettings: {
    load: () => import("./back-in-stock/back-in-stock.ts"),
    prefixes: ["/back-in-stock-service/v1/back-in-stock-notification-requests/settings"],
  },
  taxGroups: { load: () => import("./tax/tax.ts"), prefixes: ["/billing/v1/tax-groups"] },
  taxRegions: {
    load: () => import("./tax/tax.ts"),
    prefixes: ["/billing/v1/tax-regions", "/billing/v1/bulk/tax-regions"],
  },
  manualTaxMappings: {
    load: () => import("./tax/manual-tax-mappings.ts"),
    prefixes: ["/billing/v1/manual-tax-mappings", "/billing/v1/bulk/manual-tax-mappings"],
  },
  taxSettings: { load: () => import("./tax/tax.ts"), prefixes: ["/billing/v1/tax-settings"] },
  taxCalculation: {
    load: () => import("./tax/tax.ts"),
    prefixes: ["/billing/v1/calculate-tax", "/billing/v1/list-tax-calculators"],
  },
  tags: { load: () => import("./orders/orders.ts"), prefixes: ["/tags/v1"] },
  orders: {
    load: () => import("./orders/orders.ts"),
    prefixes: [
      "/ecom/v1/orders",
      "/ecom/v1/ep-orders",
      "/ecom/v1/bulk/orders",
      "/ecom/v1/payments-collector",
      "/v1/bulk/payments-collector",
    ],
  },
  orderTransactions: {
    load: () => import("./payments/order-transactions.ts"),
    prefixes: ["/ecom/v1/payments", "/ecom/v1/ep-payments", "/ecom/v1/bulk/payments"],
  },
  orderBilling: { load: () => import("./payments/order-billing.ts"), prefixes: ["/ecom/v1/order-billing"] },
  orderFulfillments: {
    load: () => import("./orders/order-fulfillments.ts"),
    prefixes: ["/ecom/v1/fulfillments"],
  },
  orderInvoices: {
    load: () => import("./orders/order-invoices.ts"),
    prefixes: ["/ecom/v1/invoices", "/ecom/v1/ep-invoices", "/ecom/v1/bulk/invoices"],
  },
  orderPaymentRequests: {
    load: () => import("./payments/order-payment-requests.ts"),
    prefixes: ["/ecom/v1/order-payment-requests", "/v1/bulk/order-payment-requests"],
  },
  draftOrders: { load: () => import("./orders/draft-orders.ts"), prefixes: ["/ecom/v1/draft-orders"] },
  ordersSettings: {
    load: () => import("./settings/settings.ts"),
    prefixes: ["/ecom/v1/orders-settings"],
  },
  events: { load: () => import("./events/events.ts"), prefixes: ["/events/v3"] },
  eventCategories: {
    load: () => import("./events/event-categories.ts"),
    prefixes: ["/events/v1/categories", "/events/v1/bulk/categories", "/events/v1/bulk-async/categories"],
  },
  eventPolicies: {
    load: () => import("./events/event-settings.ts"),
    prefixes: ["/events-policies", "/events/v2/policies"],
  },
  eventSchedule: { load: () => import("./events/event-schedule.ts"), prefixes: ["/events/v1/schedule"] },
  eventScheduleBookmarks: {
    load: () => import("./events/event-schedule.ts"),
    prefixes: ["/events/v1/schedule"],
  },
  eventForms: { load: () => import("./events/event-forms.ts"), prefixes: ["/events/v1/events"] },
  eventNotifications: {
    load: () => import("./events/event-settings.ts"),
    prefixes: ["/events-notifications", "/events/v2/notifications"],
  },
  eventStaffMembers: {
    load: () => import("./staff/staff.ts"),
    prefixes: ["/events/v1/staff-members"],
  },
  eventsSettings: { load: () => import("./events/event-settings.ts"), prefixes: ["/events/v1/settings"] },
  ticketDefinitions: {
    load: () => import("./tickets/ticket-definitions.ts"),
    prefixes: [
      "/events-ticket-definitions",
      "/events/v3/ticket-definitions",
      "/events/v3/bulk/ticket-definitions",
    ],
  },
  ticketDefinitionsV1: {
    load: () => import("./tickets/ticket-definitions-v1.ts"),
    prefixes: ["/events/v1/ticket-definitions", "/events/v2/ticket-definitions"],
  },
  ticketReservations: {
    load: () => import("./tickets/ticket-reservations.ts"),
    prefixes: ["/events/v1/ticket-reservations", "/events/v1/bulk/ticket-reservations"],
  },
  tickets: { load: () => import("./tickets/tickets.ts"), prefixes: ["/events/v1/tickets"] },
  rsvps: { load: () => import("./guests/rsvp.ts"), prefixes: ["/events/v2/rsvps", "/events/v2/bulk/rsvps"] },
  rsvpsV1: { load: () => import("./guests/rsvp-v1.ts"), prefixes: ["/events/v1/rsvp"] },
  eventGuests: {
    load: () => import("./guests/event-guests.ts"),
    prefixes: ["/events/v2/guests", "/events-guests"],
  },
  eventOrders: {
    load: () => import("./tickets/ticket-orders.ts"),
    prefixes: ["/events/v1/orders", "/events/v1/events"],
  },
  eventCheckout: {
    load: () => import("./tickets/event-checkout.ts"),
    prefixes: ["/events/v1/checkout", "/events/v1/pos-checkout"],
  },
  oauth: { load: () => import("./members/oauth.ts"), prefixes: ["/oauth2"] },
  oauthKeys: { load: () => import("./members/oauth.ts"), prefixes: ["/oauth2/jwks"] },
  members: { load: () => import("./members/members.ts"), prefixes: ["/members/v1/members"] },
  memberBadges: { load: () => import("./members/community.ts"), prefixes: ["/members/v3/badges"] },
  memberCustomFields: {
    load: () => import("./members/community.ts"),
    prefixes: ["/members/v1/custom-fields"],
  },
  memberRoles: { load: () => import("./members/community.ts"), prefixes: ["/members/v1/roles/members"] },
  memberRoleDefinitions: {
    load: () => import("./members/community.ts"),
    prefixes: ["/members/v1/roles/definitions"],
  },
  memberFollowers: { load: () => import("./members/community.ts"), prefixes: ["/members/v3/followers"] },
  memberAbouts: { load: () => import("./members/community.ts"), prefixes: ["/members/v2/abouts"] },
  memberPrivacy: {
    load: () => import("./members/community.ts"),
    prefixes: ["/members/v1/default-privacy-status", "/members/v1/privacy-settings"],
  },
  authentication: {
    load: () => import("./members/authentication.ts"),
    prefixes: ["/_api/iam/authentication", "/iam/authentication"],
  },
  signOnPolicies: { load: () => import("./members/authentication.ts"), prefixes: ["/iam/signon"] },
  wishlists: {
    load: () => import("./members/wishlists.ts"),
    prefixes: ["/ecom/v1/wishlists", "/stores/v1/wishlists"],
  },
  recovery: { load: () => import("./members/authentication.ts"), prefixes: ["/_api/iam/recovery"] },
  verification: { load: () => import("./members/authentication.ts"), prefixes: ["/_api/iam/verification"] },
  mediaFiles: {
    load: () => import("./media/media-files.ts"),
    prefixes: ["/site-media/v1"],
  },
  dataItems: {
    load: () => import("./site-data/site-data.ts"),
    prefixes: ["/wix-data/v2/items", "/wix-data/v2/bulk/items"],
  },
  dataCollections: { load: () => import("./site-data/site-data.ts"), prefixes: ["/wix-data/v2/collections"] },
  redirects: {
    load: () => import("./redirects/redirects.ts"),
    prefixes: ["/_api/redirects-api", "/redirect-session", "/headless"],
  },
  graphql: { load: () => import("./graphql/graphql.ts"), prefixes: ["/graphql"] },
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

/** Loads the endpoint of a call such as `products.query`. Throws Error if there is none. */
export async function loadEndpoint(call: string): Promise<Endpoint> {
  const [service = "", operation = ""] = call.split(".");
  const endpoint = (await loadService(service))[operation];
  if (!endpoint) throw new Error(`There is no call ${call}`);
  return endpoint;
}
