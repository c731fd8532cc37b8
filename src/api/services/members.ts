import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/members.gen.ts";
import document from "../contract/members.json" with { type: "json" };
import { sharedModels } from "./models.ts";

export type * from "../contract/members.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const {
  oauth,
  oauthKeys,
  members,
  memberBadges,
  memberCustomFields,
  memberRoles,
  memberRoleDefinitions,
  memberFollowers,
  memberAbouts,
  memberPrivacy,
  authentication,
  signOnPolicies,
  wishlists,
  recovery,
  verification,
} = contract.services as unknown as models.Services;
