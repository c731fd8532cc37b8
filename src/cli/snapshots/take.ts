import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { takeLock } from "../../bulk/engine/run-lock.ts";
import type { Context } from "../../context/context.ts";
import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import { type DomainFacts, formatVersion, type Manifest } from "../../files/snapshot/manifest.ts";
import { openSnapshotStore, type SnapshotStore } from "../../files/snapshot/store.ts";
import type { TillError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { toolVersion } from "../../kernel/version.ts";
import { readProfile } from "./read-shop.ts";

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
  /** The command that continues when it is interrupted: `till pull my-shop`. */
  command: string;
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
    ...{ format: formatVersion, site, catalog, yaml, costs, domains },
    ...(limit !== undefined && { limit }),
    // The text: the time moves on between an interrupted pull and the next one.
    ...(since !== undefined && { since: since.typed }),
  };
  makeFolder(dirname(progress));
  const release = takeLock(`${progress}.lock`);
  if (release === undefined) throw request.busy();
  let store: SnapshotStore | undefined;
  let complete = false;
  try {
    store = await begin(context, request, JSON.stringify(wanted));
    await readProfile(context, store, { domains, costs, limit, since: store.fact("since") || undefined });
    const manifest = manifestOf(store, wanted);
    await write(store, manifest);
    complete = true;
    return manifest;
  } finally {
    store?.close();
    if (context.signal.aborted && !complete) await context.notice(`Stopped. To continue: ${request.command}`);
    if (complete) removeDatabase(progress);
    release();
    removeDatabase(`${progress}.lock`);
  }
}

/** Opens the progress: that of an interrupted run, or an empty one. */
async function begin(
  context: Context,
  { progress, since, isWritten, mayContinue }: SnapshotRequest,
  wanted: string,
): Promise<SnapshotStore> {
  const store = openSnapshotStore(progress);
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
  const fresh = openSnapshotStore(progress);
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
  },
): Manifest {
  const { site, catalog, domains, limit, costs, yaml } = wanted;
  const since = store.fact("since");
  const factsOf = (domain: SnapshotDomain): DomainFacts => ({
    count: store.count(domain),
    takenAt: store.fact("takenAt") ?? "",
    ...(limit !== undefined && { limit }),
    ...(since && domain === "orders" && { since }),
    ...(!costs && domain === "products" && { without: ["cost"] }),
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
