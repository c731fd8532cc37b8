import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Journal } from "../bulk/journal/journal.ts";
import { restoredIdOf } from "../bulk/plan/stage.ts";
import type { JobOptions } from "../cli/bulk-flags.ts";
import { parseDateFlag } from "../cli/date-range.ts";
import type { Context, JobResults } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import { day } from "../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { sameJson } from "../kernel/json.ts";
import { countOf } from "../kernel/text.ts";
import { type Backup, backupFolder, backupTime, hasDomains, isNameByTime, listBackups } from "./backups.ts";
import { type SnapshotDomain, snapshotDomains, writableDomains } from "./domains.ts";
import { type Manifest, objectKey, type SnapshotObject } from "./format.ts";
import { writersOf, writtenItems } from "./object-steps.ts";
import { openCopiedShop, readProfile } from "./read-shop.ts";
import { type ReferenceKind, referencesIn, withReplacedKeys } from "./references.ts";
import { runCopy } from "./run-copy.ts";
import type { ShopObject } from "./shop-object.ts";
import { shopObjects } from "./shop-objects.ts";
import { checkComplete, checkNotEmpty, countsOnly } from "./side.ts";
import { lacksChecksums, readManifest, readSnapshot } from "./snapshot-files.ts";
import { type Found, idIn, openSnapshotStore, type SnapshotStore } from "./store.ts";

interface RestoreOptions extends JobOptions {
  at?: string;
  only?: readonly SnapshotDomain[];
  prune?: boolean;
  allowEmptySource?: boolean;
  allowSharedSkus?: boolean;
  costs?: boolean;
}

/** Compares the shop with a backup, and restores the differences as a job. */
export async function run(
  context: Context,
  _args: string[],
  { at, only, prune = false, costs = true, allowEmptySource = false, ...given }: RestoreOptions,
): Promise<CommandResult> {
  limitYoungGeneration();
  const { allowSharedSkus: sharesSkus = false, ...options } = given;
  refuse(only);
  const { name, path, manifest } = await chosenBackup(context, at, only ?? []);
  await checkSite(context, manifest, { name, source: isPath(name) ? name : path });
  const domains = domainsOf(manifest, only, name);
  const pruned = prune ? checkPrune(manifest, domains, name) : [];
  if (only === undefined) await noteOthers(context, manifest);
  // The collections of products are named, and may have been renamed.
  const read = withCollections(domains, manifest);
  const kinds = await shopObjects();
  const stores: { from: SnapshotStore; to: SnapshotStore } = {
    from: openSnapshotStore(kinds),
    to: openSnapshotStore(kinds),
  };
  try {
    await readSnapshot({ path, name, manifest }, read, stores.from, { ids: true, costs });
    if (lacksChecksums(path, manifest, read)) await context.notice(countsOnly(name));
    const withCosts = costs && !manifest.domains.products?.without?.includes("cost");
    const moved = await readProfile(context, stores.to, { domains: read, costs: withCosts });
    if (prune && moved.length > 0)
      throw new TillError(exitCodes.conflict, "The shop changed while it was being read.", {
        hint: "Run the command again, so that --prune deletes nothing that should stay.",
      });
    if (!allowEmptySource) checkNotEmpty(stores, pruned, { source: name, target: "the shop" });
    const later = await laterIds(context);
    pairStores(stores.from, stores.to, { domains: read, laterIds: later });
    sameCollectionNames(stores, { restored: domains.includes("collections") });
    await sameReferences(context, stores, {
      domains,
      laterIds: later,
      async load(others) {
        const unread = others.filter((domain) => manifest.domains[domain] && !read.includes(domain));
        if (unread.length > 0)
          await readSnapshot({ path, name, manifest }, unread, stores.from, { ids: true });
      },
    });
    const title = `Restore ${name} of ${backupTime(manifest)}`;
    const catalog = await context.catalog(await context.call("admin"));
    return await runCopy(
      context,
      { kind: "restore", title, options, results: restoredResults },
      {
        source: { name, catalog: manifest.catalog },
        target: { catalog },
        stores,
        domains,
        prune,
        sharesSkus,
        restore: true,
      },
    );
  } finally {
    for (const store of Object.values(stores)) store.close();
  }
}

/** A backup, or another snapshot of the shop. */
type Chosen = Pick<Backup, "name" | "path" | "manifest">;

const isPath = (text: string): boolean => /[/\\]|^\.|\.ndjson\.gz$/.test(text);

