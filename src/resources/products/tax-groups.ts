import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { taxGroups as endpoints } from "../../api/services/tax.ts";
import { nearest } from "../../kernel/text.ts";

/** A tax group of the shop. */
interface TaxGroupName {
  id: string;
  name: string;
}

/** The tax groups of a shop by name and id, read when they are needed. */
export interface TaxGroups {
  /** Returns the id of a tax group by its name or id; undefined if there is none. */
  find(text: string): Promise<string | undefined>;
  /** Returns the name of a tax group; its id if no other thing is known, or if several have the name. */
  nameOf(id: string): Promise<string>;
  /** Returns the message for a name that no tax group has, with the names of those that exist. */
  unknown(text: string): Promise<string>;
}

/** Returns the tax groups of a shop: its own and those of the platform. */
export function taxGroupsOf(call: Call): TaxGroups {
  let loading: Promise<TaxGroupName[]> | undefined;
  const all = () => (loading ??= load());
  async function load(): Promise<TaxGroupName[]> {
    const own = await Array.fromAsync(pages<Partial<TaxGroupName>>(call, endpoints.query, {}));
    const { taxGroups = [] } = await call(endpoints.listDefault, {});
    const found = [...(taxGroups as Partial<TaxGroupName>[]), ...own];
    const named = found.flatMap(({ id, name }): [string, TaxGroupName][] =>
      id ? [[id, { id, name: name ?? "" }]] : [],
    );
    return [...new Map(named).values()];
  }
  const named = async (name: string) => (await all()).filter((group) => group.name === name);
  return {
    async find(text) {
      const byId = (await all()).find(({ id }) => id === text);
      const [first, ...others] = await named(text);
      return byId?.id ?? (others.length === 0 ? first?.id : undefined);
    },
    async nameOf(id) {
      const name = (await all()).find((group) => group.id === id)?.name;
      return name && (await named(name)).length === 1 ? name : id;
    },
    async unknown(text) {
      const found = await named(text);
      if (found.length > 1)
        return `${found.length} tax groups are named "${text}"; use an id: ${found.map(({ id }) => id).join(", ")}`;
      const names = (await all()).map(({ name }) => name);
      const guess = nearest(text, names);
      const question = guess === undefined ? "" : `. Did you mean "${guess}"?`;
      return `there is no tax group "${text}"${question || `; there are ${names.join(", ")}`}`;
    },
  };
}
