import { onTestFinished } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import { withRetry } from "../../../src/api/transport/retry.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import type { Work } from "../../../src/bulk/journal/step.ts";
import { parseChanges } from "../../../src/bulk/language/change.ts";
import { type PlannedRow, type PlanSummary, planRows } from "../../../src/bulk/plan/plan.ts";
import { stageRows } from "../../../src/bulk/plan/stage.ts";
import type { ProductDraft } from "../../../src/files/draft.ts";
import { readListRow } from "../../../src/files/list.ts";
import { csvRow } from "../../../src/files/table.ts";
import type { Catalog } from "../../../src/resources/products/catalog.ts";
import { changeSteps } from "../../../src/resources/products/change.ts";
import type { CollectionNames } from "../../../src/resources/products/collection-names.ts";
import { productChangeFields } from "../../../src/resources/products/fields.ts";
import { openHandles } from "../../../src/resources/products/handles.ts";
import { listDrafts } from "../../../src/resources/products/import-list.ts";
import { type Match, matchDrafts, takenKeys } from "../../../src/resources/products/import-match.ts";
import { draftPlanner, planDrafts } from "../../../src/resources/products/import-plan.ts";
import { listProducts, openCatalog } from "../../../src/resources/products/read.ts";
import { announce, deleteStep, draftSteps } from "../../../src/resources/products/steps.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { someJob } from "../../bulk/shop.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { openTestShop } from "../../support/test-shop.ts";

export type Generation = "v1" | "v3";

/** A sandbox with generated products, and the names of the calls that reach it. */
export class Site {
  readonly sandbox = openTestShop({ seed: "empty" });
  readonly generation: Generation;
  /** The names of the calls since `reset`. */
  calls: string[] = [];

  constructor(generation: Generation) {
    this.generation = generation;
  }

  /** Adds the demo shop (0) or so many generated products. */
  async seed(count: number): Promise<void> {
    await this.call(this.sandbox.send)(control.seed, {
      ...(count === 0 ? { shop: "demo" as const } : { count }),
      catalog: this.generation,
    });
  }

  /** Returns a call over a transport, with retries that do not wait. */
  call(send: Transport): Call {
    return createCaller({
      send: withRetry(send, { sleep: async () => {} }),
      baseUrl: "https://shop.example",
      headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
    });
  }

  /** Opens the catalog; requests are counted before `through` can lose them. */
  async open(
    through: (send: Transport) => Transport = (send) => send,
    options: { stock?: boolean } = {},
  ): Promise<Catalog> {
    const counted: Transport = async (request) => {
      this.calls.push(request.name ?? "");
      return await this.sandbox.send(request);
    };
    const call = this.call(through(counted));
    const { generation } = this;
    return await openCatalog(
      { call: async () => call, can: async () => true, catalog: async () => generation },
      "admin",
      options,
    );
  }

  /** Returns every product, whole, without ids and dates. */
  async products() {
    const catalog = await this.open();
    const found = [];
    for await (const product of listProducts(catalog, { all: true }).rows) {
      const { slug, name, priceData, brand, ribbon, visible, media, sku } = product;
      const variants = product.variants?.map(({ choices, variant, stock }) => ({ choices, variant, stock }));
      found.push({
        slug,
        name,
        price: priceData?.price,
        brand,
        ribbon,
        visible,
        sku,
        variants,
        media: media?.items?.length,
      });
    }
    return found.sort((a, b) => ((a.slug ?? "") < (b.slug ?? "") ? -1 : 1));
  }
}

/** A job that is planned and not applied. */
export interface Planned {
  journal: Journal;
  summary: PlanSummary;
  work: Work;
}

async function plan(
  catalog: Catalog,
  rowsOf: (names: CollectionNames) => AsyncIterable<PlannedRow>,
): Promise<Planned> {
  const { names } = catalog;
  const work = await catalog.work();
  const journal = createJournal(temporaryFolder(), someJob);
  const summary = await planRows(rowsOf(names), (row) => row, journal, { work });
  return { journal, summary, work };
}