/** Returns the backup of `--at`: a path, a name, or the last one until a time. Throws TillError (exit 5) if there is none. */
async function chosenBackup(
  context: Context,
  at: string | undefined,
  domains: readonly SnapshotDomain[],
): Promise<Chosen> {
  const readAt = async (at: string): Promise<Chosen> => {
    const path = context.readable(at);
    return { name: at, path, manifest: await readManifest(path, at) };
  };
  if (at !== undefined && isPath(at)) return await readAt(at);
  const backups = await listBackups(context, await backupFolder(context));
  const named = backups.find(({ name }) => name === at);
  if (named) return named;
  const isTime = at !== undefined && /^(\d|today$|yesterday$)/.test(at) && !isNameByTime(at);
  if (at !== undefined && !isTime && existsSync(resolve(context.cwd, at))) return await readAt(at);
  const until = isTime ? parseDateFlag("--at", at, context.now().getTime(), day - 1) : undefined;
  // One that lacks the domains is not meant.
  const found = backups.find(
    ({ takenAt, manifest }) => (until === undefined || takenAt <= until) && hasDomains(manifest, domains),
  );
  if (found && (isTime || at === undefined)) return found;
  const what = domains.length > 0 ? ` with ${domains.join(", ")}` : "";
  const which = at === undefined ? "" : isTime ? ` from ${at} or earlier` : ` "${at}"`;
  throw new TillError(exitCodes.notFound, `This shop has no backup${which}${what}.`, {
    code: "NO_BACKUP",
    field: "--at",
    hint: backups.length > 0 ? "List them: till backup list" : "Make one with: till backup create",
  });
}

/** Throws UsageError for a snapshot of another site. */
async function checkSite(
  context: Context,
  { site }: Manifest,
  { name, source }: { name: string; source: string },
): Promise<void> {
  const own = await context.site();
  if (site === own.id) return;
  throw new UsageError(`${name} is a snapshot of another site (${site}).`, {
    code: "OTHER_SITE",
    field: "--at",
    hint: `To copy it to this one: till copy promote --source ${source} --target ${own.profile}`,
  });
}

/** Throws UsageError for domains that cannot be written. */
function refuse(only: readonly SnapshotDomain[] = []): void {
  const refused = only.filter((domain) => !writableDomains.includes(domain));
  if (refused.length === 0) return;
  throw new UsageError(`${refused.join(", ")} cannot be restored.`, {
    field: "--only",
    hint: `till backup restore restores ${writableDomains.join(", ")}.`,
  });
}

function domainsOf(
  { domains }: Manifest,
  only: readonly SnapshotDomain[] | undefined,
  name: string,
): readonly SnapshotDomain[] {
  const chosen = writableDomains.filter((domain) => (only ? only.includes(domain) : domains[domain]));
  if (chosen.length > 0) return chosen;
  throw new UsageError(`${name} contains nothing that can be restored.`, {
    field: "--at",
    hint: `till backup restore restores ${writableDomains.join(", ")}.`,
  });
}

/** Returns what is deleted from. Throws UsageError if nothing is, or if a snapshot may lack objects, which would be deleted. */
function checkPrune(
  { domains }: Manifest,
  chosen: readonly SnapshotDomain[],
  name: string,
): readonly SnapshotDomain[] {
  const hint = "Leave out --prune.";
  const deleted = chosen.filter((domain) => domain !== "inventory" && domain !== "settings");
  if (deleted.length === 0)
    throw new UsageError(`--prune deletes nothing of ${chosen.join(", ")}.`, {
      field: "--prune",
      hint,
    });
  checkComplete({ name, domains }, chosen, hint);
  return deleted;
}

/** Says what a backup contains that cannot be restored. */
async function noteOthers({ notice }: Context, { domains }: Manifest): Promise<void> {
  if (domains.orders?.count || domains.tickets?.count)
    await notice("Orders and sold tickets are not restored: till never writes them.");
}

const withCollections = (
  domains: readonly SnapshotDomain[],
  manifest: Manifest,
): readonly SnapshotDomain[] =>
  domains.includes("products") && !domains.includes("collections") && manifest.domains.collections
    ? [...domains, "collections"]
    : domains;

/** Returns the ids that an object may have by now, besides the one that it had: those of the objects restored for it. */
export type LaterIds = (id: string) => readonly string[];

interface PairingOptions {
  domains: readonly SnapshotDomain[];
  laterIds?: LaterIds | undefined;
}

/**
 * Pairs the objects that a shop had with those that it has: by id, then by natural key. Afterwards, both stores are iterated
 * in the same order, and objects without a counterpart have a place of their own.
 */
