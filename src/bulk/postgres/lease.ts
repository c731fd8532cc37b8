import { setTimeout as pause } from "node:timers/promises";
import { databaseTime } from "../../kernel/database-time.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Postgres } from "../../kernel/postgres.ts";
import type { TimeSpan } from "../journal/journal.ts";
import { leaseLost, type Right } from "./working-copy.ts";

/** What must hold for a request to be sent. */
export interface SendGuard {
  /** Whether it was confirmed a moment ago. */
  holds(): boolean;
  /** Confirms it, if it was not confirmed a moment ago. Throws TillError if it does not hold any more. */
  confirm(): Promise<void>;
}

/** The lease of one job: until it is released or expires, no other process can take the job. */
export interface Lease extends SendGuard, Right {
  /** Runs statements that carry the fence: if they succeed, they confirm the lease. */
  confirmedBy<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the time of the database: the clocks of computers differ. */
  time(): TimeSpan;
  /** Gives the job back. */
  release(): Promise<void>;
}

/** A time on two clocks: one advances while the process is paused, the other also while the computer sleeps. */
export interface Moment {
  steady: number;
  wall: number;
}

/** What the clock of the database showed between two moments of this computer. */
export interface ClockReading {
  shown: number;
  asked: Moment;
  answered: Moment;
}

/** The clocks and timers of a computer, as leases need them. */
export interface LeaseClock {
  moment(): Moment;
  sleep(ms: number): Promise<void>;
  /** Runs a function again and again. Returns a function that ends it. */
  every(ms: number, run: () => void): () => void;
}

export const systemClock: LeaseClock = {
  moment: () => ({ steady: performance.now(), wall: Date.now() }),
  sleep: async (ms) => await pause(ms),
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export interface LeaseOptions {
  job: string;
  leaseMs: number;
  /** Who takes it: `ada@laptop, process 123`. */
  holder: string;
  /** Called once if there is a wait for a process that does not renew its lease. */
  onWait?: ((text: string) => void) | undefined;
  clock: LeaseClock;
}

/**
 * Takes the lease of a job. If another process has it, waits until it expires, unless that process renews it meanwhile: then
 * it throws JOB_RUNNING (exit 6). Renews it until it is released.
 */
export async function takeLease(database: Postgres, options: LeaseOptions): Promise<Lease> {
  const { job, leaseMs, holder, onWait, clock } = options;
  const asked = clock.moment().steady;
  let told = false;
  const step = Math.max(20, leaseMs / 30);
  let seen: string | undefined;
  for (;;) {
    const started = clock.moment();
    const [taken] = await database.query<{ fence: number; now: number }>(
      `UPDATE till.job SET fence = fence + 1, holder = $2, expires = now() + $3 * interval '1 ms'
       WHERE id = $1 AND (expires IS NULL OR expires <= now()) RETURNING fence, ${databaseTime}`,
      [job, holder, leaseMs],
    );
    if (taken) {
      const { fence, now: shown } = taken;
      const reading = { shown, asked: started, answered: clock.moment() };
      return startLease(database, { job, leaseMs, fence }, reading, clock);
    }
    const [other] = await database.query<{ holder: string | null; expires: string | null }>(
      "SELECT holder, expires FROM till.job WHERE id = $1",
      [job],
    );
    if (other === undefined) throw leaseLost(job);
    seen ??= other.expires ?? undefined;
    if (other.expires !== null && other.expires !== seen) throw jobRunning(job, other.holder);
    // A running process has renewed its lease by then.
    if (!told && clock.moment().steady - asked > leaseMs / 5) {
      onWait?.(`Job ${job} has not been heard of at ${other.holder}; waiting until its lease ends.`);
      told = true;
    }
    await clock.sleep(step);
  }
}

function jobRunning(job: string, holder: string | null): TillError {
  const where = holder === null ? "in another process" : `at ${holder}`;
  return new TillError(exitCodes.conflict, `Job ${job} is running ${where}.`, {
    code: "JOB_RUNNING",
    hint: "Wait for it to finish, or stop it there with Ctrl-C.",
  });
}

/** Returns the lease of a process that has just taken it, and keeps renewing it. */
export function startLease(
  database: Postgres,
  right: Right,
  reading: ClockReading,
  clock: LeaseClock = systemClock,
): Lease {
  const { job, fence, leaseMs } = right;
  /** Milliseconds since a moment: what the two clocks say. */
  const bothSince = ({ steady, wall }: Moment): [number, number] => {
    const now = clock.moment();
    return [now.steady - steady, now.wall - wall];
  };
  /** Milliseconds since a moment; at least what either clock says. */
  const since = (moment: Moment) => Math.max(...bothSince(moment));
  /** How old a confirmation may be for a request to be sent. */
  const trusted = leaseMs / 6;
  let last = reading.asked;
  let seen = reading;
  let lost: TillError | undefined;
  let renewing: Promise<void> | undefined;

  const renew = async () => {
    const began = clock.moment();
    const [renewed] = await database.query<{ now: number }>(
      `UPDATE till.job SET expires = now() + $3 * interval '1 ms' WHERE id = $1 AND fence = $2 RETURNING ${databaseTime}`,
      [job, fence, leaseMs],
    );
    if (renewed === undefined) {
      lost = leaseLost(job);
      return;
    }
    confirmed(began);
    seen = { shown: renewed.now, asked: began, answered: clock.moment() };
  };
  const confirmed = (began: Moment) => {
    if (since(began) < since(last)) last = began;
  };
  const stopRenewing = clock.every(leaseMs / 10, () => {
    // The next request reports why it failed.
    if (!lost && !renewing) void renewOnce().catch(() => {});
  });
  const renewOnce = () =>
    (renewing ??= renew().finally(() => {
      renewing = undefined;
    }));

  return {
    ...right,
    holds: () => lost === undefined && since(last) <= trusted,
    async confirm() {
      for (let attempts = 0; since(last) > trusted || lost; attempts++) {
        if (lost) throw lost;
        if (attempts === 3) {
          throw new TillError(exitCodes.unavailable, `PostgreSQL (${database.name}) answers too slowly.`, {
            code: "POSTGRES_UNAVAILABLE",
            hint: "Run it again once the database is faster.",
          });
        }
        // A statement that was under way during a pause seems to have timed out: the next one tells.
        await renewOnce().catch((error: unknown) => {
          if (attempts > 0) throw error;
        });
      }
    },
    async confirmedBy(work) {
      const began = clock.moment();
      const result = await work();
      confirmed(began);
      return result;
    },
    time: () => ({
      earliest: Math.floor(seen.shown + Math.min(...bothSince(seen.answered))),
      latest: Math.ceil(seen.shown + since(seen.asked)),
    }),
    async release() {
      stopRenewing();
      await renewing?.catch(() => {});
      // A lease that cannot be given back expires.
      await database
        .query("UPDATE till.job SET expires = NULL WHERE id = $1 AND fence = $2", [job, fence])
        .catch(() => {});
    },
  };
}
