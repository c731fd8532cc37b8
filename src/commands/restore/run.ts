import { instant } from "../../cli/date-range.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { limitYoungGeneration } from "../../cli/jobs/heap.ts";
import {
  type Backup,
  backupFolder,
  hasDomains,
  isNameByTime,
  listBackups,
  timeOf,
} from "../../cli/snapshots/backups.ts";
import { runCopy } from "../../cli/snapshots/copy/copy.ts";
import { writableDomains } from "../../cli/snapshots/domains.ts";
import { readProfile } from "../../cli/snapshots/read-shop.ts";
import { laterIds, restoredResults } from "../../cli/snapshots/restored.ts";
import { countsOnly } from "../../cli/snapshots/side.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import type { Manifest } from "../../files/snapshot/manifest.ts";
import { lacksChecksums, readManifest, readSnapshot } from "../../files/snapshot/read.ts";
import { openSnapshotStore, type SnapshotStore } from "../../files/snapshot/store.ts";
import { day } from "../../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { pairStores, sameCollectionNames } from "../../resources/snapshot/pair-stores.ts";

interface RestoreOptions extends JobOptions {
  at?: string;
  only?: readonly SnapshotDomain[];
  prune?: boolean;
  costs?: boolean;
}

/** Compares the shop with a backup, and gives it back what the backup contains as a job. */
export async function run(
  context: Context,
  _args: string[],
  { at, only, prune = false, costs = true, ...options }: RestoreOptions,
): Promise<CommandResult> {
  limitYoungGeneration();
  refuse(only);
  const { name, path, manifest } = await chosenBackup(context, at, only ?? []);
  await checkSite(context, manifest, { name, source: isPath(name) ? name : path });
  const domains = domainsOf(manifest, only, name);
  if (prune) checkPrune(manifest, domains, name);
  if (only === undefined) await noteOthers(context, manifest);
  // The collections of products are named, and may have been renamed.
  const read = withCollections(domains, manifest);
  const stores: { from: SnapshotStore; to: SnapshotStore } = {
    from: openSnapshotStore(),
    to: openSnapshotStore(),
  };
  try {
    await readSnapshot({ path, name, manifest }, read, stores.from, { ids: true });
    if (lacksChecksums(path, manifest, read)) await context.notice(countsOnly(name));
    const withCosts = costs && !manifest.domains.products?.without?.includes("cost");
    const moved = await readProfile(context, stores.to, { domains: read, costs: withCosts });
    if (prune && moved.length > 0)
      throw new TillError(exitCodes.conflict, "The shop changed while it was being read.", {
        hint: "Run the command again, so that --prune deletes nothing that should stay.",
      });
    pairStores(stores.from, stores.to, { domains: read, laterIds: await laterIds(context) });
    sameCollectionNames(stores, { restored: domains.includes("collections") });
    const title = `Restore ${name} of ${timeOf(manifest)}`;
    const catalog = await context.catalog(await context.call("admin"));
    return await runCopy(
      context,
      { kind: "restore", title, options, results: restoredResults },
      {
        source: { name, catalog: manifest.catalog },
        target: { catalog },
        ...{ stores, domains, prune, restore: true },
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
  if (at !== undefined && isPath(at)) {
    const path = context.readable(at);
    return { name: at, path, manifest: await readManifest(path, at) };
  }
  const backups = await listBackups(context, await backupFolder(context));
  const named = backups.find(({ name }) => name === at);
  if (named) return named;
  const isTime = at !== undefined && /^\d/.test(at) && !isNameByTime(at);
  const until = isTime ? instant("--at", at, context.now().getTime(), day - 1) : undefined;
  // One that lacks the domains is not meant.
  const found = backups.find(
    ({ takenAt, manifest }) => (until === undefined || takenAt <= until) && hasDomains(manifest, domains),
  );
  if (found && (isTime || at === undefined)) return found;
  const what = domains.length > 0 ? ` with ${domains.join(", ")}` : "";
  const which = at === undefined ? "" : isTime ? ` of ${at} or before` : ` "${at}"`;
  throw new TillError(exitCodes.notFound, `There is no backup${which} of this shop${what}.`, {
    code: "NO_BACKUP",
    field: "--at",
    hint: backups.length > 0 ? "List them: till backup list" : "Make one with: till backup",
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
    hint: `To copy it to this one: till promote --from ${source} --to ${own.profile}`,
  });
}

/** Throws UsageError for domains that cannot be written. */
function refuse(only: readonly SnapshotDomain[] = []): void {
  const refused = only.filter((domain) => !writableDomains.includes(domain));
  if (refused.length === 0) return;
  throw new UsageError(`${refused.join(", ")} cannot be restored.`, {
    field: "--only",
    hint: `till restore restores ${writableDomains.join(", ")}.`,
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
    hint: `till restore restores ${writableDomains.join(", ")}.`,
  });
}

/** Throws UsageError if a snapshot has only some objects: the others would be deleted. */
function checkPrune({ domains }: Manifest, chosen: readonly SnapshotDomain[], name: string): void {
  const hint = "Leave out --prune.";
  if (chosen.every((domain) => domain === "inventory" || domain === "settings"))
    throw new UsageError(`--prune deletes nothing of ${chosen.join(", ")}.`, {
      field: "--prune",
      hint,
    });
  const partial = chosen.filter((domain) => {
    const { limit, count = 0 } = domains[domain] ?? {};
    return limit !== undefined && count >= limit;
  });
  if (partial.length === 0) return;
  throw new UsageError(
    `${name} has only some ${partial.join(", ")} (--limit), so --prune would delete the others.`,
    { field: "--prune", hint },
  );
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