export function pairStores(
  had: SnapshotStore,
  has: SnapshotStore,
  { domains, laterIds = () => [] }: PairingOptions,
): void {
  for (const { kind, domain } of had.kinds.values()) if (domains.includes(domain)) pairKind(kind);

  function pairKind(kind: string): void {
    let place = 0;
    const next = (key: string) => `${key}\u0001${++place}`;
    const pairWith = (
      find: (
        one: ReturnType<SnapshotStore["unordered"]> extends Iterable<infer One> ? One : never,
      ) => Found | undefined,
    ) => {
      for (const one of had.unordered(kind)) {
        if (one.pair !== null) continue;
        const other = find(one);
        if (other === undefined) continue;
        const pair = next(one.key);
        had.setPairs([{ kind, id: one.id, pair }]);
        has.setPairs([{ kind, id: other.id, pair }]);
      }
    };
    pairWith(({ ids }) => {
      const id = idIn(ids);
      if (id === undefined) return undefined;
      for (const candidate of [id, ...laterIds(id)]) {
        const other = has.unpaired(kind, { id: candidate });
        if (other) return other;
      }
      return undefined;
    });
    pairWith(({ key }) => has.unpaired(kind, { key }));
    for (const store of [had, has])
      for (const { id, key, pair } of store.unordered(kind))
        if (pair === null) store.setPairs([{ kind, id, pair: next(key) }]);
  }
}

/** Renames collections in the products of a store. */
function renameCollections(store: SnapshotStore, names: ReadonlyMap<string, string>): void {
  if (names.size === 0) return;
  let changed: { object: SnapshotObject; id: string }[] = [];
  const flush = () => {
    store.replace(changed);
    changed = [];
  };
  for (const { object, id } of store.unordered("product")) {
    const collections = (object.collections ?? []) as string[];
    if (!collections.some((name) => names.has(name))) continue;
    const renamed = collections.map((name) => names.get(name) ?? name).sort();
    changed.push({ object: { ...object, collections: renamed }, id });
    if (changed.length >= 500) flush();
  }
  flush();
}

/**
 * Gives the products of two paired stores the same names for collections that were renamed in between: those from before if
 * the collections are restored as well, else the present ones.
 */
export function sameCollectionNames(
  { from, to }: { from: SnapshotStore; to: SnapshotStore },
  { restored }: { restored: boolean },
): void {
  const names = new Map<string, string>();
  const present = new Map<string, string>();
  for (const { object, pair } of to.unordered("collection")) if (pair) present.set(pair, String(object.name));
  for (const { object, pair } of from.unordered("collection")) {
    const [had, has] = [String(object.name), present.get(pair ?? "")];
    if (has === undefined || has === had) continue;
    if (restored) names.set(has, had);
    else names.set(had, has);
  }
  renameCollections(restored ? to : from, names);
}

/**
 * Pairs collections that have different names in two shops and the same slug, unless the other name occurs in both: they were
 * renamed, and another one cannot have the slug. The products of the second shop get the new names.
 */
export function pairRenamedCollections({ from, to }: Record<"from" | "to", SnapshotStore>): void {
  const renamed = new Map<string, string>();
  const bySlug = new Map<string, { id: string; name: string }>();
  for (const { object, id } of to.unordered("collection"))
    if (object.slug && from.find("collection", String(object.name)) === undefined)
      bySlug.set(String(object.slug), { id, name: String(object.name) });
  for (const { object } of from.unordered("collection")) {
    const name = String(object.name);
    const other = bySlug.get(String(object.slug));
    if (other === undefined || to.find("collection", name) !== undefined) continue;
    to.setKey("collection", other.id, name);
    renamed.set(other.name, name);
  }
  renameCollections(to, renamed);
}

interface ReferenceOptions {
  domains: readonly SnapshotDomain[];
  laterIds: LaterIds;
  /** Adds those of the domains to the store of the backup that are in the backup and not in the store. */
  load(domains: readonly SnapshotDomain[]): Promise<void>;
}

/**
 * Gives the objects of two paired stores the same keys of objects that they refer to and that were renamed in between: those
 * from before if these are restored as well, else the present ones.
 */
