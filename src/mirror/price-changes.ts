import type { JobPlace } from "../bulk/engine/job.ts";
import type { EntityChange, JobStore } from "../bulk/journal/journals.ts";
import { batchesOf } from "../kernel/batches.ts";
import { minute } from "../kernel/durations.ts";
import { isRecord } from "../kernel/json.ts";
import type { Mirror, Row } from "./store.ts";
import { optionsText } from "./tables.ts";

/** The products whose changes are read at a time. */
const batchSize = 500;

/** Copies the prices that jobs changed since the last time from the records of jobs. No request is sent. */
export async function readPriceChanges(
  mirror: Mirror,
  { store, place, now, full }: { store: JobStore; place: JobPlace; now(): Date; full: boolean },
): Promise<void> {
  const started = now().toISOString();
  const { seen = "1970-01-01T00:00:00.000Z" } = full ? {} : mirror.state("priceChanges");
  const since = new Date(Math.max(0, Date.parse(seen) - minute));
  const isTouched = (await store.touchedSince(since)).size > 0;
  for (const ids of isTouched ? batchesOf(mirror.ids("products"), batchSize) : []) {
    const changes = await store.changesSince({ place, ids, since, except: "" });
    const rows = changes.flatMap((change) => priceRows(mirror, change));
    mirror.commit("priceChanges", { seen }, () => mirror.put("priceChanges", rows, 0));
  }
  mirror.setState("priceChanges", { seen: started, syncedAt: started, proved: true });
}

/** Returns the prices that a step changed: that of a product, or those of variants. */
function priceRows(mirror: Mirror, { job, step }: EntityChange): Row[] {
  const { id: productId = "", seq, kind, label, before, after, endedAt, undoneAt, state } = step;
  if (state === "sent" || !isRecord(before) || !isRecord(after)) return [];
  const { currency } =
    mirror.db.prepare("SELECT currency FROM products WHERE id = ?").get<{ currency: string }>(productId) ??
    {};
  const changed: readonly (readonly [choices: string, before: unknown, after: unknown])[] =
    kind === "product.update"
      ? [["", before.price, after.price]]
      : kind === "variants.update"
        ? Object.entries(after).map(([key, fields]) => [
            optionsText(JSON.parse(key)),
            ...([before[key], fields].map((one) => (isRecord(one) ? one.price : undefined)) as [
              unknown,
              unknown,
            ]),
          ])
        : [];
  return changed.flatMap(([choices, from, to], index) => {
    if (typeof from !== "string" || typeof to !== "string") return [];
    const id = `${job}:${seq}:${index}`;
    const object = {
      ...{ id, job, productId, product: label, choices, before: from, after: to, currency },
      ...{ changedDate: endedAt, undoneDate: state === "undone" ? undoneAt : undefined },
    };
    return [{ id, object }];
  });
}
