import type { Service } from "../api/endpoint.ts";
import { loadService, type ServiceName, type Services, services as table } from "../api/services/index.ts";
import { type CatalogVersion, onlyIn } from "./kernel/catalog-version.ts";
import type { DueHandler } from "./kernel/due.ts";
import type { StoreTx } from "./kernel/store-tx.ts";

/** A handler as the router calls it, with input that was checked against the endpoint's schema. */
export type Handler = (tx: StoreTx, input: never) => unknown;

/** A loaded service. The router answers 501 for a call without a handler. */
export interface LoadedService {
  endpoints: Service;
  handlers?: Readonly<Record<string, Handler>>;
  /** Due work, by the part of its kind after the service's name and a dot. */
  due?: Readonly<Record<string, DueHandler>>;
  /** What is done once due work of a kind has failed for good. */
  giveUp?: Readonly<Record<string, DueHandler>>;
}

/** A service that is loaded on the first request below one of its public path prefixes. */
export interface ServiceLoader<Loaded = LoadedService> {
  name: string;
  prefixes: readonly string[];
  load(): Promise<Loaded>;
}

/** The module of a service exports a handler for each endpoint under the service's name, its due work as `due`
 * and what follows when that fails for good as `giveUp`. */
type Modules = {
  readonly [Name in ServiceName]: () => Promise<
    Readonly<Record<Name, Readonly<Record<keyof Services[Name], Handler>>>> &
      Pick<LoadedService, "due" | "giveUp">
  >;
};