async function sameReferences(
  context: Context,
  { from, to }: { from: SnapshotStore; to: SnapshotStore },
  { domains, laterIds, load }: ReferenceOptions,
): Promise<void> {
  const { kinds } = from;
  const own = [...kinds.values()].filter(({ domain }) => domains.includes(domain));
  const others = new Map<ReferenceKind, Set<string>>();
  for (const { kind, references = [] } of own)
    for (const { object } of references.length > 0 ? from.unordered(kind) : [])
      for (const { to: other, value } of referencesIn(object, references))
        if (other && kinds.has(other) && !own.some((one) => one.kind === other))
          others.set(other, (others.get(other) ?? new Set()).add(value));

  const had = partKeys(from, own);
  const parts = new Map<string, string>();
  for (const { kind, id, key } of partKeys(to, own).values())
    parts.set(`${kind} ${key}`, had.get(id)?.key ?? key);
  replaceKeys(to, own, (kind, key) => {
    const part = parts.get(`${kind} ${key}`);
    if (part !== undefined) return part;
    const object = own.find((one) => one.kind === kind);
    const pair = object && to.find(kind, key)?.pair;
    const before = object && pair ? from.paired(kind, pair) : undefined;
    return object && before ? objectKey(object, before.object) : key;
  });

  if (others.size === 0) return;
  await load(
    snapshotDomains.filter((domain) => [...others.keys()].some((kind) => kinds.get(kind)?.domain === domain)),
  );
  const { names } = await openCopiedShop(context, context.signal);
  const presentKey = async (kind: ReferenceKind, id: string) => {
    for (const one of [id, ...laterIds(id)]) {
      const key = await names.nameOf(kind, one);
      if (key !== undefined) return key;
    }
    return undefined;
  };
  const present = new Map<string, string>();
  const found: Promise<unknown>[] = [];
  for (const [kind, keys] of others)
    for (const { key, ids } of from.unordered(kind)) {
      const id = keys.has(key) ? idIn(ids) : undefined;
      if (id !== undefined)
        found.push(presentKey(kind, id).then((name = key) => present.set(`${kind} ${key}`, name)));
    }
  await Promise.all(found);
  replaceKeys(from, own, (kind, key) => present.get(`${kind} ${key}`) ?? key);
}

/** Returns the kind, id and key of each part of the objects of these kinds by its id. */
function partKeys(
  store: SnapshotStore,
  kinds: readonly ShopObject[],
): Map<string, { kind: string; id: string; key: string }> {
  const found = new Map<string, { kind: string; id: string; key: string }>();
  for (const kind of kinds)
    for (const writer of writersOf(kind))
      for (const { object, ids } of writer.part ? store.unordered(kind.kind) : [])
        for (const { id, key } of writtenItems(writer, object, { id: "", ids: JSON.parse(ids ?? "{}") }))
          found.set(id, { kind: writer.kind, id, key });
  return found;
}

/** Gives the objects of these kinds in a store other keys of what they refer to. */
function replaceKeys(
  store: SnapshotStore,
  kinds: readonly ShopObject[],
  newKey: (to: ReferenceKind, key: string) => string,
): void {
  for (const { kind, references = [] } of kinds) {
    const changed: Found[] = [];
    for (const { object, id } of references.length > 0 ? store.unordered(kind) : []) {
      const renamed = withReplacedKeys(object, references, newKey) as SnapshotObject;
      if (!sameJson(renamed, object)) changed.push({ object: renamed, id });
    }
    store.replace(changed);
  }
}

/** A deleted object that a restore created again. */
interface Restored {
  /** `product`, `collection` … */
  kind: string;
  name: string;
  oldId: string;
  id: string;
}

/** Yields the objects that a restore has created. */
function* restoredBy(journal: Journal): Generator<Restored> {
  for (const step of journal.allSteps({ state: "done" })) {
    const { kind, id, label } = step;
    if (!kind.endsWith(".create") || id === undefined) continue;
    const oldId = restoredIdOf(journal, step);
    if (oldId) yield { kind: kind.slice(0, kind.indexOf(".")), name: label, oldId, id };
  }
}

/** The most new ids that are printed. */
const maxPrinted = 20;

/** Returns what a restore reports: the new ids of the objects that it created again. */
export function restoredResults(journal: Journal): JobResults {
  const restored = [...restoredBy(journal)];
  const lines = restored.slice(0, maxPrinted).map(({ name, oldId, id }) => `${name}: ${oldId} is now ${id}`);
  const more = restored.length - lines.length;
  return {
    json: { restored },
    lines: [
      ...(restored.length > 0
        ? [`${countOf(restored.length, "deleted object")} came back under new ids:`]
        : []),
      ...lines,
      ...(more > 0 ? [`… and ${countOf(more, "other")}. All of them: --json`] : []),
    ],
  };
}

/** Returns the ids that objects of the profile's site got when earlier restores created them again. */
export async function laterIds(context: Context): Promise<LaterIds> {
  const site = (await context.site()).id;
  const jobs = await context.jobs();
  const later = new Map<string, string[]>();
  for (const entry of await jobs.list()) {
    if ("damaged" in entry || entry.job.kind !== "restore" || entry.job.site !== site) continue;
    if (entry.counts.done === 0) continue;
    const journal = await jobs.open(entry.id);
    try {
      for (const { oldId, id } of restoredBy(journal)) later.set(oldId, [...(later.get(oldId) ?? []), id]);
    } finally {
      await journal.close();
    }
  }
  return (id) => {
    const found = new Set([id]);
    // An object that was restored, deleted and restored again has had several ids.
    for (const one of found) for (const next of later.get(one) ?? []) found.add(next);
    found.delete(id);
    return [...found];
  };
}