/** Plans a change of all products, such as `price=+10%`. */
export async function planUpdate(catalog: Catalog, ...sets: string[]): Promise<Planned> {
  const changes = parseChanges(sets, productChangeFields);
  return await plan(catalog, async function* () {
    for await (const product of listProducts(catalog, { all: true }).rows) {
      const row = changeSteps(
        { product },
        { changes, guards: { field: "price" }, variants: "move", version: catalog.version },
      );
      if ("steps" in row) yield row.steps;
    }
  });
}

/** Plans the deletion of all products. */
export async function planDelete(catalog: Catalog): Promise<Planned> {
  return await plan(catalog, async function* () {
    for await (const product of listProducts(catalog, { all: true }).rows) yield [deleteStep(product)];
  });
}

/** Plans a list of prices by SKU. */
export async function planPrices(
  catalog: Catalog,
  prices: Readonly<Record<string, string>>,
): Promise<Planned> {
  const handles = openHandles(temporaryFolder(), { site: "site" }, "list");
  onTestFinished(() => handles.close());
  const work = await catalog.work();
  const journal = createJournal(temporaryFolder(), someJob);
  const rows = Object.entries(prices).map(([sku, price], index) => ({
    handle: sku,
    line: index + 2,
    json: [sku, price],
  }));
  await stageRows(journal, rows);
  const planner = draftPlanner({
    ...{ catalog, handles, dialect: "list", key: "sku", updateOnly: true, taken: takenKeys() },
    currency: async () => undefined,
  });
  const drafts = listDrafts(journal, {
    ...{ name: "prices.csv", catalog, handles, key: "sku", creates: false },
    read: ({ line, json }) =>
      readListRow(csvRow(["sku", "price"], line, json as string[]), "sku", { decimal: "." }),
  });
  const planned = planDrafts(planner, drafts);
  return { journal, work, summary: await planRows(planned, (row) => row, journal, { work }) };
}

/** Plans the import of drafts. */
export async function planImport(catalog: Catalog, drafts: readonly ProductDraft[]): Promise<Planned> {
  const handles = openHandles(temporaryFolder(), { site: "site" }, "till");
  onTestFinished(() => handles.close());
  const taken = takenKeys();
  const announced = new Set<string>();
  return await plan(catalog, async function* (names) {
    for (let start = 0; start < drafts.length; start += 100) {
      const batch = drafts.slice(start, start + 100).map((one) => catalog.fit?.(one) ?? one);
      const rows = batch.map((draft) => ({ draft, problems: [], source: `new.csv:${draft.line}` }));
      const matches = await matchDrafts(rows, { catalog, handles, dialect: "till", taken });
      for (const draft of batch) {
        const match = matches.get(draft) as Match;
        const source = `new.csv:${draft.line}`;
        const steps = await draftSteps(draft, match, { source, names, announced, version: catalog.version });
        yield announce(steps, announced);
      }
    }
  });
}

const sizes = ["S", "M", "L"];

/** Returns drafts of new products: every third has three variants, all have stock, a brand and a picture. */
export function newDrafts(count: number): ProductDraft[] {
  return Array.from({ length: count }, (_, index) => {
    const serial = index + 1;
    const base = {
      line: serial + 1,
      key: `new-${serial}`,
      name: `New ${serial}`,
      slug: `new-${serial}`,
      price: `${serial}.5`,
      brand: `Brand ${serial % 5}`,
      sku: `N-${serial}`,
      media: [`https://media.example/${serial}.jpg`],
    };
    if (serial % 3 > 0) return { ...base, stock: { quantity: serial }, variants: [] } as ProductDraft;
    const choices = sizes.map((size) => ({ value: size, description: size }));
    return {
      ...base,
      options: [{ name: "Size", type: "drop_down", choices }],
      variants: sizes.map((size, place) => ({
        line: serial + 1,
        choices: { Size: size },
        sku: `N-${serial}-${size}`,
        ...(place === 2 && { price: `${serial + 2}` }),
        stock: { quantity: place },
      })),
    } as ProductDraft;
  });
}
