import type { WireClient } from "../../api/endpoint.ts";
import type { collections } from "../../api/services/collections/collections.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";

/** The id of the platform's built-in collection of all products, which cannot be changed. */
export const allProductsId = "00000000-000000-000000-000000000001";

/** Collections by name: read once, then updated with the collections that this process creates. */
export interface CollectionNames {
  /** Returns the id of a collection, or undefined if there is none. */
  find(name: string): Promise<string | undefined>;
  /** Does the same, but asks the platform. */
  lookUp(name: string): Promise<string | undefined>;
  /** Returns the id of a collection. Throws TillError 5 if there is none. */
  idOf(name: string): Promise<string>;
  /** Returns the names of collections by id, sorted, without the built-in collection of all products. */
  namesOf(ids: readonly string[]): Promise<string[]>;
  /** Creates a collection and resolves with its id. */
  create(name: string): Promise<string>;
}

/** Returns the collection names of a site. The first call reads them all, 100 per request. */
export function collectionNames(client: WireClient<{ collections: typeof collections }>): CollectionNames {
  let loading: Promise<Map<string, string>> | undefined;
  const byName = () => (loading ??= loadNames(client));
  const find = async (name: string) => (await byName()).get(name);
  return {
    find,
    async lookUp(name) {
      const { collections } = await client.collections.query({
        query: { filter: { name }, paging: { limit: 100 } },
      });
      const id = collections?.find((one) => one.name === name)?.id ?? undefined;
      if (id !== undefined) (await byName()).set(name, id);
      return id;
    },
    async idOf(name) {
      const id = await find(name);
      if (id === undefined) throw new TillError(exitCodes.notFound, `No collection is named "${name}".`);
      return id;
    },
    async namesOf(ids) {
      if (ids.every((id) => id === allProductsId)) return [];
      const byId = new Map([...(await byName())].map(([name, id]) => [id, name]));
      return ids.flatMap((id) => (id === allProductsId ? [] : [byId.get(id) ?? id])).sort();
    },
    async create(name) {
      const { collection } = await client.collections.create({ collection: { name } });
      const id = collection?.id ?? "";
      (await byName()).set(name, id);
      return id;
    },
  };
}

async function loadNames(
  client: WireClient<{ collections: typeof collections }>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let offset = 0; ; offset += 100) {
    const page = await client.collections.query({
      query: { paging: { limit: 100, offset }, sort: [{ fieldName: "id", order: "ASC" }] },
    });
    for (const { id, name } of page.collections ?? [])
      if (id && name && !names.has(name)) names.set(name, id);
    if ((page.collections ?? []).length < 100) return names;
  }
}
