import type { Service } from "../api/endpoint.ts";
import { loadService, type ServiceName, type Services, services as table } from "../api/services/index.ts";
import type { CatalogVersion } from "./kernel/catalog-version.ts";
import type { DueHandler } from "./kernel/due.ts";
import type { StoreTx } from "./kernel/store-tx.ts";
import type { PlatformError } from "./kernel/tx.ts";

/** A handler as the router calls it, with input that was checked against the endpoint's schema. */
export type Handler = (tx: StoreTx, input: never) => unknown;

/** A loaded service. The router answers 501 for a call without a handler. */
export interface LoadedService {
  endpoints: Service;
  handlers?: Readonly<Record<string, Handler>>;
  /** The catalog version that the service is part of. Under the other one, the router answers 428. */
  catalog?: CatalogVersion;
  /** Due work, by the part of its kind after the service's name and a dot. */
  due?: Readonly<Record<string, DueHandler>>;
  /** Runs after due work of a kind has failed for good. */
  giveUp?: Readonly<Record<string, DueHandler>>;
  /** A revision that all writes of the service share. A write fails if it changed since the request arrived. */
  sharedRevision?: { of(tx: StoreTx): string; conflict(): PlatformError };
}

/** A service that is loaded on the first request below one of its public path prefixes. */
export interface ServiceLoader<Loaded = LoadedService> {
  name: string;
  prefixes: readonly string[];
  load(): Promise<Loaded>;
}

/**
 * The module of a service exports a handler for each endpoint under the service's name, its due work as `due`,
 * the follow-up of work that failed for good as `giveUp`, and a revision for all writes as `sharedRevision`.
 */
type Modules = {
  readonly [Name in ServiceName]: () => Promise<
    Readonly<Record<Name, Readonly<Record<keyof Services[Name], Handler>>>> &
      Pick<LoadedService, "due" | "giveUp" | "sharedRevision">
  >;
};

