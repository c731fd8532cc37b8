import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/media.gen.ts";
import document from "../contract/media.json" with { type: "json" };
import { sharedModels } from "./models.ts";

export type * from "../contract/media.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { mediaFiles } = contract.services as unknown as models.Services;

/** The most bytes of a picture that the platform accepts. */
export const maxPictureBytes = 25 * 1024 * 1024;
