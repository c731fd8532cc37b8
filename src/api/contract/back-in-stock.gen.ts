// Written by scripts/contract.ts from back-in-stock.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { CatalogReference, Image, PagingMetadata, Query } from "./models.gen.ts";

export interface BackInStockRequest { id?: string | null; catalogReference?: CatalogReference | null; email?: string | null; contactId?: string | null; status?: "UNSPECIFIED" | "RECEIVED" | "PROCESSING" | "NOTIFICATION_SENT" | "FAILED" | (string & {}) | null; autoNotified?: boolean | null; createdDate?: Time | null; itemUrl?: string | null; itemDetails?: BackInStockItem | null; [field: string]: unknown; }

export interface BackInStockItem { name?: string | null; price?: string | null; image?: Image | null; [field: string]: unknown; }

export interface BackInStockSettings { collectionStates?: ({ appId?: string | null; collectingRequests?: boolean | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  backInStock: {
    create: EndpointOf<{ request: BackInStockRequest; itemDetails: BackInStockItem; [field: string]: unknown; }, { request?: BackInStockRequest | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: Query | null; [field: string]: unknown; }, { requests?: BackInStockRequest[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; [field: string]: unknown; }, { request?: BackInStockRequest | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    markAsNotificationSent: EndpointOf<{ id: string; [field: string]: unknown; }, { request?: BackInStockRequest | null; [field: string]: unknown; }>;
    countByCatalogReference: EndpointOf<{ catalogReferences: CatalogReference[]; [field: string]: unknown; }, { countsPerCatalogReference?: ({ catalogReference?: CatalogReference | null; count?: number | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    reportItemsBackInStock: EndpointOf<{ catalogReference?: CatalogReference | null; requestIds?: string[] | null; itemDetails: BackInStockItem; extraAutomationTemplateParameters?: Record<string, string> | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
  backInStockSettings: {
    start: EndpointOf<{ appId: string; [field: string]: unknown; }, { settings?: BackInStockSettings | null; [field: string]: unknown; }>;
    stop: EndpointOf<{ appId: string; [field: string]: unknown; }, { settings?: BackInStockSettings | null; [field: string]: unknown; }>;
    get: EndpointOf<{ [field: string]: unknown; }, { settings?: BackInStockSettings | null; [field: string]: unknown; }>;
  };
}
