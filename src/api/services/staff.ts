import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/staff.gen.ts";
import document from "../contract/staff.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/staff.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { eventStaffMembers } = contract.services as unknown as models.Services;
export const StaffMember = contract.models.StaffMember as Schema<models.StaffMember>;
export type StaffMember = models.StaffMember;
