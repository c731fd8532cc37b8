import { resolve } from "node:path";
import { timeRange } from "../../cli/date-range.ts";
import { limitYoungGeneration } from "../../cli/jobs/heap.ts";
import { type SnapshotRequest, takeSnapshot } from "../../cli/snapshots/take.ts";
import type { Context } from "../../context/context.ts";
import { findSnapshot, isArchive, progressFile } from "../../files/snapshot/folder.ts";
import { type SnapshotDomain, snapshotDomains } from "../../files/snapshot/format.ts";
import type { Manifest } from "../../files/snapshot/manifest.ts";
import { readManifest } from "../../files/snapshot/read.ts";
import { writeSnapshot } from "../../files/snapshot/write.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
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
    ...{ domains: only, costs, limit, yaml },
    since: options.since === undefined ? undefined : { typed: options.since, time },
    command: `till pull ${name}`,
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
    const { yamlText } = yaml ? await import("../../output/yaml.ts") : {};
    const kept = isArchive(path) ? {} : before?.domains;
    const merged = { ...manifest, domains: inOrder({ ...kept, ...manifest.domains }) };
    await writeSnapshot(path, store, manifest, { yaml: yamlText, merged });
  });
  await printResult(context, name, manifest);
  return undefined;
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
