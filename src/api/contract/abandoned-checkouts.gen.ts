// Written by scripts/contract.ts from abandoned-checkouts.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { Aggregation, AppliedDiscount, BulkActionMetadata, BulkResults, ContactDetails, LineItem, MultiCurrencyPrice, PagingMetadata, Query, RedirectResult, SearchDetails, Sorting } from "./models.gen.ts";

export interface AbandonedCheckout { id?: string | null; createdDate?: Time | null; updatedDate?: Time | null; checkoutId?: string | null; cartId?: string | null; status?: "ABANDONED" | "RECOVERED" | (string & {}) | null; buyerLanguage?: string | null; buyerInfo?: { visitorId?: string | null; memberId?: string | null; userId?: string | null; contactId?: string | null; email?: string | null; [field: string]: unknown; } | null; contactDetails?: ContactDetails | null; currency?: string | null; conversionCurrency?: string | null; totalPrice?: MultiCurrencyPrice | null; subtotalPrice?: MultiCurrencyPrice | null; activities?: ({ createdDate?: Time | null; type?: "SCHEDULED" | "EMAIL_SENT" | "EMAIL_NOT_SENT" | "NOTIFICATION_SENT" | "TASK_CREATED" | "AUTOMATION_SKIPPED" | (string & {}) | null; [field: string]: unknown; })[] | null; checkoutRecoveredDate?: Time | null; checkoutUrl?: string | null; lineItems?: LineItem[] | null; appliedDiscounts?: AppliedDiscount[] | null; [field: string]: unknown; }

export interface CartAbandonedEvent { cartId?: string | null; creationTime?: Time | null; abandonTime?: Time | null; buyerInfo?: { id?: string | null; email?: string | null; phone?: string | null; identityType?: "ADMIN" | "MEMBER" | "VISITOR" | "CONTACT" | (string & {}) | null; firstName?: string | null; lastName?: string | null; [field: string]: unknown; } | null; itemsCount?: number | null; couponId?: string | null; totals?: unknown | null; checkoutUrl?: string | null; [field: string]: unknown; }

export interface CartRecoveredEvent { cartId?: string | null; recoveredTime?: Time | null; creationTime?: Time | null; abandonedTime?: Time | null; [field: string]: unknown; }

export interface AbandonedCheckoutRecovered { abandonedCheckout?: AbandonedCheckout | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  abandonedCheckouts: {
    get: EndpointOf<{ abandonedCheckoutId: string; [field: string]: unknown; }, { abandonedCheckout?: AbandonedCheckout | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ abandonedCheckoutId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    bulkRemove: EndpointOf<{ abandonedCheckoutIds: string[]; [field: string]: unknown; }, { results?: BulkResults | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query: Query; [field: string]: unknown; }, { results?: AbandonedCheckout[] | null; abandonedCheckouts?: AbandonedCheckout[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    search: EndpointOf<{ search: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; search?: SearchDetails | null; aggregations?: Aggregation[] | null; timeZone?: string | null; [field: string]: unknown; }; [field: string]: unknown; }, { abandonedCheckouts?: AbandonedCheckout[] | null; pagingMetadata?: PagingMetadata | null; [field: string]: unknown; }>;
    addActivity: EndpointOf<{ abandonedCheckoutId: string; activityType: "SCHEDULED" | "EMAIL_SENT" | "EMAIL_NOT_SENT" | "NOTIFICATION_SENT" | "TASK_CREATED" | "AUTOMATION_SKIPPED" | (string & {}); [field: string]: unknown; }, { abandonedCheckout?: AbandonedCheckout | null; [field: string]: unknown; }>;
    analytics: EndpointOf<{ startDate: string; endDate: string; metrics?: ("RECOVERABLE_VALUE" | "RECOVERABLE_CHECKOUT_COUNT" | "AVERAGE_RECOVERABLE_CHECKOUT_VALUE" | "RECOVERED_VALUE" | "RECOVERED_CHECKOUT_COUNT" | "RECOVERY_RATE" | (string & {}))[] | null; statuses?: ("ABANDONED" | "RECOVERED" | (string & {}))[] | null; [field: string]: unknown; }, { currency?: string | null; recoverableValue?: string | null; recoverableCheckoutCount?: number | null; averageRecoverableCheckoutValue?: string | null; recoveredValue?: string | null; recoveredCheckoutCount?: number | null; recoveryRate?: number | null; [field: string]: unknown; }>;
    redirect: EndpointOf<{ abandonedCheckoutId: string; metasiteId: string; [field: string]: unknown; }, RedirectResult>;
  };
}
