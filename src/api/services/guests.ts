import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/guests.gen.ts";
import document from "../contract/guests.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/guests.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { rsvps, rsvpsV1, eventGuests } = contract.services as unknown as models.Services;
export const EventGuest = contract.models.EventGuest as Schema<models.EventGuest>;
export type EventGuest = models.EventGuest;
export const Rsvp = contract.models.Rsvp as Schema<models.Rsvp>;
export type Rsvp = models.Rsvp;
