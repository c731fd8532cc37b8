import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { takeLock } from "../../bulk/engine/run-lock.ts";
import { timeRange } from "../../cli/date-range.ts";
import { limitYoungGeneration } from "../../cli/jobs/heap.ts";
import { readProfile } from "../../cli/snapshots/read-shop.ts";
import type { Context } from "../../context/context.ts";
import { findSnapshot, isArchive, progressFile } from "../../files/snapshot/folder.ts";
import { type SnapshotDomain, snapshotDomains } from "../../files/snapshot/format.ts";
import { type DomainFacts, formatVersion, type Manifest } from "../../files/snapshot/manifest.ts";
import { readManifest } from "../../files/snapshot/read.ts";
import { openStore, type SnapshotStore } from "../../files/snapshot/store.ts";
import { writeSnapshot } from "../../files/snapshot/write.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { toolVersion } from "../../kernel/version.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

interface PullOptions {
  only?: readonly SnapshotDomain[];
  since?: string;
  limit?: number;
  yaml?: boolean;
  costs?: boolean;
  restart?: boolean;
}

/** Reads the shop into a file with the progress, then writes the snapshot and deletes that file. */
export async function run(
  context: Context,
  [name = "snapshot"]: string[],
  options: PullOptions,
): Promise<ExitCode | undefined> {
  limitYoungGeneration();
  const path = resolve(context.cwd, name);
  const { only = snapshotDomains, limit, yaml = false, costs = true, restart = false } = options;
  const since = timeRange({ since: options.since }, context.now()).from;
  if (yaml && isArchive(path))
    throw new UsageError("--yaml writes a folder, not a compressed file.", { field: "--yaml" });
  const site = (await context.site()).id;
  const catalog = await context.catalog(await context.call("admin"));
  const before = await present(path, name);
  if (before && !isArchive(path)) checkSame(before, { name, site, yaml });
  const wanted = {
    ...{ format: formatVersion, site, catalog, yaml, costs, domains: only },
    ...(limit !== undefined && { limit }),
    // The text: the time moves on between an interrupted pull and the next one.
    ...(options.since !== undefined && { since: options.since }),
  };
  makeFolder(isArchive(path) ? dirname(path) : path);
  const progress = progressFile(path);
  const release = takeLock(`${progress}.lock`);
  if (release === undefined)
    throw new TillError(exitCodes.conflict, `Another process is pulling into ${name}.`, {
      hint: "Wait for it, or use another folder.",
    });
  let store: SnapshotStore | undefined;
  let complete = false;
  try {
    store = await begin(context, progress, { wanted: JSON.stringify(wanted), name, restart, before, since });
    await readProfile(context, store, {
      ...{ domains: only, costs, limit, since: store.fact("since") || undefined },
    });
    const manifest = manifestOf(store, wanted);
    const merged = {
      ...manifest,
      domains: inOrder({ ...(isArchive(path) ? {} : before?.domains), ...manifest.domains }),
    };
    const { yamlText } = yaml ? await import("../../output/yaml.ts") : {};
    await writeSnapshot(path, store, manifest, { yaml: yamlText, merged });
    complete = true;
    await printResult(context, name, manifest);
    return undefined;
  } finally {
    store?.close();
    if (context.signal.aborted && !complete) await context.notice(`Stopped. To continue: till pull ${name}`);
    if (complete) removeDatabase(progress);
    release();
    removeDatabase(`${progress}.lock`);
  }
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
  if (before.site !== site)
    throw new UsageError(`${name} is a snapshot of another site (${before.site}).`, { hint });
  if ((before.layout === "yaml") === yaml) return;
  throw new UsageError(`${name} ${yaml ? "has no YAML files" : "has one YAML file per product"}.`, {
    field: "--yaml",
    hint: yaml ? hint : "Add --yaml, or use another folder.",
  });
}

interface Beginning {
  wanted: string;
  name: string;
  restart: boolean;
  before: Manifest | undefined;
  since: string | undefined;
}

/** Opens the progress of a pull: that of an interrupted one, or an empty one. */
async function begin(
  context: Context,
  file: string,
  { wanted, name, restart, before, since }: Beginning,
): Promise<SnapshotStore> {
  if (restart) removeDatabase(file);
  const store = openStore(file);
  const earlier = store.fact("takenAt");
  const written = Object.values(before?.domains ?? {}).some(({ takenAt }) => takenAt === earlier);
  if (earlier !== undefined && !written) {
    if (store.fact("wanted") === wanted) {
      await context.notice(`Continuing the pull of ${earlier}. To start again: --restart`);
      return store;
    }
    store.close();
    throw new TillError(
      exitCodes.conflict,
      `${name} has an unfinished pull with other options or of another site.`,
      {
        hint: "Run it again with the same options, or start again: --restart",
      },
    );
  }
  store.close();
  removeDatabase(file);
  const fresh = openStore(file);
  fresh.setFact("wanted", wanted);
  fresh.setFact("since", since ?? "");
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

const inOrder = (domains: Manifest["domains"]): Manifest["domains"] =>
  Object.fromEntries(snapshotDomains.flatMap((name) => (domains[name] ? [[name, domains[name]]] : [])));

async function printResult(
  { streams, format, globals, now, notice }: Context,
  name: string,
  manifest: Manifest,
) {
  const rows = Object.entries(manifest.domains).map(([domain, facts]) => ({ domain, ...facts }));
  await renderList<(typeof rows)[number]>({
    ...{ streams, format, rows, now: now() },
    kind: "snapshotDomain",
    fields: globals.fields,
    columns: [
      column("DOMAIN", ({ domain }) => domain, { path: "domain" }),
      column("OBJECTS", ({ count }) => count, { path: "count", as: "number" }),
    ],
  });
  await notice(`Saved in ${name}.`);
}

function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
