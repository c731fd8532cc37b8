// Written by scripts/contract.ts from staff.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { ExtendedFields, PagingMetadata, Query } from "./models.gen.ts";

export interface StaffMember { allEvents?: { [field: string]: unknown; } | null; specificEvents?: { events?: string[] | null; [field: string]: unknown; } | null; id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; name?: string | null; status?: "PENDING" | "HAS_ACCESS" | "ACCESS_PAUSED" | (string & {}) | null; extendedFields?: ExtendedFields | null; permissions?: ("CHECK_IN_GUESTS" | "SELL_TICKETS" | "ADD_GUESTS" | "READ_ANALYTICS" | "READ_GUEST_FORM" | (string & {}))[] | null; loginLink?: string | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  eventStaffMembers: {
    create: EndpointOf<{ staffMember: StaffMember; [field: string]: unknown; }, { staffMember?: StaffMember | null; [field: string]: unknown; }>;
    get: EndpointOf<{ staffMemberId: string; fieldsets?: ("LOGIN_LINK" | (string & {}))[] | null; [field: string]: unknown; }, { staffMember?: StaffMember | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ staffMemberId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ staffMember: StaffMember; [field: string]: unknown; }, { staffMember?: StaffMember | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: Query | null; fieldsets?: ("LOGIN_LINK" | (string & {}))[] | null; [field: string]: unknown; }, { staffMembers?: StaffMember[] | null; pagingMetadata?: PagingMetadata | null; [field: string]: unknown; }>;
    join: EndpointOf<{ joinToken: string; [field: string]: unknown; }, { staffMember?: StaffMember | null; accessToken?: string | null; deviceId?: string | null; [field: string]: unknown; }>;
    login: EndpointOf<{ loginToken: string; [field: string]: unknown; }, { staffMember?: StaffMember | null; accessToken?: string | null; deviceId?: string | null; [field: string]: unknown; }>;
    access: EndpointOf<{ accessToken: string; [field: string]: unknown; }, { staffMember?: StaffMember | null; [field: string]: unknown; }>;
  };
}
