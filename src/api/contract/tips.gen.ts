// Written by scripts/contract.ts from tips.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { CursorMetadata, ExtendedFields, PagingMetadata, Query, Sorting } from "./models.gen.ts";

export interface TipChoice { value?: string | null; tipType?: "UNKNOWN_TIP_TYPE" | "PERCENTAGE" | "AMOUNT" | "CUSTOM" | (string & {}) | null; [field: string]: unknown; }

export interface Tip { id?: string | null; lineItemSubtotal?: string | null; amount?: string | null; distributions?: TipDistribution[] | null; undistributedAmount?: string | null; [field: string]: unknown; }

export interface TipDistribution { id?: string | null; tipId?: string | null; staff?: TippableStaff | null; amount?: string | null; lineItemInfo?: ({ lineItemId?: string | null; catalogReference?: { catalogItemId?: string | null; appId?: string | null; [field: string]: unknown; } | null; price?: string | null; name?: string | null; quantity?: number | null; [field: string]: unknown; })[] | null; transaction?: { id?: string | null; date?: Time | null; [field: string]: unknown; } | null; orderId?: string | null; createdDate?: Time | null; source?: "UNKNOWN_SOURCE" | "POS" | "WEB" | "DASHBOARD" | (string & {}) | null; [field: string]: unknown; }

export interface TippableStaff { id?: string | null; name?: string | null; staffMemberId?: string | null; identificationData?: { anonymousVisitorId?: string | null; memberId?: string | null; wixUserId?: string | null; appId?: string | null; contactId?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }

export interface TipSettings { locationId?: string | null; paymentTerminalId?: string | null; userId?: string | null; id?: string | null; tipType?: "UNKNOWN_TIP_TYPE" | "PERCENTAGE" | "AMOUNT" | (string & {}) | null; presets?: ({ value?: number | null; default?: boolean | null; [field: string]: unknown; })[] | null; allowCustomerTip?: boolean | null; allowBusinessTipAtPayment?: boolean | null; allowCustomAmount?: boolean | null; allowEditDistribution?: boolean | null; autoTipOnCheckInEnabled?: boolean | null; autoTipOnCheckInPercentage?: number | null; staffDistributionMethod?: "UNKNOWN_SPLIT_METHOD" | "EQUAL" | "PROPORTIONAL" | (string & {}) | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; default?: boolean | null; appId?: string | null; extendedFields?: ExtendedFields | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  tips: {
    preview: EndpointOf<{ lineItemInfo?: ({ lineItemId?: string | null; catalogReference?: { catalogItemId?: string | null; appId?: string | null; [field: string]: unknown; } | null; price?: string | null; name?: string | null; quantity?: number | null; [field: string]: unknown; })[] | null; tipChoice: TipChoice; tipSettingsId?: string | null; draftOrderId?: string | null; [field: string]: unknown; }, { tip?: Tip | null; [field: string]: unknown; }>;
    getByOrder: EndpointOf<{ orderId: string; [field: string]: unknown; }, { tip?: Tip | null; [field: string]: unknown; }>;
    getByDraftOrder: EndpointOf<{ draftOrderId: string; [field: string]: unknown; }, { tip?: Tip | null; [field: string]: unknown; }>;
    getChoice: EndpointOf<{ purchaseFlowId: string; [field: string]: unknown; }, { tipChoice?: TipChoice | null; [field: string]: unknown; }>;
    updateChoice: EndpointOf<{ tipChoice: TipChoice; purchaseFlowId: string; [field: string]: unknown; }, { tipChoice?: TipChoice | null; [field: string]: unknown; }>;
    setOnOrder: EndpointOf<{ orderId?: string | null; draftOrderId?: string | null; tip: Tip; [field: string]: unknown; }, { tip?: Tip | null; orderInfo?: { orderId?: string | null; additionalFeeId?: string | null; additionalFeePrice?: { amount?: string | null; formattedAmount?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    removeFromOrder: EndpointOf<{ orderId?: string | null; draftOrderId?: string | null; [field: string]: unknown; }, { orderInfo?: { orderId?: string | null; additionalFeeId?: string | null; additionalFeePrice?: { amount?: string | null; formattedAmount?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    addDistributions: EndpointOf<{ orderId?: string | null; draftOrderId?: string | null; tipDistributions: TipDistribution[]; [field: string]: unknown; }, { tipDistributions?: TipDistribution[] | null; orderInfo?: { orderId?: string | null; additionalFeeId?: string | null; additionalFeePrice?: { amount?: string | null; formattedAmount?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    queryDistributions: EndpointOf<{ query: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }; [field: string]: unknown; }, { tipDistributions?: TipDistribution[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    sumDistributions: EndpointOf<{ filter: unknown; [field: string]: unknown; }, { totalAmount?: string | null; [field: string]: unknown; }>;
  };
  tippableStaff: {
    list: EndpointOf<{ includeWixUsers?: boolean | null; filterByName?: string | null; filterByIds?: string[] | null; [field: string]: unknown; }, { staff?: TippableStaff[] | null; [field: string]: unknown; }>;
  };
  tipSettings: {
    query: EndpointOf<{ query: Query; [field: string]: unknown; }, { tipSettings?: TipSettings[] | null; pagingMetadata?: PagingMetadata | null; [field: string]: unknown; }>;
    update: EndpointOf<{ tipSettings: TipSettings; [field: string]: unknown; }, { tipSettings?: TipSettings | null; [field: string]: unknown; }>;
    create: EndpointOf<{ tipSettings: TipSettings; [field: string]: unknown; }, { tipSettings?: TipSettings | null; [field: string]: unknown; }>;
    createDefault: EndpointOf<{ tipSettings: TipSettings; [field: string]: unknown; }, { tipSettings?: TipSettings | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ tipSettingsId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
}
