import type { JobOptions } from "../cli/bulk-flags.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { type SnapshotDomain, writableDomains } from "./domains.ts";
import { pairRenamedCollections } from "./restore.ts";
import { runCopy } from "./run-copy.ts";
import { checkComplete, checkNotEmpty, haveCosts, openSide, type Side } from "./side.ts";

interface PromoteOptions extends JobOptions {
  source?: string;
  target?: string;
  only?: readonly SnapshotDomain[];
  prune?: boolean;
  allowEmptySource?: boolean;
  allowSharedSkus?: boolean;
  costs?: boolean;
}

/** Compares two shops, and changes the second to match the first as a job. */
export async function run(
  context: Context,
  _args: string[],
  options: PromoteOptions,
): Promise<CommandResult> {
  const { source: from, target: to, prune = false, costs = true, ...others } = options;
  const { allowEmptySource = false, allowSharedSkus: sharesSkus = false, ...job } = others;
  if (from === undefined || to === undefined)
    throw new UsageError(`${from === undefined ? "--source" : "--target"} is missing.`, {
      field: from === undefined ? "--source" : "--target",
      hint: "For example: till copy promote --source staging --target shop --dry-run",
    });
  const sides: Side[] = [];
  try {
    const source = await openSide(context, from);
    sides.push(source);
    const target = await openSide(context, to);
    sides.push(target);
    const there = target.context;
    if (there === undefined)
      throw new UsageError(`${to} is a snapshot, which cannot be changed.`, {
        field: "--to",
        hint: "Use a profile or the id of a site. To update a snapshot: till copy pull",
      });
    await checkShops(source, there);
    const domains = domainsOf(source, options.only);
    const pruned = prune ? checkPrune(source, domains) : [];
    const withCosts = costs && haveCosts(sides);
    const stores = { from: await source.read(domains, withCosts), to: await target.read(domains, withCosts) };
    if (prune && source.moved.length > 0)
      throw new TillError(
        exitCodes.conflict,
        `The ${source.moved.join(" and ")} of ${from} changed while they were being read.`,
        {
          hint: "Run the command again, so that --prune deletes nothing that exists.",
        },
      );
    if (!allowEmptySource) checkNotEmpty(stores, pruned, { source: from, target: to });
    if (domains.includes("collections")) pairRenamedCollections(stores);
    const title = `Promote ${from} to ${to}`;
    const copied = { source, target, stores, domains, prune, sharesSkus };
    return await runCopy(there, { kind: "promote", title, options: job }, copied);
  } finally {
    for (const side of sides) await side.close();
  }
}

/** Throws UsageError if the target is the source. */
async function checkShops({ context }: Side, target: Context): Promise<void> {
  const [one, other] = [await context?.site(), await target.site()];
  if (one === undefined || one.id !== other.id || one.profile !== other.profile) return;
  throw new UsageError("--source and --target are the same shop.", { field: "--target" });
}

/** Returns the domains to copy. Throws UsageError for those that cannot be written. */
function domainsOf(
  { domains, name }: Side,
  only: readonly SnapshotDomain[] | undefined,
): readonly SnapshotDomain[] {
  const refused = (only ?? []).filter((domain) => !writableDomains.includes(domain));
  if (refused.length > 0)
    throw new UsageError(`${refused.join(", ")} cannot be promoted.`, {
      field: "--only",
      hint: `Orders and sold tickets are never written. till copy promote copies ${writableDomains.join(", ")}.`,
    });
  const chosen = writableDomains.filter((domain) =>
    only ? only.includes(domain) : !domains || domains[domain],
  );
  if (chosen.length > 0) return chosen;
  throw new UsageError(`${name} contains only orders, which cannot be promoted.`, { field: "--source" });
}

/** Returns what is deleted from. Throws UsageError if nothing is, or if a snapshot may lack objects, which would be deleted. */
function checkPrune(source: Side, domains: readonly SnapshotDomain[]): readonly SnapshotDomain[] {
  const lasting: readonly SnapshotDomain[] = ["inventory", "collections", "settings"];
  if (domains.every((domain) => lasting.includes(domain)))
    throw new UsageError(`--prune deletes nothing of ${domains.join(", ")}.`, { field: "--prune" });
  const deleted = domains.filter((domain) => !lasting.includes(domain));
  checkComplete(source, deleted, "Pull a whole snapshot first.");
  return deleted;
}
