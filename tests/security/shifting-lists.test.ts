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

  /** Puts the items of the first page on the second one, which leads to the third: in every reading, or in the first. */
  const repeated = (readings: "once" | "always") => {
    let first: Response | undefined;
    let page = 0;
    return paged((responses) => {
      const second = last(responses);
      page = JSON.parse(second.body).products.length === 1 ? page : page + 1;
      if (page % 3 === 1) first = second;
      if (page % 3 !== 2 || !first || (readings === "once" && page > 3)) return second;
      return {
        ...second,
        body: JSON.stringify({ ...JSON.parse(second.body), products: JSON.parse(first.body).products }),
      };
    });
  };

  test("a list that changed is read again, and the file has all rows, each once", async () => {
    const { code, stderr } = await world.till("products export again.ndjson", { through: repeated("once") });
    const ids = idsIn("again.ndjson");
    expect([ids.length, new Set(ids).size, code]).toEqual([250, 250, 0]);
    expect(stderr).not.toContain("changed");
  });

  // On catalog v1, the list is read by ID, and a page with no new rows is requested again.
  test.runIf(catalog === "v3")(
    "a list that changes each time ends with exit 9 and both numbers",
    async () => {
      const { code, stderr } = await world.till("products export changing.ndjson", {
        through: repeated("always"),
      });
      const ids = idsIn("changing.ndjson");
      expect(new Set(ids).size).toBe(ids.length);
      expect(stderr).toMatch(
        /changed each of the 4 times it was read: 150 products were read, and the platform counts 250\./,
      );
      expect(code).toBe(9);
    },
  );

  test.runIf(catalog === "v3")("an export to stdout of a list that changed ends with exit 9", async () => {
    const { code, stderr } = await world.till("products export -", { through: repeated("once") });
    expect(stderr).toContain("The list changed while it was being read");
    expect(code).toBe(9);
  });

  test("products that are created or deleted while the list is read are in the file, or not", async () => {
    // On catalog v1, the costs of a product that was deleted cannot be read any more: an error.
    const deletes = catalog === "v3" ? ["products delete aaa --yes"] : [];
    for (const change of ["products create --name Aaa --price 1 --handle aaa", ...deletes]) {
      let page = 0;
      const through = paged(async (responses) => {
        if (++page === 3) expect(await world.till(change)).toMatchObject({ code: 0 });
        return last(responses);
      });
      const { code, stderr } = await world.till("products export moved.ndjson", { through });
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("changed") });
      expect(idsIn("moved.ndjson")).toHaveLength(change.includes("create") ? 251 : 250);
      expect(page).toBeGreaterThan(3);
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
    expect(await world.till("copy pull endless --only products --no-costs", { through })).toMatchObject({
      code: 8,
    });
  });
});
