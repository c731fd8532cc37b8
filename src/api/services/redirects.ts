import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/redirects.gen.ts";
import document from "../contract/redirects.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/redirects.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { redirects } = contract.services as unknown as models.Services;
export const RedirectSession = contract.models.RedirectSession as Schema<models.RedirectSession>;
export type RedirectSession = models.RedirectSession;

/** The targets of a redirect session; exactly one of them is set. */
export const redirectTargets: readonly string[] = redirects.createRedirectSession.requiredOneOf?.[0] ?? [];
