import type { Profile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";

/** What the flags of `add` and `update` come to. */
export interface FactOptions {
  clientId?: string;
  currency?: string;
  role?: "visitor" | "member" | "admin" | "least";
}

type Facts = Pick<Profile, "clientId" | "siteId" | "currency" | "role">;

/** The facts that the flags state; a flag that is given with an empty text clears its fact. */
export function statedFacts({ globals }: Context, { clientId, currency, role }: FactOptions): Facts {
  const { site } = globals;
  if (currency !== undefined && !/^([A-Z]{3})?$/i.test(currency)) {
    throw new UsageError(`--currency is a code of three letters such as EUR, not "${currency}".`, {
      field: "--currency",
    });
  }
  for (const [flag, id] of [
    ["--client-id", clientId],
    ["--site", site],
  ] as const) {
    if (id === undefined || /^[\w.:-]*$/.test(id)) continue;
    throw new UsageError(`${flag} is an id, not "${id}".`, {
      field: flag,
      hint: "It is in the address of the site's dashboard, or under its headless settings.",
    });
  }
  return {
    ...(clientId !== undefined && { clientId: clientId || undefined }),
    ...(site !== undefined && { siteId: site || undefined }),
    ...(currency !== undefined && { currency: currency.toUpperCase() || undefined }),
    ...(role !== undefined && { role: role === "least" ? undefined : role }),
  };
}
