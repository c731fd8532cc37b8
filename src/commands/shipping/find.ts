import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import type { DeliveryRegion } from "../../api/services/shipping/models/delivery-profile.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { nearest } from "../../kernel/text.ts";

/** Something with an id and a name. */
interface Named {
  id?: string | null | undefined;
  name?: string | null | undefined;
}

/** The id of the region that an id or a name means, of whatever delivery profile. TillError 5 where there is none, 6 where several have the name. */
export async function findRegion(call: Call, reference: string): Promise<string> {
  return await idOf("delivery region", reference, "till shipping profiles list", async () => {
    const name = "deliveryProfiles.query";
    const profiles = pages<{ deliveryRegions?: DeliveryRegion[] }>(
      call,
      name,
      deliveryProfiles.query,
      { query: {} },
      {},
    );
    const regions: Named[] = [];
    for await (const { deliveryRegions = [] } of profiles) regions.push(...deliveryRegions);
    return regions;
  });
}

/** The id of the installed carrier that an id or a name means. TillError as above. */
export async function findCarrier(call: Call, reference: string): Promise<string> {
  return await idOf("carrier", reference, "till shipping profiles carriers", async () => {
    const { body } = await call(
      "deliveryProfiles.listInstalledCarriers",
      deliveryProfiles.listInstalledCarriers,
      {},
    );
    const carriers = (body.installedDeliveryCarriers ?? []) as { id?: string; displayName?: string }[];
    return carriers.map(({ id, displayName }) => ({ id, name: displayName }));
  });
}

async function idOf(
  noun: string,
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
    throw new TillError(exitCodes.conflict, `${found.length} of them have the name "${reference}": ${ids}.`, {
      hint: "Name one of them by its id.",
    });
  }
  const meant = nearest(
    reference,
    all.map(({ name }) => name ?? ""),
  );
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  throw new TillError(exitCodes.notFound, `No ${noun} has the id or name "${reference}".${guess}`, {
    code: "NOT_FOUND",
    hint: `See them all: ${list}`,
  });
}
