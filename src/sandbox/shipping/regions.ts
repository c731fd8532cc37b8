import { checkRevision, type Entity, entityOf, type Kind, replaceEntity } from "../kernel/entities.ts";
import type { Tx } from "../kernel/tx.ts";

interface Regional extends Entity {
  deliveryRegionId?: string | null | undefined;
  deliveryRegionIds: string[];
}

type Extended = { namespaces?: unknown } | null | undefined;

/** A region to add or remove, and the revision of its document. */
interface RegionMove {
  deliveryRegionId?: string | null | undefined;
  revision?: string | null | undefined;
}

/**
 * Returns the handlers that add a region to a document and remove it. They throw PlatformError if a given revision is
 * outdated.
 */
export function regionHandlers<T extends Regional, const One extends string>(kind: Kind<T>, entityKey: One) {
  type Input = RegionMove & { readonly [Id in `${One}Id`]?: string | null | undefined };
  const move = (belongs: boolean) => (tx: Tx, input: Input) => {
    const { deliveryRegionId, revision } = input;
    const before = entityOf(tx, kind, (input as Readonly<Record<string, string>>)[`${entityKey}Id`] ?? "");
    if (revision) checkRevision(before, revision, kind.name);
    const others = before.deliveryRegionIds.filter((id) => id !== deliveryRegionId);
    const deliveryRegionIds = belongs ? [...others, deliveryRegionId ?? ""] : others;
    const changed = { ...before, deliveryRegionIds };
    if (!deliveryRegionIds.includes(before.deliveryRegionId ?? "")) delete changed.deliveryRegionId;
    const after = kind.show(replaceEntity(tx, kind, changed), tx.now);
    return { [entityKey]: after } as { [Key in One]: T };
  };
  return { addDeliveryRegion: move(true), removeDeliveryRegion: move(false) };
}

/** Sets an app's extended fields of a document. */
export function extend<T extends Entity & { extendedFields?: Extended }>(
  tx: Tx,
  kind: Kind<T>,
  {
    id,
    namespace,
    namespaceData,
  }: { id?: string | null; namespace?: string | null; namespaceData?: unknown },
): T {
  const before = entityOf(tx, kind, id ?? "");
  const namespaces = { ...(before.extendedFields?.namespaces as object), [namespace ?? ""]: namespaceData };
  const changed = { ...before, extendedFields: { namespaces } };
  return kind.show(replaceEntity(tx, kind, changed), tx.now) as T;
}

/** Merges the current and the deprecated field of a document's regions. */
export function regionsOf(given: {
  deliveryRegionIds?: string[] | null | undefined;
  deliveryRegionId?: string | null | undefined;
}): string[] {
  const older = given.deliveryRegionId ? [given.deliveryRegionId] : [];
  return [...new Set([...(given.deliveryRegionIds ?? []), ...older])];
}
