import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { takeLock } from "../bulk/engine/run-lock.ts";
import { timeRange } from "../cli/date-range.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { toolVersion } from "../kernel/version.ts";
import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import { type DomainFacts, formatVersion, isMoved, type Manifest } from "./format.ts";
import { readProfile } from "./read-shop.ts";
import { shopObjects } from "./shop-objects.ts";
import { findSnapshot, isArchive, progressFile, readManifest, writeSnapshot } from "./snapshot-files.ts";
import { openSnapshotStore, type SnapshotStore } from "./store.ts";

interface PullOptions {
  only?: readonly SnapshotDomain[];
  since?: string;
  limit?: number;
  yaml?: boolean;
  costs?: boolean;
  restart?: boolean;
}

/** Saves the shop as a snapshot; continues one that was interrupted. */
export async function run(
  context: Context,
  [name = "snapshot"]: string[],
  options: PullOptions,
): Promise<ExitCode | undefined> {
  limitYoungGeneration();
  const path = resolve(context.cwd, name);
  const { only = snapshotDomains, limit, yaml = false, costs = true, restart = false } = options;
  const time = timeRange({ since: options.since }, context.now()).from;
  if (yaml && isArchive(path))
    throw new UsageError("--yaml writes a folder, not a compressed file.", { field: "--yaml" });
  const site = (await context.site()).id;
  const before = await present(path, name);
  if (before && !isArchive(path)) checkSame(before, { name, site, yaml });
  const request: SnapshotRequest = {
    progress: progressFile(path),
    domains: only,
    costs,
    limit,
    yaml,
    since: options.since === undefined ? undefined : { typed: options.since, time },
    isWritten: (takenAt) => Object.values(before?.domains ?? {}).some((facts) => facts.takenAt === takenAt),
    async mayContinue(takenAt, isSame) {
      if (restart) return false;
      if (!isSame)
        throw new TillError(
          exitCodes.conflict,
          `${name} has an unfinished pull with other options or of another site.`,
          { hint: "Run it again with the same options, or start again: --restart" },
        );
      await context.notice(`Continuing the pull of ${takenAt}. To start again: --restart`);
      return true;
    },
    busy: () =>
      new TillError(exitCodes.conflict, `Another process is pulling into ${name}.`, {
        hint: "Wait for it, or use another folder.",
      }),
  };
  const manifest = await takeSnapshot(context, request, async (store, manifest) => {
    const { yamlText } = yaml ? await import("../output/yaml.ts") : {};
    const kept = isArchive(path) ? {} : before?.domains;
    const merged = { ...manifest, domains: inOrder({ ...kept, ...manifest.domains }) };
    await writeSnapshot(path, store, manifest, { yaml: yamlText, merged });
  });
  await printResult(context, name, manifest);
  return isMoved(manifest) ? exitCodes.partial : undefined;
}

/** Returns the manifest of the snapshot at a path, if there is one. Throws UsageError if there is something else. */
async function present(path: string, name: string): Promise<Manifest | undefined> {
  const found = findSnapshot(path);
  if (found === "snapshot") return await readManifest(path, name);
  if (found !== "other") return undefined;
  throw new UsageError(`${name} contains other files and no snapshot.`, {
    hint: "Use an empty or new folder.",
  });
}

/** Throws UsageError if a folder has a snapshot that the new one cannot be added to. */
function checkSame(
  before: Manifest,
  { name, site, yaml }: { name: string; site: string; yaml: boolean },
): void {
  const hint = "Use another folder.";
  if (before.format === 1)
    throw new UsageError(`${name} has format 1, to which this till cannot add.`, { hint });
  if (before.site !== site)
    throw new UsageError(`${name} is a snapshot of another site (${before.site}).`, { hint });
  if ((before.layout === "yaml") === yaml) return;
  throw new UsageError(`${name} ${yaml ? "has no YAML files" : "has one YAML file per product"}.`, {
    field: "--yaml",
    hint: yaml ? hint : "Add --yaml, or use another folder.",
  });
}

const inOrder = (domains: Manifest["domains"]): Manifest["domains"] =>
  Object.fromEntries(snapshotDomains.flatMap((name) => (domains[name] ? [[name, domains[name]]] : [])));

async function printResult(context: Context, name: string, manifest: Manifest) {
  const rows = Object.entries(manifest.domains).map(([domain, facts]) => ({ domain, ...facts }));
  await context.print(rows, {
    kind: "snapshotDomain",
    fields: { domain: {}, count: { label: "Objects", as: "number" } },
  });
  await context.notice(`Saved in ${name}.`);
}

