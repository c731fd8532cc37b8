import { createCaller } from "../../src/api/caller.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import { sandbox as control } from "../../src/api/services/sandbox/sandbox.ts";
import { withRetry } from "../../src/api/transport/retry.ts";
import type { Request } from "../../src/api/transport/transport.ts";
import { type Mirror, openMirror } from "../../src/mirror/store.ts";
import { tables } from "../../src/mirror/tables.ts";
import { type UpdateRequest, updateMirror } from "../../src/mirror/update.ts";
import { openCatalog } from "../../src/resources/products/read.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { temporaryFolder } from "../support/folders.ts";
import { openTestShop } from "../support/test-shop.ts";

const endpoints = new Map([...walk(services), ...walk({ sandbox: control })]);
type Body = ReturnType<JSON["parse"]>;

/** The images of new shops after their first seed, in this worker. */
const seeded = new Map<string, Uint8Array>();

/** Opens an empty shop, whose calls have names, and mirrors of it. */
export function openMirroredShop(version: "v1" | "v3") {
  const shop = openTestShop({ seed: "empty", now: "2026-03-01T08:00:00.000Z" });
  /** The names of the requests since `calls` was emptied. */
  const calls: string[] = [];
  let isNew = true;
  let gate: ((request: Request) => unknown) | undefined;
  const call = createCaller({
    send: withRetry(
      async (request) => {
        await gate?.(request);
        isNew = false;
        calls.push(request.name ?? "");
        return await shop.send(request);
      },
      { sleep: async () => {} },
    ),
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
  });
  const ask = async (name: string, input: object = {}): Promise<Body> => {
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new Error(`There is no call ${name}`);
    return await call(endpoint, input);
  };
  const folder = temporaryFolder("till-mirror-");
  let files = 0;
  const facts = { site: "sandbox", timeZone: "Europe/Berlin", options: [] };
  const open = async (file = `${folder}/${++files}.db`): Promise<Mirror> =>
    (await openMirror(file, facts, async () => version)).mirror;
  return {
    ...shop,
    ask,
    call,
    endpoint: (name: string) => endpoints.get(name),
    calls,
    open,
    /** Called with each request before it is sent; the request fails if it throws. */
    watch(next: typeof gate) {
      gate = next;
    },
    /** Adds products. A new shop gets those of an earlier one: adding them takes longer than reading them. */
    async seed(input: { count: number }): Promise<void> {
      const key = JSON.stringify([version, input]);
      const isFirst = isNew;
      isNew = false;
      const image = seeded.get(key);
      if (isFirst && image) return await shop.store.restore(image);
      await ask("sandbox.seed", { ...input, catalog: version });
      if (isFirst) seeded.set(key, shop.store.image());
    },
    /** Returns the titles of lists that are not up to date after it. */
    async update(mirror: Mirror, options: Partial<UpdateRequest> = {}): Promise<string[]> {
      const catalog = await openCatalog(
        { call: async () => call, can: async () => true, catalog: async () => version },
        "admin",
      );
      const { moved, denied } = await updateMirror(mirror, {
        ...{
          call,
          catalog,
          signal: new AbortController().signal,
          now: () => new Date("2026-03-01T08:00:00Z"),
        },
        ...{ full: false, costs: false, payments: false, report: async () => {}, ...options },
      });
      return [...moved, ...denied];
    },
  };
}

export type MirroredShop = ReturnType<typeof openMirroredShop>;

/** Returns everything in the tables of a mirror. */
export function contentOf({ db }: Pick<Mirror, "db">): Record<string, unknown[]> {
  return Object.fromEntries(
    tables.map(({ name }) => {
      const rows = db.prepare(`SELECT * FROM "${name}"`).all();
      return [
        name,
        rows
          .map((row) =>
            JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)),
          )
          .sort(),
      ];
    }),
  );
}

/** Returns the rows that count, without the numbers of the readings. */
export const countedIn = ({ db }: Pick<Mirror, "db">): unknown[] =>
  db.prepare("SELECT list, id, owner, updated FROM _row ORDER BY list, id").all();
