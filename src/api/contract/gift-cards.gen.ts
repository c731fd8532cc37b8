// Written by scripts/contract.ts from gift-cards.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { CursorMetadata, ExtendedFields, Sorting } from "./models.gen.ts";

export interface GiftCard { id?: string | null; code?: string | null; initialValue?: { amount?: string | null; [field: string]: unknown; } | null; balance?: { amount?: string | null; [field: string]: unknown; } | null; currency?: string | null; expirationDate?: Time | null; createdDate?: Time | null; updatedDate?: Time | null; disabledDate?: Time | null; notificationInfo?: { recipient?: { email?: string | null; name?: string | null; [field: string]: unknown; } | null; notificationDate?: Time | null; personalizedMessage?: string | null; sender?: { email?: string | null; name?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; source?: "ORDER" | "MANUAL" | (string & {}) | null; orderInfo?: { orderId?: string | null; orderNumber?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }

export interface GiftVoucher { obfuscatedCode?: string | null; balance?: { value?: string | null; currency?: string | null; [field: string]: unknown; } | null; status?: "VALID" | "EXPIRED" | "DISABLED" | (string & {}) | null; appId?: string | null; externalId?: string | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  giftCards: {
    create: EndpointOf<{ giftCard: GiftCard; idempotencyKey?: string | null; [field: string]: unknown; }, { giftCard?: GiftCard | null; [field: string]: unknown; }>;
    get: EndpointOf<{ giftCardId: string; [field: string]: unknown; }, { giftCard?: GiftCard | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { giftCards?: GiftCard[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    disable: EndpointOf<{ giftCardId: string; [field: string]: unknown; }, { giftCard?: GiftCard | null; [field: string]: unknown; }>;
    sendEmail: EndpointOf<{ giftCardId: string; recipientEmail?: string | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
  giftVouchers: {
    get: EndpointOf<{ code: string; context?: { locationId?: string | null; [field: string]: unknown; } | null; appId?: string | null; pin?: string | null; [field: string]: unknown; }, { giftCard?: GiftVoucher | null; [field: string]: unknown; }>;
    redeem: EndpointOf<{ code: string; amount: { value?: string | null; currency?: string | null; [field: string]: unknown; }; orderId?: string | null; appId: string; context?: { locationId?: string | null; [field: string]: unknown; } | null; pin?: string | null; extendedFields?: ExtendedFields | null; [field: string]: unknown; }, { transactionId?: string | null; [field: string]: unknown; }>;
    voidTransaction: EndpointOf<{ transactionId: string; appId: string; context?: { locationId?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
}
