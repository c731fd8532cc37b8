import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import type { Request, Response, Transport } from "../../../src/api/transport/transport.ts";
import { csvLines } from "../../../src/output/csv.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

const header = ["command", "id", "handle", "name", "sku", "price"];
const newRow = (row: number) => ["", "", `new-${row}`, `New ${row}`, `NEW-${row}`, "5.50"];
const newRows = (count: number) => Array.from({ length: count }, (_, row) => newRow(row));

describe.each(["v1", "v3"])("the keys of a shop on catalog %s", (catalog) => {
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    await world.till(`sandbox seed demo --catalog ${catalog}`);
    // A hidden product has keys as well.
    expect(await world.till("products update tablecloth --set visible=false --yes")).toMatchObject({
      code: 0,
    });
  });
  afterAll(() => world.close());

  const list = catalog === "v3" ? "productsV3.query" : "products.query";
  const isCount = (request: Request) =>
    catalog === "v3" ? request.name === "productsV3.count" : /"limit":1\b/.test(queryOf(request));
  const isLookup = (request: Request) => queryOf(request).includes("$in");
  const isPage = (request: Request) =>
    request.name === list && !isLookup(request) && queryOf(request).includes('"limit":100');

  /** Changes the responses to some requests. */
  const changed =
    (matches: (request: Request) => boolean, change: (body: Record<string, unknown>) => unknown) =>
    (send: Transport): Transport =>
    async (request) => {
      const response: Response = await send(request);
      if (!matches(request)) return response;
      return { ...response, body: JSON.stringify(change(JSON.parse(response.body) as never)) };
    };
  /** Pretends that the shop has so many products. */
  const counted = (total: number) =>
    changed(isCount, (body) => (catalog === "v3" ? { count: total } : { ...body, metadata: { total } }));

  /** Plans an import. Returns the output and the requests. */
  async function planned(
    rows: readonly string[][],
    flags = "",
    through?: (send: Transport) => Transport,
  ): Promise<{ stdout: string; stderr: string; requests: Request[] }> {
    await writeFile(world.path("rows.csv"), csvLines(rows, { header }));
    const requests: Request[] = [];
    const { stdout, stderr } = await world.till(
      `products import rows.csv --dry-run --skip-invalid --json ${flags}`,
      {
        onRequest: (request) => requests.push(request),
        ...(through && { through }),
      },
    );
    return { stdout, stderr, requests };
  }

  const spelled = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => text.toUpperCase(),
    (text) => ` ${text}`,
    (text) => `0${text}`,
    (text) => text.replace("-", " - "),
  );
  const known = fc.record({
    command: fc.constantFrom("", "", "", "CREATE", "UPDATE", "MERGE", "DELETE"),
    row: fc.nat(299),
    product: fc.nat(),
    sku: fc.nat(),
    keys: fc.subarray(["id", "handle", "name", "sku"] as const, { minLength: 1 }),
    spell: spelled,
  });

  test("a file is planned as it is when each key is looked up", async () => {
    const { stdout } = await world.till("products list --all --json");
    const { items } = JSON.parse(stdout) as { items: Product[] };
    const skus = items.flatMap(({ sku, variants }) => [
      sku,
      ...(variants?.map(({ variant }) => variant?.sku) ?? []),
    ]);
    expect(skus).toContain("MUG-MOSS");
    await fc.assert(
      fc.asyncProperty(
        fc.array(known, { minLength: 1, maxLength: 30 }),
        fc.constantFrom("", "", ...["sku", "name", "slug", "id"].map((key) => `--key ${key} --create`)),
        async (all, flags) => {
          const rows = newRows(300);
          for (const { command, row, product, sku, keys, spell } of all) {
            const { id = "", slug, name } = items[product % items.length] ?? {};
            const texts = { handle: slug, name, sku: skus[sku % skus.length] };
            const cells = rows[row] ?? [];
            cells[0] = command;
            for (const key of keys) cells[header.indexOf(key)] = key === "id" ? id : spell(texts[key] ?? "");
          }
          const [indexed, lookedUp] = [await planned(rows, flags), await planned(rows, flags, counted(151))];
          expect(indexed.stdout).toBe(lookedUp.stdout);
          expect(indexed.stderr).toBe(lookedUp.stderr);
          const lookups = [indexed, lookedUp].map(({ requests }) => requests.filter(isLookup).length);
          expect(lookups[0]).toBeLessThanOrEqual(lookups[1] ?? 0);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  test("the keys of the shop are read once, and only they are looked up", async () => {
    const rows = newRows(1000);
    rows[500] = ["", "", "stoneware-mug", "Stoneware Mug", "MUG", "24.00"];
    const { requests } = await planned(rows);
    expect(requests.filter(isCount)).toHaveLength(catalog === "v1" ? 2 : 1);
    expect(requests.filter(isPage)).toHaveLength(1);
    // The product, and on catalog v3 its variants and its stock.
    expect(requests.filter(isLookup)).toHaveLength(catalog === "v1" ? 1 : 3);
    const lookedUp = await planned(rows, "", counted(501));
    expect(lookedUp.requests.filter(isLookup).length).toBeGreaterThanOrEqual(20);
  });

  test("the keys are not read for few rows, nor those of a shop with more than half as many products", async () => {
    const few = await planned(newRows(299));
    const large = await planned(newRows(300), "", counted(151));
    for (const { requests } of [few, large]) {
      expect(requests.filter(isPage).map(queryOf)).toEqual([]);
      expect(requests.filter(isLookup)).toHaveLength(catalog === "v1" ? 12 : 9);
    }
  });

  test("a list of keys that is incomplete is not relied on", async () => {
    const rows = newRows(300);
    rows[200] = ["CREATE", "", "stoneware-mug", "Stoneware Mug", "MUG", "24.00"];
    const through = changed(isPage, (body) => {
      const products = (body.products as Product[]).filter(({ slug }) => slug !== "stoneware-mug");
      const pagingMetadata = { ...(body.pagingMetadata as object), count: products.length };
      return { ...body, products, pagingMetadata };
    });
    const { stderr } = await planned(rows, "", through);
    expect(stderr).toContain("the product exists already");
  });
});

/** Returns the query of a request as JSON text. */
function queryOf({ url, body = "" }: Request): string {
  const packed = new URL(url).searchParams.get(".r");
  return packed === null ? body : Buffer.from(packed, "base64url").toString();
}
