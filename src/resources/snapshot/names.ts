import type { Call } from "../../api/caller.ts";
import { type Pages, pages } from "../../api/query/pages.ts";
import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import type { DeliveryProfile } from "../../api/services/shipping/models/delivery-profile.ts";
import type { TaxGroup, TaxRegion } from "../../api/services/tax/models/tax-setup.ts";
import { taxGroups } from "../../api/services/tax/tax-groups.ts";
import { taxRegions } from "../../api/services/tax/tax-regions.ts";
import { eventsById, eventsBySlug } from "../events/read.ts";
import { type Catalog, productsById, productsBySlug } from "../products/catalog.ts";
import { collectionNames } from "../products/collection-names.ts";
import type { Names, ReferenceKind } from "./references.ts";

type Finder = (value: string) => Promise<string | undefined>;

/** How the objects of a kind are found. */
interface Source {
  nameOf: Finder;
  idOf: Finder;
}

/** The key of a delivery profile. Each site has a default one, whatever its name is. */
export const profileKey = ({
  name,
  default: isDefault,
}: Pick<DeliveryProfile, "name" | "default">): string => (isDefault ? "default" : (name ?? ""));

/** The key of a delivery region: regions of two profiles can have the same name. */
export const regionKey = (profile: string, name: string | null | undefined): string =>
  `${profile} / ${name ?? ""}`;

/** The key of a tax region: `US-NY`, or `DE` for a whole country. */
const taxRegionKey = ({ country, subdivision }: Pick<TaxRegion, "country" | "subdivision">): string =>
  subdivision || (country ?? "");

/** Returns the keys and ids of a shop's objects. Products and events are read as they are needed, the others at once. */
export function shopNames(call: Call, catalog: Catalog): Names {
  const loaders: Record<ReferenceKind, () => Source> = {
    product: () => ({
      nameOf: batched(async (ids) => valuesOf(await productsById(catalog, ids), ({ slug }) => slug)),
      idOf: batched(async (slugs) => valuesOf(await productsBySlug(catalog, slugs), ({ id }) => id)),
    }),
    event: () => ({
      nameOf: batched(async (ids) => valuesOf(await eventsById(call, ids), ({ slug }) => slug)),
      idOf: batched(async (slugs) => valuesOf(await eventsBySlug(call, slugs), ({ id }) => id)),
    }),
    collection: () =>
      listed(async () =>
        (await collectionNames(catalog.collections).all()).map(({ id, name }) => [id, name]),
      ),
    deliveryProfile: () =>
      listed(async () => (await profilesOf(call)).map((one) => [one.id ?? "", profileKey(one)])),
    deliveryRegion: () =>
      listed(async () =>
        (await profilesOf(call)).flatMap((one) =>
          (one.deliveryRegions ?? []).map(({ id, name }): [string, string] => [
            id ?? "",
            regionKey(profileKey(one), name),
          ]),
        ),
      ),
    taxGroup: () => listed(() => taxGroupNames(call)),
    taxRegion: () =>
      listed(async () => {
        const regions: Pages<TaxRegion> = pages(call, "taxRegions.query", taxRegions.query, { query: {} });
        return await allOf(regions, (one) => [one.id ?? "", taxRegionKey(one)]);
      }),
  };
  const sources = new Map<ReferenceKind, Source>();
  const source = (to: ReferenceKind) => {
    const known = sources.get(to) ?? loaders[to]();
    sources.set(to, known);
    return known;
  };
  return {
    nameOf: (to, id) => source(to).nameOf(id),
    async idOf(to, name) {
      const found = await source(to).idOf(name);
      if (found !== undefined) return found;
      // It may have been created since.
      sources.delete(to);
      return await source(to).idOf(name);
    },
    forget: () => sources.clear(),
  };
}

async function profilesOf(call: Call): Promise<DeliveryProfile[]> {
  const query = { query: {} };
  return await allOf(
    pages<DeliveryProfile>(call, "deliveryProfiles.query", deliveryProfiles.query, query),
    (one) => one,
  );
}

async function taxGroupNames(call: Call): Promise<[string, string][]> {
  const own: Pages<TaxGroup> = pages(call, "taxGroups.query", taxGroups.query, { query: {} });
  // The default groups are not in the list.
  const { body } = await call("taxGroups.listDefault", taxGroups.listDefault, {});
  const entry = ({ id, name }: TaxGroup): [string, string] => [id ?? "", name ?? ""];
  return [...((body as { taxGroups?: TaxGroup[] }).taxGroups ?? []).map(entry), ...(await allOf(own, entry))];
}

async function allOf<T, Entry>(list: AsyncIterable<T>, entry: (one: T) => Entry): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const one of list) found.push(entry(one));
  return found;
}

function listed(load: () => Promise<[string, string][]>): Source {
  let loading: Promise<[string, string][]> | undefined;
  const all = () => (loading ??= load());
  return {
    nameOf: async (id) => (await all()).find(([one]) => one === id)?.[1],
    idOf: async (name) => (await all()).find(([, one]) => one === name)?.[0],
  };
}

/** Returns a finder that asks for all values of one turn of the event loop together. */
function batched(load: (values: string[]) => Promise<Map<string, string>>): Finder {
  const known = new Map<string, Promise<string | undefined>>();
  let waiting: string[] = [];
  let loading: Promise<Map<string, string>> | undefined;
  const next = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const values = waiting;
    waiting = [];
    loading = undefined;
    return await load(values);
  };
  return (value) => {
    const before = known.get(value);
    if (before) return before;
    waiting.push(value);
    loading ??= next();
    const found = loading.then((values) => values.get(value));
    known.set(value, found);
    return found;
  };
}

function valuesOf<T>(
  found: ReadonlyMap<string, T>,
  value: (one: T) => string | null | undefined,
): Map<string, string> {
  return new Map([...found].flatMap(([key, one]) => (value(one) ? [[key, value(one) ?? ""]] : [])));
}
