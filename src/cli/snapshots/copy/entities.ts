import { combinedWork } from "../../../bulk/journal/combined-work.ts";
import type { Work } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { Context } from "../../../context/context.ts";
import { type SnapshotDomain, type SnapshotObject, snapshotKinds } from "../../../files/snapshot/format.ts";
import { type EventPair, plannedEvents } from "../../../resources/events/snapshot-plan.ts";
import { eventWork } from "../../../resources/events/work.ts";
import { openCatalog } from "../../../resources/products/read.ts";
import type { Difference } from "../../../resources/snapshot/compare.ts";
import { shopNames } from "../../../resources/snapshot/names.ts";
import { entityKinds } from "../../../resources/snapshot/readers.ts";
import type { FoundReference } from "../../../resources/snapshot/references.ts";
import { entitySteps, itemsOf, productDeletePhase } from "../../../resources/snapshot/write/steps.ts";
import { entityWork, type Shop } from "../../../resources/snapshot/write/work.ts";
import { entityWriters, writersOf } from "../../../resources/snapshot/write/writers.ts";
import { slugPhase } from "./slugs.ts";
import type { CopyJob, CopyWriter } from "./writer.ts";

/** Events come before their tickets. */
const entityDomains: readonly SnapshotDomain[] = [
  ...(["tax", "shipping", "events", "tickets", "discounts", "tips", "settings"] as const),
];

/** Returns whether a job on these domains needs the writer of `openEntityWriter`. */
export const hasEntities = (domains: readonly SnapshotDomain[]): boolean =>
  entityDomains.some((one) => domains.includes(one));

async function openShop(context: Context): Promise<Shop> {
  const { signal } = context;
  const call = await context.call("admin");
  const catalog = await openCatalog(context, "admin");
  const kinds = Object.values(entityKinds(catalog)).flat();
  const kind: Shop["kind"] = (name) => {
    const found = kinds.find((one) => one.kind === name);
    if (found === undefined) throw new RangeError(`no kind ${name}`);
    return found;
  };
  return { call, kind, signal, names: shopNames(call, catalog) };
}

/** Returns how jobs write discounts, shipping, tax, events, ticket types, tips and settings. */
export async function entitiesWork(context: Context): Promise<Work> {
  const shop = await openShop(context);
  return combinedWork([entityWork(entityWriters, shop), eventWork(shop.call)]);
}

/** Opens the writer of discounts, shipping, tax, events, ticket types, tips and settings. */
export async function openEntityWriter(job: CopyJob): Promise<CopyWriter> {
  const { context, prune, restore: sameShop = false, nextRow, lose, domains, stores } = job;
  const shop = await openShop(context);
  const early = new Set<string>();
  let parts: Set<string> | undefined;

  /** Returns whether an object that is referred to exists on the target, or is copied by this job. */
  async function exists({ to, value }: FoundReference): Promise<boolean> {
    if (to === undefined) return sameShop;
    parts ??= new Set(partKeys());
    const domain = snapshotKinds[to === "deliveryRegion" ? "deliveryProfile" : to]?.domain;
    const isCopied = to === "deliveryRegion" ? parts.has(value) : stores.from.find(to, value) !== undefined;
    if (domain && domains.includes(domain) && isCopied) return true;
    return (await shop.names.idOf(to, value)) !== undefined;
  }

  /** Yields the keys of the delivery regions of the source. */
  function* partKeys(): Generator<string> {
    const [writer] = writersOf("deliveryProfile").filter(({ kind }) => kind === "deliveryRegion");
    if (!writer || !domains.includes("shipping")) return;
    for (const { kind, line } of stores.from.objects("shipping"))
      if (kind === "deliveryProfile")
        for (const { key } of itemsOf(writer, JSON.parse(line) as SnapshotObject, { id: "", ids: {} }))
          yield key;
  }

  async function sourceOf({ kind, before, after }: Difference): Promise<string> {
    const { at, line } = nextRow(after);
    // Parts of profiles have ids of their own.
    if (sameShop && before === undefined && kind !== "deliveryProfile")
      await job.stage([{ handle: `${kind} ${line}`, line, of: after }]);
    return at;
  }

  async function planOne(difference: Difference): Promise<PlannedRow> {
    const { kind, key, before, after, change } = difference;
    const source = await sourceOf(difference);
    const writers = writersOf(kind);
    if (((before ?? after)?.nth ?? 1) > 1 && !(sameShop && change === "changed")) {
      const name = key.replace(/ \(\d+\)$/, "");
      const message = `several ${writers[0]?.noun ?? kind}s are named "${name}", so that they cannot be told apart`;
      return { problems: [{ source, rule: "ambiguous", message }] };
    }
    const references = shop.kind(kind).references ?? [];
    return await entitySteps({ writers, references }, before, after, {
      source,
      prune,
      sameShop,
      exists,
      early,
      lose,
    });
  }

  return {
    domains: entityDomains,
    async *plan(differences) {
      const events: EventPair[] = [];
      for (const difference of differences) {
        const { kind, before: present, after: wanted, change } = difference;
        if (change === "removed" && !prune) continue;
        if (kind === "ticket") lose("sold tickets, which are never written");
        else if (kind !== "event") {
          yield* await planBatch(events.splice(0));
          yield await planOne(difference);
        } else {
          events.push({ source: await sourceOf(difference), present, wanted });
          if (events.length === 100) yield* await planBatch(events.splice(0));
        }
      }
      yield* await planBatch(events);
    },
    work: await entitiesWork(context),
  };

  async function planBatch(events: readonly EventPair[]): Promise<PlannedRow[]> {
    return events.length === 0 ? [] : await plannedEvents(shop.call, events, { prune, lose });
  }
}

/** Deletes products after everything that may refer to them was changed, unless others need their slugs. */
export function deletedLast(row: PlannedRow): PlannedRow {
  if ("problems" in row) return row;
  return row.map((draft) =>
    draft.kind === "product.delete" && draft.phase !== slugPhase
      ? { ...draft, phase: productDeletePhase }
      : draft,
  );
}
