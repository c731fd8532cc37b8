import type { Service } from "../api/endpoint.ts";
import { loadService, type ServiceName, type Services, services as table } from "../api/services/index.ts";
import type { CatalogVersion } from "./kernel/catalog-version.ts";
import type { DueHandler } from "./kernel/due.ts";
import type { PlatformError, StoreTx } from "./kernel/tx.ts";

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
  sharedRevision?: {
    of(tx: StoreTx): string;
    /** How long a write takes, in milliseconds. */
    duration(tx: StoreTx): number;
    conflict(): PlatformError;
  };
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

const modules: Readonly<Record<ServiceName, () => Promise<object>>> = {
  products: () => import("./products/v1/calls.ts"),
  collections: () => import("./collections/collection-calls.ts"),
  inventory: () => import("./inventory/stock-calls.ts"),
  catalogVersioning: () => import("./products/version-calls.ts"),
  productsV3: () => import("./products/v3/calls.ts"),
  variantsV3: () => import("./products/v3/calls.ts"),
  inventoryItemsV3: () => import("./inventory/items-v3-calls.ts"),
  brandsV3: () => import("./products/v3/reference-calls.ts"),
  customizationsV3: () => import("./products/v3/customization-calls.ts"),
  infoSectionsV3: () => import("./products/v3/reference-calls.ts"),
  ribbonsV3: () => import("./products/v3/reference-calls.ts"),
  promotionsV3: () => import("./products/v3/grouped-calls.ts"),
  productGroupsV3: () => import("./products/v3/grouped-calls.ts"),
  storesLocations: () => import("./inventory/items-v3-calls.ts"),
  recommendations: () => import("./products/recommendation-calls.ts"),
  storeCategories: () => import("./collections/category-calls.ts"),
  currentCart: () => import("./cart/v1-calls.ts"),
  carts: () => import("./cart/v1-calls.ts"),
  currentCartV2: () => import("./cart/calls.ts"),
  cartsV2: () => import("./cart/calls.ts"),
  checkouts: () => import("./checkout/v1-calls.ts"),
  checkoutContent: () => import("./checkout/calls.ts"),
  totals: () => import("./cart/calls.ts"),
  backInStock: () => import("./back-in-stock/calls.ts"),
  coupons: () => import("./discounts/calls.ts"),
  discountRules: () => import("./discounts/calls.ts"),
  shippingOptions: () => import("./shipping/calls.ts"),
  deliveryProfiles: () => import("./shipping/calls.ts"),
  deliverySolutions: () => import("./shipping/solution-calls.ts"),
  pickupLocations: () => import("./shipping/calls.ts"),
  localDeliveryOptions: () => import("./shipping/calls.ts"),
  shippoConfigurations: () => import("./shipping/calls.ts"),
  tips: () => import("./tips/calls.ts"),
  tippableStaff: () => import("./tips/calls.ts"),
  tipSettings: () => import("./tips/calls.ts"),
  giftCards: () => import("./gift-cards/calls.ts"),
  giftVouchers: () => import("./gift-cards/calls.ts"),
  checkoutSettings: () => import("./settings/calls.ts"),
  siteProperties: () => import("./settings/calls.ts"),
  ecommerceSettings: () => import("./settings/calls.ts"),
  checkoutTemplates: () => import("./checkout/calls.ts"),
  currencies: () => import("./currencies/calls.ts"),
  subscriptionContracts: () => import("./subscriptions/calls.ts"),
  draftContracts: () => import("./subscriptions/calls.ts"),
  abandonedCheckouts: () => import("./abandoned-checkouts/calls.ts"),
  backInStockSettings: () => import("./back-in-stock/calls.ts"),
  taxGroups: () => import("./tax/calls.ts"),
  taxRegions: () => import("./tax/calls.ts"),
  manualTaxMappings: () => import("./tax/calls.ts"),
  taxSettings: () => import("./tax/calls.ts"),
  taxCalculation: () => import("./tax/calls.ts"),
  tags: () => import("./orders/calls.ts"),
  orders: () => import("./orders/calls.ts"),
  storesOrders: () => import("./orders/stores-orders.ts"),
  orderTransactions: () => import("./payments/calls.ts"),
  orderBilling: () => import("./payments/calls.ts"),
  orderFulfillments: () => import("./orders/calls.ts"),
  orderInvoices: () => import("./orders/calls.ts"),
  orderPaymentRequests: () => import("./payments/calls.ts"),
  draftOrders: () => import("./orders/draft-calls.ts"),
  ordersSettings: () => import("./settings/calls.ts"),
  events: () => import("./events/calls.ts"),
  eventsV1: () => import("./events/legacy-calls.ts"),
  eventCategories: () => import("./events/category-calls.ts"),
  eventPolicies: () => import("./events/setup-calls.ts"),
  eventSchedule: () => import("./events/schedule-calls.ts"),
  eventScheduleBookmarks: () => import("./events/schedule-calls.ts"),
  eventForms: () => import("./events/setup-calls.ts"),
  eventNotifications: () => import("./events/setup-calls.ts"),
  eventStaffMembers: () => import("./staff/calls.ts"),
  eventsSettings: () => import("./events/setup-calls.ts"),
  ticketDefinitions: () => import("./tickets/calls.ts"),
  ticketDefinitionsV1: () => import("./tickets/legacy-definition-calls.ts"),
  ticketReservations: () => import("./tickets/checkout-calls.ts"),
  tickets: () => import("./tickets/calls.ts"),
  rsvps: () => import("./guests/calls.ts"),
  rsvpsV1: () => import("./guests/legacy-calls.ts"),
  eventGuests: () => import("./guests/calls.ts"),
  eventOrders: () => import("./tickets/order-calls.ts"),
  eventCheckout: () => import("./tickets/checkout-calls.ts"),
  oauth: () => import("./members/oauth-calls.ts"),
  oauthKeys: () => import("./members/oauth-calls.ts"),
  members: () => import("./members/calls.ts"),
  memberBadges: () => import("./members/community-calls.ts"),
  memberCustomFields: () => import("./members/community-calls.ts"),
  memberRoles: () => import("./members/community-calls.ts"),
  memberRoleDefinitions: () => import("./members/community-calls.ts"),
  memberFollowers: () => import("./members/community-calls.ts"),
  memberAbouts: () => import("./members/community-calls.ts"),
  memberPrivacy: () => import("./members/community-calls.ts"),
  authentication: () => import("./members/login-calls.ts"),
  signOnPolicies: () => import("./members/login-calls.ts"),
  wishlists: () => import("./members/wishlist-calls.ts"),
  recovery: () => import("./members/login-calls.ts"),
  verification: () => import("./members/login-calls.ts"),
  mediaFiles: () => import("./media/calls.ts"),
  dataItems: () => import("./site-data/calls.ts"),
  dataCollections: () => import("./site-data/calls.ts"),
  redirects: () => import("./redirects/calls.ts"),
  graphql: () => import("./graphql/calls.ts"),
} satisfies Modules;

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
    "promotionsV3",
    "productGroupsV3",
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
    catalog: version,
    due,
    giveUp,
    sharedRevision,
  };
}