const modules: Modules = {
  products: () => import("./handlers/products/products.ts"),
  collections: () => import("./handlers/collections/collections.ts"),
  inventory: () => import("./handlers/inventory/inventory.ts"),
  catalogVersioning: () => import("./handlers/products/catalog-versioning.ts"),
  productsV3: () => import("./handlers/products/products-v3.ts"),
  variantsV3: () => import("./handlers/products/variants-v3.ts"),
  inventoryItemsV3: () => import("./handlers/inventory/inventory-items-v3.ts"),
  brandsV3: () => import("./handlers/products/brands-v3.ts"),
  customizationsV3: () => import("./handlers/products/customizations-v3.ts"),
  infoSectionsV3: () => import("./handlers/products/info-sections-v3.ts"),
  ribbonsV3: () => import("./handlers/products/ribbons-v3.ts"),
  storesLocations: () => import("./handlers/inventory/stores-locations.ts"),
  recommendations: () => import("./handlers/products/recommendations.ts"),
  storeCategories: () => import("./handlers/collections/store-categories.ts"),
  currentCart: () => import("./handlers/cart/current-cart.ts"),
  carts: () => import("./handlers/cart/carts.ts"),
  currentCartV2: () => import("./handlers/cart/current-cart-v2.ts"),
  cartsV2: () => import("./handlers/cart/carts-v2.ts"),
  checkouts: () => import("./handlers/checkout/checkouts.ts"),
  checkoutContent: () => import("./handlers/checkout/checkout-content.ts"),
  totals: () => import("./handlers/cart/totals.ts"),
  backInStock: () => import("./handlers/back-in-stock/back-in-stock.ts"),
  coupons: () => import("./handlers/discounts/coupons.ts"),
  discountRules: () => import("./handlers/discounts/discount-rules.ts"),
  shippingOptions: () => import("./handlers/shipping/shipping-options.ts"),
  deliveryProfiles: () => import("./handlers/shipping/delivery-profiles.ts"),
  deliverySolutions: () => import("./handlers/shipping/delivery-solutions.ts"),
  pickupLocations: () => import("./handlers/shipping/pickup-locations.ts"),
  localDeliveryOptions: () => import("./handlers/shipping/local-delivery-options.ts"),
  shippoConfigurations: () => import("./handlers/shipping/shippo-configurations.ts"),
  tips: () => import("./handlers/tips/tips.ts"),
  tippableStaff: () => import("./handlers/tips/tips.ts"),
  tipSettings: () => import("./handlers/tips/tip-settings.ts"),
  giftVouchers: () => import("./handlers/gift-cards/gift-vouchers.ts"),
  checkoutSettings: () => import("./handlers/settings/commerce-settings.ts"),
  ecommerceSettings: () => import("./handlers/settings/commerce-settings.ts"),
  checkoutTemplates: () => import("./handlers/checkout/checkout-templates.ts"),
  currencies: () => import("./handlers/currencies/currencies.ts"),
  subscriptionContracts: () => import("./handlers/subscriptions/subscription-contracts.ts"),
  draftContracts: () => import("./handlers/subscriptions/draft-contracts.ts"),
  abandonedCheckouts: () => import("./handlers/abandoned-checkouts/abandoned-checkouts.ts"),
  backInStockSettings: () => import("./handlers/back-in-stock/back-in-stock.ts"),
  taxGroups: () => import("./handlers/tax/tax-groups.ts"),
  taxRegions: () => import("./handlers/tax/tax-regions.ts"),
  manualTaxMappings: () => import("./handlers/tax/manual-tax-mappings.ts"),
  taxSettings: () => import("./handlers/tax/tax.ts"),
  taxCalculation: () => import("./handlers/tax/tax.ts"),
  orders: () => import("./handlers/orders/orders.ts"),
  orderTransactions: () => import("./handlers/payments/order-transactions.ts"),
  orderBilling: () => import("./handlers/payments/order-billing.ts"),
  orderFulfillments: () => import("./handlers/orders/order-fulfillments.ts"),
  orderInvoices: () => import("./handlers/orders/order-invoices.ts"),
  orderPaymentRequests: () => import("./handlers/payments/order-payment-requests.ts"),
  draftOrders: () => import("./handlers/orders/draft-orders.ts"),
  ordersSettings: () => import("./handlers/settings/orders-settings.ts"),
  events: () => import("./handlers/events/events.ts"),
  eventCategories: () => import("./handlers/events/event-categories.ts"),
  eventPolicies: () => import("./handlers/events/event-policies.ts"),
  eventSchedule: () => import("./handlers/events/event-schedule.ts"),
  eventScheduleBookmarks: () => import("./handlers/events/event-schedule-bookmarks.ts"),
  eventForms: () => import("./handlers/events/event-forms.ts"),
  eventNotifications: () => import("./handlers/events/event-notifications.ts"),
  eventStaffMembers: () => import("./handlers/staff/event-staff-members.ts"),
  eventsSettings: () => import("./handlers/events/events-settings.ts"),
  ticketDefinitions: () => import("./handlers/tickets/ticket-definitions.ts"),
  ticketReservations: () => import("./handlers/tickets/ticket-reservations.ts"),
  tickets: () => import("./handlers/tickets/tickets.ts"),
  rsvps: () => import("./handlers/guests/rsvp.ts"),
  eventGuests: () => import("./handlers/guests/event-guests.ts"),
  eventOrders: () => import("./handlers/tickets/event-orders.ts"),
  eventCheckout: () => import("./handlers/tickets/event-checkout.ts"),
  oauth: () => import("./handlers/members/oauth.ts"),
  oauthKeys: () => import("./handlers/members/oauth-keys.ts"),
  members: () => import("./handlers/members/members.ts"),
  authentication: () => import("./handlers/members/authentication.ts"),
  recovery: () => import("./handlers/members/recovery.ts"),
  verification: () => import("./handlers/members/verification.ts"),
  mediaFiles: () => import("./handlers/media/media-files.ts"),
  redirects: () => import("./handlers/redirects/redirects.ts"),
  graphql: () => import("./handlers/graphql/graphql.ts"),
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
    "storesLocations",
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
  const { due, giveUp, sharedRevision } = module as Pick<LoadedService, "due" | "giveUp" | "sharedRevision">;
  return {
    endpoints,
    handlers,
    ...(version && { catalog: version }),
    ...(due && { due }),
    ...(giveUp && { giveUp }),
    ...(sharedRevision && { sharedRevision }),
  };
}
