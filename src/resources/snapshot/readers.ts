import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import { collectionKind } from "../collections/snapshot-kind.ts";
import { discountKinds } from "../discounts/snapshot-kinds.ts";
import { eventKind } from "../events/snapshot-kind.ts";
import { orderKind } from "../orders/snapshot-kind.ts";
import { productReader } from "../products/portable/reader.ts";
import { catalogClient } from "../products/read.ts";
import type { Session } from "../resource.ts";
import { settingsKinds } from "../settings/snapshot-kinds.ts";
import { shippingKinds } from "../shipping/snapshot-kinds.ts";
import { taxKinds } from "../tax/snapshot-kinds.ts";
import { ticketKinds } from "../tickets/snapshot-kinds.ts";
import { tipKind } from "../tips/snapshot-kind.ts";
import { type EntityKind, entityReader } from "./entities.ts";
import type { ReadOptions, SnapshotReader } from "./reader.ts";

/** Returns the lists of the requested domains, in their order. Needs an admin. */
export async function snapshotReaders(session: Session, options: ReadOptions): Promise<SnapshotReader[]> {
  const call = await session.call("admin");
  const catalog = await catalogClient(session, "admin");
  const kinds: Readonly<Partial<Record<SnapshotDomain, readonly EntityKind[]>>> = {
    collections: [collectionKind(catalog.collections)],
    orders: [orderKind(options.since)],
    events: [eventKind],
    tickets: ticketKinds(call),
    discounts: discountKinds,
    shipping: shippingKinds(call),
    tax: taxKinds(call),
    tips: [tipKind],
    settings: settingsKinds,
  };
  const { domains } = options;
  const ofProducts = domains.includes("products") || domains.includes("inventory");
  return [
    ...(ofProducts ? [productReader(catalog, options)] : []),
    ...domains.flatMap((domain) =>
      (kinds[domain] ?? []).map((kind) =>
        // The catalog's call translates calls of catalog v1 on sites with v3.
        entityReader(domain === "collections" ? catalog.call : call, kind, options),
      ),
    ),
  ];
}
