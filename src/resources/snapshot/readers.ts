import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import { collectionKind } from "../collections/snapshot-kind.ts";
import { discountKinds } from "../discounts/snapshot-kinds.ts";
import { eventKind } from "../events/snapshot-kind.ts";
import { orderKind } from "../orders/snapshot-kind.ts";
import type { Catalog, OnlyInV3 } from "../products/catalog.ts";
import { productReader } from "../products/portable/reader.ts";
import { openCatalog } from "../products/read.ts";
import type { Session } from "../resource.ts";
import { settingsKinds } from "../settings/snapshot-kinds.ts";
import { shippingKinds } from "../shipping/snapshot-kinds.ts";
import { taxKinds } from "../tax/snapshot-kinds.ts";
import { ticketKinds } from "../tickets/snapshot-kinds.ts";
import { tipKind } from "../tips/snapshot-kind.ts";
import { type EntityKind, entityReader } from "./entities.ts";
import { shopNames } from "./names.ts";
import type { ReadOptions, SnapshotReader } from "./reader.ts";

/** The kinds of objects of each domain besides products and stock, in the order in which they are read. */
export function entityKinds(
  catalog: Pick<Catalog, "collections" | "version">,
  { since }: Pick<ReadOptions, "since"> = {},
): Readonly<Partial<Record<SnapshotDomain, readonly EntityKind[]>>> {
  return {
    collections: [collectionKind(catalog)],
    orders: [orderKind(since)],
    events: [eventKind],
    tickets: ticketKinds,
    discounts: discountKinds,
    shipping: shippingKinds,
    tax: taxKinds,
    tips: [tipKind],
    settings: settingsKinds,
  };
}

/** Returns the lists of the requested domains, in their order. Needs an admin. */
export async function snapshotReaders(session: Session, options: ReadOptions): Promise<SnapshotReader[]> {
  const call = await session.call("admin");
  const onlyInV3 = new Map<string, OnlyInV3>();
  const catalog = await openCatalog(session, "admin", { onlyInV3 });
  const kinds = entityKinds(catalog, options);
  const names = shopNames(call, catalog);
  const { domains } = options;
  const ofProducts = domains.includes("products") || domains.includes("inventory");
  return [
    ...(ofProducts ? [productReader(catalog, options, onlyInV3)] : []),
    ...domains.flatMap((domain) =>
      (kinds[domain] ?? []).map((kind) =>
        entityReader(domain === "collections" ? catalog.collections.list.call : call, kind, options, names),
      ),
    ),
  ];
}
