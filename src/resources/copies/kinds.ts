import { type SnapshotDomain, snapshotDomains } from "../../files/snapshot/format.ts";
import { openCatalog } from "../products/read.ts";
import type { Session } from "../resource.ts";
import { catalogV1Copies } from "./catalog-v1.ts";
import { eventCopies, ticketCopies } from "./events.ts";
import type { CopyKind } from "./kind.ts";
import { orderCopies } from "./orders.ts";
import { sellingCopies } from "./selling.ts";

/** What objects of a domain refer to. Products and their stock are one list. */
const needs: Readonly<Partial<Record<SnapshotDomain, readonly SnapshotDomain[]>>> = {
  products: ["collections"],
  inventory: ["collections", "products"],
  tickets: ["events"],
};

/** Returns domains with those that they refer to. */
export function withNeeds(domains: readonly SnapshotDomain[]): SnapshotDomain[] {
  const all = new Set(domains.flatMap((domain) => [domain, ...(needs[domain] ?? [])]));
  return snapshotDomains.filter((domain) => all.has(domain));
}

/** What to copy of a shop. `costs`: on catalog v1, costs take a request per product. */
export interface CopySelection {
  domains: readonly SnapshotDomain[];
  costs: boolean;
  since?: Date | undefined;
}

/** Returns the kinds of objects of a shop that are copied into a sandbox, those first that others refer to. Needs an admin. */
export async function copyKinds(
  session: Session,
  { domains, costs, since }: CopySelection,
): Promise<CopyKind[]> {
  const call = await session.call("admin");
  const catalog = await openCatalog(session, "admin");
  const catalogCopies =
    catalog.version === "v3"
      ? (await import("./catalog-v3.ts")).catalogV3Copies(call)
      : catalogV1Copies(call, catalog, costs);
  const all = [
    ...catalogCopies,
    ...sellingCopies(call),
    ...orderCopies(call, since),
    ...eventCopies(call),
    ...ticketCopies(call),
  ];
  const wanted = withNeeds(domains);
  return all.filter(({ domain }) => wanted.includes(domain));
}
