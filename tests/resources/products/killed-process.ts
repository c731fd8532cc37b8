import { cpSync } from "node:fs";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { collections } from "../../../src/api/services/collections.ts";
import { type Product, products } from "../../../src/api/services/products.ts";
import { withRetry } from "../../../src/api/transport/retry.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import type { apply } from "../../../src/bulk/engine/apply.ts";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import type { StepDraft } from "../../../src/bulk/journal/step.ts";
import type { undo } from "../../../src/bulk/undo.ts";
import type { ProductDraft } from "../../../src/files/draft.ts";
import { withCosts } from "../../../src/resources/products/catalog.ts";
import { catalogV1 } from "../../../src/resources/products/catalog-v1.ts";
import { announce, deleteStep, draftSteps } from "../../../src/resources/products/steps.ts";
import { productWork } from "../../../src/resources/products/work.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { collect, diskImage, planned } from "../../bulk/shop.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

/**
 * When a process is killed: before its nth request, after the request ran but before the response, or with the request in
 * flight, so that it runs after the next process has made `late` requests.
 */
export interface Kill {
  call: number;
  how: "unsent" | "unanswered" | { late: number };
}

class Killed extends Error {}

/** Returns a transport that fails from the kill on. `die` is called once. */
function killableTransport(
  send: Transport,
  kill: Kill | undefined,
  platform: Platform,
  die: () => void,
): Transport {
  let calls = 0;
  let dead = false;
  return async (request) => {
    if (dead) throw new Killed();
    await platform.arrive(calls);
    calls += 1;
    if (calls !== kill?.call) {
      const response = await send(request);
      if (dead) throw new Killed();
      return response;
    }
    dead = true;
    if (kill.how === "unanswered") await send(request);
    // What a killed process has sent, it cannot cancel.
    const sent = { ...request, signal: undefined };
    if (typeof kill.how === "object") platform.inFlight = { request: sent, after: kill.how.late };
    die();
    throw new Killed();
  };
}

/** A sandbox, empty or with the contents of an image, and the request that a killed process left in flight. */
export class Platform {
  readonly sandbox: TestShop;
  inFlight: { request: Parameters<Transport>[0]; after: number } | undefined;

  constructor(image?: Uint8Array) {
    this.sandbox = openTestShop({ seed: image ?? "empty" });
  }

  /** Runs the request in flight when it is due. */
  async arrive(calls: number): Promise<void> {
    if (this.inFlight === undefined || calls < this.inFlight.after) return;
    const { request } = this.inFlight;
    this.inFlight = undefined;
    await this.sandbox.send(request);
  }

  call(send: Transport): Call {
    return createCaller({
      send: withRetry(send, { sleep: async () => {} }),
      baseUrl: "https://shop.example",
      headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
    });
  }

  /** A call that is never killed. */
  get catalog() {
    return this.call(this.sandbox.send);
  }
}

/** Returns the catalog over a call, and how jobs work on it. */
export function workOver(call: Call) {
  const catalog = catalogV1(call, true, async () => "");
  return { catalog, names: catalog.names, work: productWork(catalog) };
}

type Go = typeof apply | typeof undo;

/** Runs a job in successive processes, killed as given, and a last one that is not killed. */
export async function runThroughKills(
  go: Go,
  start: Journal,
  platform: Platform,
  kills: readonly Kill[],
  concurrency: number,
) {
  let journal = start;
  for (const kill of [...kills, undefined]) {
    let image: string | undefined;
    const send = killableTransport(platform.sandbox.send, kill, platform, () => {
      image = diskImage(journal);
    });
    const { work } = workOver(platform.call(send));
    const ended = await collect(go(journal, work, { concurrency })).catch((error: unknown) => {
      if (image === undefined) throw error;
    });
    if (image === undefined) {
      await platform.arrive(Number.POSITIVE_INFINITY);
      if (ended) return { journal, ended };
      throw new Error("the run neither ended nor was killed");
    }
    journal.close();
    journal = openJournal(image, start.id);
  }
  throw new Error("the last run did not end");
}

/** A platform and the journal of a job on it, to start again from there. */
export interface Saved {
  image: Uint8Array;
  folder: string;
  id: string;
}

export function saved(platform: Platform, journal: Journal): Saved {
  return { image: platform.sandbox.store.db.image(), folder: diskImage(journal), id: journal.id };
}

/** Returns copies of what was saved. */
export function restored({ image, folder, id }: Saved): { platform: Platform; journal: Journal } {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return { platform: new Platform(image), journal: openJournal(copy, id) };
}

const draft = (serial: number, more: Partial<ProductDraft>): ProductDraft =>
  ({
    line: serial + 1,
    key: `thing-${serial}`,
    name: `Thing ${serial}`,
    price: `${serial}.5`,
    variants: [],
    ...more,
  }) as ProductDraft;

const drafts = [
  draft(1, { collections: ["Even", "Fourth"], stock: { quantity: 4 } }),
  draft(2, { collections: ["Even"], media: ["https://media.example/2.jpg"] }),
  draft(3, {
    options: [
      {
        name: "Size",
        type: "drop_down",
        choices: ["S", "M"].map((size) => ({ value: size, description: size })),
      },
    ],
    variants: ["S", "M"].map((size) => ({
      line: 4,
      choices: { Size: size },
      sku: `T-3-${size}`,
      stock: { quantity: 3 },
    })),
  }),
];

/** Plans a job that creates products and collections on an empty platform. */
export async function importJob(platform: Platform): Promise<Journal> {
  const { work, names } = workOver(platform.call(platform.sandbox.send));
  const announced = new Set<string>();
  const rows: StepDraft[][] = [];
  for (const one of drafts) {
    const steps = await draftSteps(
      one,
      { is: "new", slug: one.key },
      { source: "new.csv", names, announced },
    );
    if ("problems" in steps) throw new Error("the draft is invalid");
    announce(steps, announced);
    rows.push([...steps]);
  }
  return (await planned(rows, work)).journal;
}

/** Plans a job that deletes every product. */
export async function deleteJob(platform: Platform): Promise<Journal> {
  const { catalog, work } = workOver(platform.call(platform.sandbox.send));
  const found = await platform.catalog(products.query, {
    query: { paging: { limit: 100 } },
  });
  const complete = await withCosts(catalog, (found.products ?? []) as Product[]);
  const rows = complete.map((product) => [deleteStep(product)]);
  return (await planned(rows, work)).journal;
}

/** Returns the products and collections of the platform, without ids. */
export async function platformState({ catalog }: Platform) {
  const service = (
    await catalog(collections.query, { query: { sort: [{ fieldName: "name", order: "ASC" }] } })
  ).collections;
  const names = new Map(service?.map(({ id, name }) => [id, name]));
  const query = { paging: { limit: 100 }, sort: [{ fieldName: "slug", order: "ASC" as const }] };
  const found = await catalog(products.query, { query });
  return {
    collections: service?.map(({ name, numberOfProducts }) => `${name} ${numberOfProducts}`),
    products: found.products?.map((one) => ({
      slug: one.slug,
      stock: one.stock,
      collections: one.collectionIds?.map((id) => names.get(id)).sort(),
      media: one.media?.items?.length,
      variants: one.variants?.map(({ variant, stock, choices }) => [variant?.sku, stock?.quantity, choices]),
    })),
  };
}
