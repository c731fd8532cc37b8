import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { products } from "../../src/api/services/products.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { openSandbox } from "../../src/sandbox/server/router.ts";
import { alternate, type Figure, slowdown } from "./figures.ts";

/** Measures a filtered, sorted page of a big sandbox through the router against direct SQLite queries. */
export async function pages(folder: string): Promise<Figure[]> {
  const file = join(folder, "sandbox.db");
  const { send, close } = openSandbox({ file });
  const bare = new DatabaseSync(file);
  bare.exec("PRAGMA cache_size = -16384");
  const query = bare.prepare(
    `SELECT doc FROM (SELECT rowid AS place FROM doc_products WHERE "productType" = ? AND "priceData.price" > ? ORDER BY "name", id LIMIT 50)
     CROSS JOIN doc_products AS whole ON whole.rowid = place`,
  );
  const body = JSON.stringify({
    query: {
      filter: { productType: "physical", price: { $gt: 150 } },
      sort: [{ fieldName: "name", order: "ASC" }],
      paging: { limit: 50 },
    },
  });
  const timed = async (work: () => unknown) => {
    const started = performance.now();
    const found = await work();
    const ms = performance.now() - started;
    if (found !== 50) throw new Error(`a page of 50 was expected, not of ${found}`);
    return ms;
  };
  try {
    const medians = await alternate(31, {
      router: () =>
        timed(async () => {
          const url = `http://sandbox.localhost${products.query.public}`;
          const headers = { authorization: defaults.apiKey, "content-type": "application/json" };
          const answer = await send({
            method: "POST",
            url,
            headers,
            body,
            effect: "read",
            name: "products.query",
          });
          return answer.body.split('"numericId"').length - 1;
        }),
      bare: () => timed(() => query.all("physical", 150).length),
    });
    return [
      slowdown(
        "a filtered, sorted page of the sandbox",
        medians.router,
        { name: "SQLite", ms: medians.bare },
        3,
      ),
    ];
  } finally {
    close();
    bare.close();
  }
}
