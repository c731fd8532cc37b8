import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Response, Transport } from "../../src/api/transport/transport.ts";
import { createWorld, type World } from "../support/world.ts";

describe.each(["v1", "v3"])("a shop with 250 products on catalog %s", (catalog) => {
  const calls = { v1: "products.query", v3: "productsV3.search" };
  const call = calls[catalog as keyof typeof calls];
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    expect(await world.till(`sandbox seed 250 --catalog ${catalog}`)).toMatchObject({ code: 0 });
  });
  afterAll(() => world.close());

  /** Answers the pages of the product list with what `answer` makes of the responses so far; the last is that of the request. */
  const paged =
    (answer: (responses: readonly Response[]) => Response | Promise<Response>) =>
    (send: Transport): Transport => {
      const responses: Response[] = [];
      return async (request) => {
        if (request.name !== call) return await send(request);
        responses.push(await send(request));
        return await answer(responses);
      };
    };
  const last = (responses: readonly Response[]) => responses.at(-1) as Response;

  /** Returns the ids of an export, as many as rows. */
  const idsIn = (file: string) =>
    readFileSync(world.path(file), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id);

  test("a page that the server repeats is not written twice, and the difference is reported", async () => {
    // The second page has the items of the first; it leads to the third.
    const through = paged((responses) => {
      const [first, second] = responses;
      if (responses.length !== 2 || !first || !second) return last(responses);
      return {
        ...second,
        body: JSON.stringify({ ...JSON.parse(second.body), products: JSON.parse(first.body).products }),
      };
    });
    const { code, stderr } = await world.till(`products export ${catalog}.ndjson --strict`, { through });
    const ids = idsIn(`${catalog}.ndjson`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(stderr).toContain("The list changed while it was being read");
    expect(code).toBe(9);
  });

  test("products that are created or deleted after the last page are reported", async () => {
    // On catalog v1, the costs of a product that was deleted cannot be read any more: an error.
    const deletes = catalog === "v3" ? ["products delete aaa --yes"] : [];
    for (const change of ["products create --name Aaa --price 1 --slug aaa", ...deletes]) {
      let page = 0;
      const through = paged(async (responses) => {
        if (++page === 3) expect(await world.till(change)).toMatchObject({ code: 0 });
        return last(responses);
      });
      const exact = await world.till("products export exact.ndjson --strict");
      expect(exact, exact.stderr).toMatchObject({ code: 0 });
      const { code, stderr } = await world.till("products export moved.ndjson", { through });
      expect(code).toBe(0);
      expect(stderr).toMatch(
        change.includes("create")
          ? /changed while it was being read: 250 products were read, and the platform counts 251\. Run/
          : /changed while it was being read: 251 products were read, and the platform counts 250\. Run/,
      );
    }
  });

  test("a list whose pages lead back to themselves ends with an error, and no file appears", async () => {
    let pages = 0;
    const through = paged((responses) => {
      pages += 1;
      expect(pages).toBeLessThan(10);
      return responses[Math.min(responses.length, 2) - 1] as Response;
    });
    const { code, stderr } = await world.till("products export endless.csv", { through });
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining("returns the same page again and again"),
    });
    expect(() => readFileSync(world.path("endless.csv"))).toThrow();
    pages = 0;
    expect(await world.till("pull endless --only products --no-costs", { through })).toMatchObject({
      code: 8,
    });
  });
});
