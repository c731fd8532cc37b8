import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { listProfiles } from "../config/profiles.ts";
import { recordedSandbox } from "../config/running-sandboxes.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { isGuid } from "../kernel/ids.ts";
import { formatCount } from "../kernel/text.ts";
import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import type { Manifest } from "./format.ts";
import { readProfile } from "./read-shop.ts";
import { shopObjects } from "./shop-objects.ts";
import { lacksChecksums, readManifest, readSnapshot } from "./snapshot-files.ts";
import { openSnapshotStore, type SnapshotStore } from "./store.ts";

/** A shop or a snapshot that is compared or copied. */
export interface Side {
  /** As it was typed. */
  name: string;
  catalog: "v1" | "v3";
  /** Of a snapshot: its domains. */
  domains?: Manifest["domains"];
  /** Of a shop: its context. */
  context?: Context;
  /** The lists of a shop that changed while they were read, such as `products`. */
  moved: readonly string[];
  /** Reads domains. `costs`: whether to read costs. */
  read(domains: readonly SnapshotDomain[], costs: boolean): Promise<SnapshotStore>;
  close(): Promise<void>;
}

/** Opens a profile, a site of the current profile, or a snapshot. Throws TillError (exit 5) if there is none. */
export async function openSide(context: Context, name: string): Promise<Side> {
  limitYoungGeneration();
  const isPath = /[/\\]|^\.|\.ndjson\.gz$/.test(name);
  if (!isPath && isProfile(context, name))
    return await shopSide(await context.elsewhere({ profile: name }), name);
  if (!isPath && isGuid(name)) return await shopSide(await context.elsewhere({ site: name }), name);
  const path = resolve(context.cwd, name);
  if (!isPath && !existsSync(path))
    throw new TillError(exitCodes.notFound, `There is no profile or snapshot "${name}".`, {
      code: "NO_SHOP",
      hint: "List the profiles: till profiles list. Save a snapshot: till copy pull FOLDER",
    });
  context.readable(name);
  const manifest = await readManifest(path, name);
  const stores: SnapshotStore[] = [];
  return {
    name,
    catalog: manifest.catalog,
    domains: manifest.domains,
    moved: [],
    async read(domains, costs) {
      const store = openSnapshotStore(await shopObjects());
      stores.push(store);
      await readSnapshot({ path, name, manifest }, domains, store, { costs });
      if (lacksChecksums(path, manifest, domains)) await context.notice(countsOnly(name));
      return store;
    },
    close: async () => stores.forEach((store) => void store.close()),
  };
}

/** Returns the notice about a snapshot without checksums. */
export const countsOnly = (name: string): string =>
  `${name} has no checksums of its files; only the numbers of objects were compared.`;

function isProfile({ paths }: Context, name: string): boolean {
  const contents = settingsFile(paths.settingsFile).read();
  return (
    listProfiles(contents).some((one) => one.name === name) || recordedSandbox(paths, name) !== undefined
  );
}

/** Returns the shop of a context. */
async function shopSide(context: Context, name: string): Promise<Side> {
  const stores: SnapshotStore[] = [];
  try {
    const catalog = await context.catalog(await context.call("admin"));
    const side: Side = {
      name,
      catalog,
      context,
      moved: [],
      async read(domains, costs) {
        const store = openSnapshotStore(await shopObjects(domains));
        stores.push(store);
        side.moved = (await readProfile(context, store, { domains, costs })).map(({ name }) => name);
        return store;
      },
      async close() {
        for (const store of stores) store.close();
        await context.close();
      },
    };
    return side;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Domains that belong to one shop: without `--only`, two shops are compared without them. */
const ofOneShop: ReadonlySet<SnapshotDomain> = new Set(["orders", "tickets"]);

/** Returns the domains that both sides have, or those of `only`. Throws UsageError if they have none in common. */
export function sharedDomains(
  sides: readonly Side[],
  only: readonly SnapshotDomain[] | undefined,
): readonly SnapshotDomain[] {
  if (only) return only;
  const live = sides.every(({ domains }) => domains === undefined);
  const shared = snapshotDomains.filter((domain) =>
    live ? !ofOneShop.has(domain) : sides.every(({ domains }) => domains === undefined || domains[domain]),
  );
  if (shared.length > 0) return shared;
  const contents = sides.map(
    ({ name, domains = {} }) => `${name} contains: ${Object.keys(domains).join(", ")}`,
  );
  throw new UsageError(`${sides.map(({ name }) => name).join(" and ")} have no domain in common.`, {
    hint: contents.join("\n  "),
  });
}

/** Returns whether costs are in every snapshot, so that they can be compared. */
export const haveCosts = (sides: readonly Side[]): boolean =>
  sides.every(({ domains }) => !domains?.products?.without?.includes("cost"));

/**
 * Throws UsageError if --prune would delete objects of domains that a snapshot may lack: it has only some, or the list changed while
 * it was read.
 */
export function checkComplete(
  { name, domains }: Pick<Side, "name" | "domains">,
  chosen: readonly SnapshotDomain[],
  hint: string,
): void {
  const partial = chosen.filter((domain) => isPartial({ domains }, domain));
  if (partial.length > 0)
    throw new UsageError(
      `${name} has only some ${partial.join(", ")} (--limit), so --prune would delete the others.`,
      { field: "--prune", hint },
    );
  const moved = chosen.filter((domain) => domains?.[domain]?.moved);
  if (moved.length > 0)
    throw new UsageError(
      `${name} may lack some ${moved.join(", ")}, which --prune would delete: they changed while they were being read.`,
      { field: "--prune", hint },
    );
}

/**
 * Throws TillError (exit 6) if --prune would delete all objects of a domain because the source has none. An empty source is
 * more often one that could not be read.
 */
export function checkNotEmpty(
  { from, to }: Readonly<Record<"from" | "to", SnapshotStore>>,
  domains: readonly SnapshotDomain[],
  { source, target }: Readonly<Record<"source" | "target", string>>,
): void {
  const emptied = domains.filter((domain) => from.count(domain) === 0 && to.count(domain) > 0);
  if (emptied.length === 0) return;
  const counts = emptied.map((domain) => `${formatCount(to.count(domain))} ${domain}`).join(", ");
  throw new TillError(
    exitCodes.conflict,
    `${source} has no ${emptied.join(" and no ")}, so --prune would delete all of ${target}: ${counts}. Nothing was sent.`,
    {
      code: "EMPTY_SOURCE",
      field: "--prune",
      hint: "If they are to be deleted, add: --allow-empty-source",
    },
  );
}

/** Returns whether only some objects of a domain are in a snapshot. */
export function isPartial({ domains }: Pick<Side, "domains">, domain: SnapshotDomain): boolean {
  const { limit, since, count = 0 } = domains?.[domain] ?? {};
  // The limit counts the collection of all products, too, which snapshots leave out.
  const read = domain === "collections" ? count + 1 : count;
  return (limit !== undefined && read >= limit) || since !== undefined;
}
