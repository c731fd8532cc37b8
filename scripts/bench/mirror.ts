import { join } from "node:path";
import { alternate, type Figure, memory, slowdown } from "./figures.ts";
import { controlled, requestsOf, run, type Served, seed, serve, till } from "./programs.ts";

/** The requests that an unchanged shop may take, and the most memory of a sync in MB. */
const [unchanged, most] = [12, 200];

/** Measures syncs of a shop with as many orders as products: their requests, for the first time and unchanged, and their memory. */
export async function syncs(folder: string, count: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const version of ["v1", "v3"] as const) {
    const place = join(folder, version);
    const shop = await serve(place);
    try {
      await seed(shop, count, version);
      await controlled(shop, "seed", { orders: count });
      const env = { ...shop.env, TILL_HOME: join(folder, `home-${version}`) };
      const sync = async (...flags: string[]) => {
        const before = await requestsOf(place);
        const { peakMb, ms } = await run([till, "data", "sync", "--quiet", ...flags], env);
        return { requests: (await requestsOf(place)) - before, peakMb, ms };
      };
      const first = await sync();
      const again = await sync();
      const what = `sync of ${count.toLocaleString("en-US")} products and orders, catalog ${version}`;
      process.stderr.write(
        `${what}: ${(first.ms / 1000).toFixed(1)} s, then ${(again.ms / 1000).toFixed(1)} s\n`,
      );
      figures.push(
        requests(`${what}, requests`, first.requests, Math.round(count * 0.02) + 50),
        requests("the same, unchanged", again.requests, unchanged),
        memory(`${what}, peak memory`, Math.max(first.peakMb, again.peakMb), most),
      );
    } finally {
      await shop.stop();
    }
  }
  return figures;
}

function requests(what: string, count: number, bound: number): Figure {
  return {
    ...{ what, till: String(count), baseline: "", figure: String(count), bound: `<= ${bound}` },
    holds: count <= bound,
  };
}

/** Measures questions to the local copy of a served sandbox: processes that print one row, and bare Node. */
export async function questions(
  folder: string,
  served: Served,
  products: number,
  quick: boolean,
): Promise<Figure[]> {
  const count = products.toLocaleString("en-US");
  const env = { ...served.env, TILL_HOME: join(folder, "questions") };
  const { peakMb } = await run([till, "data", "sync", "--quiet"], env);
  const asked =
    (...args: string[]) =>
    async () =>
      (await run([till, ...args, "--quiet"], env)).ms;
  const medians = await alternate(quick ? 3 : 9, {
    node: async () => (await run(["-e", "0"], env)).ms,
    sql: asked("data", "sql", "select name, price from products where price_minor > 2000 limit 1"),
    local: asked("products", "list", "--local", "--filter", "price > 20", "--limit", "1", "--json"),
    search: asked("data", "search", "mug", "--limit", "1"),
  });
  const bare = { name: "node -e 0", ms: medians.node };
  return [
    slowdown(`till data sql, first row of ${count} products`, medians.sql, bare, 3),
    slowdown(`till products list --local, first row of ${count}`, medians.local, bare, 10),
    slowdown(`till data search in ${count} products`, medians.search, bare, 5),
    memory(`sync of ${count} products, peak memory`, peakMb, most),
  ];
}
