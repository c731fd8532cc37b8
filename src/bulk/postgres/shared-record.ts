import type { Postgres } from "../../kernel/postgres.ts";
import type { Database } from "../../kernel/sqlite.ts";
import type { SharedRecord } from "../journal/journal.ts";
import { type Lease, moment, type SendGuard, takeLease } from "./lease.ts";
import { leaseLost, publishCopy, refreshCopy } from "./working-copy.ts";

/** What the records of a shared store have in common. */
export interface Sharing {
  database: Postgres;
  leaseMs: number;
  /** Who works on a job: `ada@laptop, process 123`. */
  holder: string;
  /** The leases of this process: requests are sent only while they hold. */
  guards: Set<SendGuard>;
  /** Called if there is a wait for a lease. */
  onWait?: ((text: string) => void) | undefined;
}

/** Returns the record of one job in the shared journal; `db` is its working copy, `held` a lease that was taken already. */
export function sharedRecord(sharing: Sharing, job: string, db: Database, held?: Lease): SharedRecord {
  const { database, guards } = sharing;
  let lease = held;
  if (held) guards.add(held);
  return {
    async take() {
      if (lease) return;
      lease = await takeLease(database, { ...sharing, job });
      guards.add(lease);
      await refreshCopy(database, db, job);
    },
    async publish() {
      if (!lease) throw new Error(`job ${job} is changed without a lease`);
      const started = moment();
      await publishCopy(database, db, lease).catch(async (error: unknown) => {
        // If the job was taken during a pause, that is the reason, and not the statement that seems to have timed out.
        await lease?.confirm();
        throw error;
      });
      lease.confirmed(started);
    },
    async release() {
      if (!lease) return;
      guards.delete(lease);
      await lease.release();
      lease = undefined;
    },
    async remove() {
      if (!lease) return;
      const { fence } = lease;
      const gone = await database.query("DELETE FROM till.job WHERE id = $1 AND fence = $2 RETURNING 1", [
        job,
        fence,
      ]);
      await this.release();
      if (gone.length === 0) throw leaseLost(job);
    },
  };
}
