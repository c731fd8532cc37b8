import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { definitions, type SaleStatus, type StoredDefinition } from "./tables.ts";

type Period = StoredDefinition["salePeriod"];
const kind = "ticketDefinitions.sale";
const fqdn = "wix.events.v3.ticket_definition";

/** Returns the sale status at a time. Without a period, the sale is always on. */
export function saleStatusAt(period: Period, now: Date): SaleStatus {
  const at = now.toISOString();
  if (period?.startDate && at < period.startDate) return "SALE_SCHEDULED";
  return period?.endDate && at >= period.endDate ? "SALE_ENDED" : "SALE_STARTED";
}

/** Schedules the next start or end of a sale. */
export function scheduleSale(tx: StoreTx, { id, salePeriod }: StoredDefinition): void {
  const at = tx.now.toISOString();
  const next = [salePeriod?.startDate, salePeriod?.endDate].find((time) => time && time > at);
  if (next) tx.schedule(new Date(next), kind, id);
  else tx.unschedule(kind, id);
}

/** Ends the sale of a ticket definition whose event has ended or was canceled. */
export function endSale(tx: StoreTx, definition: StoredDefinition): void {
  tx.unschedule(kind, definition.id);
  if (definition.saleStatus !== "SALE_ENDED") setSaleStatus(tx, definition, "SALE_ENDED");
}

/** Due work: starts or ends a sale. */
export function updateSaleStatus(tx: StoreTx, id: string): void {
  const before = tx.get(definitions, id);
  if (!before) return;
  scheduleSale(tx, before);
  const saleStatus = saleStatusAt(before.salePeriod, tx.now);
  if (saleStatus !== before.saleStatus) setSaleStatus(tx, before, saleStatus);
}

function setSaleStatus(tx: StoreTx, before: StoredDefinition, saleStatus: SaleStatus): void {
  const { id } = before;
  const after = { ...before, saleStatus };
  tx.put(definitions, id, after);
  const { internal: _, ...ticketDefinition } = after;
  const slug = after.saleStatus === "SALE_STARTED" ? "sale_started" : "sale_ended";
  emitDomainEvent(tx, fqdn, slug, id, { actionEvent: { body: { ticketDefinition } } });
}