const modules: Modules = {
  products: () => import("./services/products/handlers/products.ts"),
  collections: () => import("./services/collections/handlers/collections.ts"),
  inventory: () => import("./services/inventory/handlers/inventory.ts"),
  catalogVersioning: () => import("./services/products/handlers/catalog-versioning.ts"),
  productsV3: () => import("./services/products/handlers/products-v3.ts"),
  variantsV3: () => import("./services/products/handlers/variants-v3.ts"),
  inventoryItemsV3: () => import("./services/inventory/handlers/inventory-items-v3.ts"),
  brandsV3: () => import("./services/products/handlers/brands-v3.ts"),
  customizationsV3: () => import("./services/products/handlers/customizations-v3.ts"),
  infoSectionsV3: () => import("./services/products/handlers/info-sections-v3.ts"),
  ribbonsV3: () => import("./services/products/handlers/ribbons-v3.ts"),
  storeCategories: () => import("./services/collections/handlers/store-categories.ts"),
  currentCart: () => import("./services/cart/handlers/current-cart.ts"),
  carts: () => import("./services/cart/handlers/carts.ts"),
  currentCartV2: () => import("./services/cart/handlers/current-cart-v2.ts"),
  cartsV2: () => import("./services/cart/handlers/carts-v2.ts"),
  checkouts: () => import("./services/checkout/handlers/checkouts.ts"),
  totals: () => import("./services/cart/handlers/totals.ts"),
  backInStock: () => import("./services/back-in-stock/handlers/back-in-stock.ts"),
  discountRules: () => import("./services/discounts/handlers/discount-rules.ts"),
  shippingOptions: () => import("./services/shipping/handlers/shipping-options.ts"),
  deliveryProfiles: () => import("./services/shipping/handlers/delivery-profiles.ts"),
  pickupLocations: () => import("./services/shipping/handlers/pickup-locations.ts"),
  localDeliveryOptions: () => import("./services/shipping/handlers/local-delivery-options.ts"),
  shippoConfigurations: () => import("./services/shipping/handlers/shippo-configurations.ts"),
  tips: () => import("./services/tips/handlers/tips.ts"),
  tippableStaff: () => import("./services/tips/handlers/tips.ts"),
  tipSettings: () => import("./services/tips/handlers/tip-settings.ts"),
  giftVouchers: () => import("./services/gift-cards/handlers/gift-vouchers.ts"),
  checkoutSettings: () => import("./services/settings/handlers/commerce-settings.ts"),
  ecommerceSettings: () => import("./services/settings/handlers/commerce-settings.ts"),
  checkoutTemplates: () => import("./services/checkout/handlers/checkout-templates.ts"),
  currencies: () => import("./services/currencies/handlers/currencies.ts"),
  subscriptionContracts: () => import("./services/subscriptions/handlers/subscription-contracts.ts"),
  draftContracts: () => import("./services/subscriptions/handlers/draft-contracts.ts"),
  abandonedCheckouts: () => import("./services/abandoned-checkouts/handlers/abandoned-checkouts.ts"),
  backInStockSettings: () => import("./services/back-in-stock/handlers/back-in-stock.ts"),
  taxGroups: () => import("./services/tax/handlers/tax-groups.ts"),
  taxRegions: () => import("./services/tax/handlers/tax-regions.ts"),
  manualTaxMappings: () => import("./services/tax/handlers/manual-tax-mappings.ts"),
  taxSettings: () => import("./services/tax/handlers/tax.ts"),
  taxCalculation: () => import("./services/tax/handlers/tax.ts"),
  orders: () => import("./services/orders/handlers/orders.ts"),
  orderTransactions: () => import("./services/payments/handlers/order-transactions.ts"),
  orderBilling: () => import("./services/payments/handlers/order-billing.ts"),
  orderFulfillments: () => import("./services/orders/handlers/order-fulfillments.ts"),
  orderInvoices: () => import("./services/orders/handlers/order-invoices.ts"),
  orderPaymentRequests: () => import("./services/payments/handlers/order-payment-requests.ts"),
  draftOrders: () => import("./services/orders/handlers/draft-orders.ts"),
  ordersSettings: () => import("./services/settings/handlers/orders-settings.ts"),
  events: () => import("./services/events/handlers/events.ts"),
  eventCategories: () => import("./services/events/handlers/event-categories.ts"),
  eventPolicies: () => import("./services/events/handlers/event-policies.ts"),
  eventSchedule: () => import("./services/events/handlers/event-schedule.ts"),
  eventScheduleBookmarks: () => import("./services/events/handlers/event-schedule-bookmarks.ts"),
  eventForms: () => import("./services/events/handlers/event-forms.ts"),
  eventNotifications: () => import("./services/events/handlers/event-notifications.ts"),
  eventStaffMembers: () => import("./services/staff/handlers/event-staff-members.ts"),
  eventsSettings: () => import("./services/events/handlers/events-settings.ts"),
  ticketDefinitions: () => import("./services/tickets/handlers/ticket-definitions.ts"),
  ticketReservations: () => import("./services/tickets/handlers/ticket-reservations.ts"),
  tickets: () => import("./services/tickets/handlers/tickets.ts"),
  rsvps: () => import("./services/guests/handlers/rsvp.ts"),
  eventGuests: () => import("./services/guests/handlers/event-guests.ts"),
  eventOrders: () => import("./services/tickets/handlers/event-orders.ts"),
  eventCheckout: () => import("./services/tickets/handlers/event-checkout.ts"),
  oauth: () => import("./services/members/handlers/oauth.ts"),
  authentication: () => import("./services/members/handlers/authentication.ts"),
  recovery: () => import("./services/members/handlers/recovery.ts"),
  verification: () => import("./services/members/handlers/verification.ts"),
  redirects: () => import("./services/redirects/handlers/redirects.ts"),
  graphql: () => import("./services/graphql/handlers/graphql.ts"),
};

/** Services that answer 428 while the sandbox runs the other catalog version. */
const catalogs: Readonly<Record<CatalogVersion, readonly ServiceName[]>> = {
  V1_CATALOG: ["products", "collections", "inventory"],
  V3_CATALOG: [
    "productsV3",
    "variantsV3",
    "inventoryItemsV3",
    "brandsV3",
    "customizationsV3",
    "infoSectionsV3",
    "ribbonsV3",
    "storeCategories",
  ],
};

/** Every service of the platform, as the sandbox emulates it. */
export const services: readonly ServiceLoader[] = (Object.keys(table) as ServiceName[]).map((name) => ({
  name,
  prefixes: table[name].prefixes,
  load: () => load(name),
}));

async function load(name: ServiceName): Promise<LoadedService> {
  const [endpoints, module] = await Promise.all([loadService(name), modules[name]()]);
  const handlers = (module as Readonly<Record<string, Readonly<Record<string, Handler>>>>)[name] ?? {};
  const version = (["V1_CATALOG", "V3_CATALOG"] as const).find((one) => catalogs[one].includes(name));
  const { due, giveUp } = module as Pick<LoadedService, "due" | "giveUp">;
  return {
    endpoints,
    handlers: version ? onlyIn(version, handlers) : handlers,
    ...(due && { due }),
    ...(giveUp && { giveUp }),
  };
}
