import { type BulkResponse, itemOutcomes } from "../../../api/bulk-results.ts";
import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import { brandsV3 } from "../../../api/services/products/brands-v3.ts";
import { ribbonsV3 } from "../../../api/services/products/ribbons-v3.ts";
import { batchesOf } from "../../../kernel/batches.ts";

/** The ids of brands and ribbons by name; those that are new are created. */
export interface Labels {
  brandId(name: string): Promise<string | undefined>;
  ribbonId(name: string): Promise<string | undefined>;
  /** Gets or creates names that are not known yet, a hundred a request. */
  load(brands: readonly string[], ribbons: readonly string[]): Promise<void>;
}

type Ids = Map<string, Promise<string | undefined>>;

/** The most names of one request. */
const most = 100;

/** Returns the labels of a site; each name is requested once. */
export function labelsOf(call: Call): Labels {
  const client = createWireClient({ brandsV3, ribbonsV3 }, call);
  const brands: Ids = new Map();
  const ribbons: Ids = new Map();
  const brandId = (name: string) =>
    known(brands, name, async () => (await client.brandsV3.getOrCreate({ brandName: name })).brand?.id);
  const ribbonId = (name: string) =>
    known(ribbons, name, async () => (await client.ribbonsV3.getOrCreate({ ribbonName: name })).ribbon?.id);
  return {
    brandId,
    ribbonId,
    async load(brandNames, ribbonNames) {
      await Promise.all([
        loadAll(brands, brandNames, (names) => client.brandsV3.bulkGetOrCreate({ brandNames: names })),
        loadAll(ribbons, ribbonNames, (names) => client.ribbonsV3.bulkGetOrCreate({ ribbonNames: names })),
      ]);
    },
  };
}

async function known(ids: Ids, name: string, get: () => Promise<string | null | undefined>) {
  const present = await ids.get(name);
  if (present !== undefined) return present;
  const id = get().then((one) => one ?? undefined);
  remember(ids, name, id);
  return await id;
}

/** Requests names in bulk; those that the response does not name as done are requested alone later. */
async function loadAll(
  ids: Ids,
  requested: readonly string[],
  get: (names: string[]) => Promise<BulkResponse>,
) {
  const names = [...new Set(requested)].filter((name) => name !== "" && !ids.has(name));
  if (names.length < 2) return;
  for (const chunk of batchesOf(names, most)) {
    const found = get(chunk).then((response) =>
      itemOutcomes(
        response,
        chunk.map(() => undefined),
      ),
    );
    for (const [index, name] of chunk.entries())
      remember(
        ids,
        name,
        found.then((outcomes) => {
          const outcome = outcomes.get(index);
          return outcome?.ok ? outcome.id : undefined;
        }),
      );
    await found;
  }
}

/** Keeps an id for other requests, unless its own request fails. */
function remember(ids: Ids, name: string, id: Promise<string | undefined>): void {
  ids.set(name, id);
  id.catch(() => ids.delete(name));
}
