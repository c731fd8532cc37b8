import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { type DeliveryRegion, deliveryProfiles } from "../../api/services/shipping.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { nearest } from "../../kernel/text.ts";

interface Named {
  id?: string | null | undefined;
  name?: string | null | undefined;
}

/** Returns the id of a delivery region by id or name. Throws TillError 5 if there is none, 6 if several match. */
export async function findRegion(call: Call, reference: string): Promise<string> {
  return await idOf("delivery region", reference, "till settings shipping profiles list", async () => {
    const profiles = pages<{ deliveryRegions?: DeliveryRegion[] }>(call, deliveryProfiles.query, {
      query: {},
    });
    const regions: Named[] = [];
    for await (const { deliveryRegions = [] } of profiles) regions.push(...deliveryRegions);
    return regions;
  });
}

/** Returns the id of an installed carrier by id or name. Throws TillError 5 if there is none, 6 if several match. */
export async function findCarrier(call: Call, reference: string): Promise<string> {
  return await idOf("carrier", reference, "till settings shipping profiles carriers", async () => {
    const body = await call(deliveryProfiles.listInstalledCarriers, {});
    const carriers = body.installedDeliveryCarriers ?? [];
    return carriers.map(({ id, displayName }) => ({ id, name: displayName }));
  });
}

async function idOf(
  type: string,
  reference: string,
  list: string,
  load: () => Promise<Named[]>,
): Promise<string> {
  if (isGuid(reference)) return reference;
  const all = await load();
  const found = all.filter(({ name }) => name?.toLowerCase() === reference.toLowerCase());
  const [one] = found;
  if (one?.id && found.length === 1) return one.id;
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new TillError(exitCodes.conflict, `${found.length} ${type}s are named "${reference}": ${ids}.`, {
      hint: "Use the id.",
    });
  }
  const suggestion = nearest(
    reference,
    all.map(({ name }) => name ?? ""),
  );
  const guess = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(exitCodes.notFound, `No ${type} has the id or name "${reference}".${guess}`, {
    code: "NOT_FOUND",
    hint: `List them: ${list}`,
  });
}