/** A snapshot to take: what is read, and where the progress is kept. */
export interface SnapshotRequest {
  /** The file with the progress. */
  progress: string;
  domains: readonly SnapshotDomain[];
  costs: boolean;
  limit?: number | undefined;
  /** The time from which on orders are read, as it was typed and as a time. The typed one identifies an interrupted pull. */
  since?: { typed: string; time: string | undefined } | undefined;
  yaml?: boolean;
  /** Returns whether the snapshot of that time is complete, so that only its progress is left. */
  isWritten(takenAt: string): boolean;
  /** Called for the progress of an earlier run that was interrupted. Returns false to start again. */
  mayContinue(takenAt: string, isSame: boolean): Promise<boolean>;
  /** Returns the error if another process takes this snapshot. */
  busy(): TillError;
}

/**
 * Reads the shop into a file with the progress, so that a run after a killed one continues, then calls `write` and deletes
 * that file. Returns what the snapshot contains.
 */
export async function takeSnapshot(
  context: Context,
  request: SnapshotRequest,
  write: (store: SnapshotStore, manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  const { progress, domains, costs, limit, since, yaml = false } = request;
  const site = (await context.site()).id;
  const catalog = await context.catalog(await context.call("admin"));
  const wanted = {
    format: formatVersion,
    site,
    catalog,
    yaml,
    costs,
    domains,
    limit,
    // The text: the time moves on between an interrupted pull and the next one.
    since: since?.typed,
  };
  makeFolder(dirname(progress));
  const release = takeLock(`${progress}.lock`);
  if (release === undefined) throw request.busy();
  let store: SnapshotStore | undefined;
  let complete = false;
  try {
    store = await begin(context, request, JSON.stringify(wanted));
    const { kinds } = store;
    const from = store.fact("since") || undefined;
    const changed = await readProfile(context, store, { domains, costs, limit, since: from });
    const moved = new Set(changed.flatMap((list) => list.kinds.map((kind) => kinds.get(kind)?.domain)));
    const manifest = manifestOf(store, { ...wanted, moved });
    await write(store, manifest);
    complete = true;
    return manifest;
  } finally {
    store?.close();
    if (context.signal.aborted && !complete)
      await context.notice("Stopped. To continue, run the same command again.");
    if (complete) removeDatabase(progress);
    release();
    removeDatabase(`${progress}.lock`);
  }
}

/** Opens the progress: that of an interrupted run, or an empty one. */
async function begin(
  context: Context,
  { progress, domains, since, isWritten, mayContinue }: SnapshotRequest,
  wanted: string,
): Promise<SnapshotStore> {
  const kinds = await shopObjects(domains);
  const store = openSnapshotStore(kinds, progress);
  const earlier = store.fact("takenAt");
  try {
    if (
      earlier !== undefined &&
      !isWritten(earlier) &&
      (await mayContinue(earlier, store.fact("wanted") === wanted))
    )
      return store;
  } catch (error) {
    store.close();
    throw error;
  }
  store.close();
  removeDatabase(progress);
  const fresh = openSnapshotStore(kinds, progress);
  fresh.setFact("wanted", wanted);
  fresh.setFact("since", since?.time ?? "");
  fresh.setFact("takenAt", context.now().toISOString());
  return fresh;
}

function manifestOf(
  store: SnapshotStore,
  wanted: Pick<Manifest, "site" | "catalog"> & {
    domains: readonly SnapshotDomain[];
    limit?: number;
    costs: boolean;
    yaml: boolean;
    moved: ReadonlySet<SnapshotDomain | undefined>;
  },
): Manifest {
  const { site, catalog, domains, limit, costs, yaml, moved } = wanted;
  const since = store.fact("since");
  const factsOf = (domain: SnapshotDomain): DomainFacts => ({
    count: store.count(domain),
    takenAt: store.fact("takenAt") ?? "",
    limit,
    since: since && domain === "orders" ? since : undefined,
    moved: moved.has(domain) || undefined,
    without: !costs && domain === "products" ? ["cost"] : undefined,
  });
  return {
    _kind: "snapshot",
    format: formatVersion,
    platform: "wix",
    site,
    catalog,
    tool: toolVersion,
    layout: yaml ? "yaml" : "ndjson",
    domains: Object.fromEntries(domains.map((domain) => [domain, factsOf(domain)])),
  };
}

function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
