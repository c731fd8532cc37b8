import type { Row as Columns } from "../../src/bulk/journal/tables.ts";
import { exitCodes, TillError } from "../../src/kernel/errors.ts";
import type { Postgres, PostgresQueries } from "../../src/kernel/postgres.ts";
import { Chance, type Process, type Scheduler } from "./scheduler.ts";

/** A job in the shared journal: its own columns, and its steps by seq. */
interface StoredJob {
  columns: Columns;
  published: boolean;
  version: number;
  fence: number;
  holder: string | null;
  /** When its lease ends, in milliseconds since 1970. */
  expires: number | null;
  steps: Map<number, Columns & { version: number }>;
}

/** What a statement is given and returns, for a test that sends the same to a real PostgreSQL. */
export interface Executed {
  now: number;
  sql: string;
  values: readonly unknown[];
  rows: readonly Columns[];
  /** Statements of one transaction have the same number. */
  transaction: number | undefined;
}

/** The values of a statement: text and numbers, as it needs them. */
type Values = readonly [never, never, never, never];
type Statement = (values: Values, now: number) => Columns[];

/**
 * A model of the database of a shared journal: it knows the statements of src/bulk/postgres and src/context/rates.ts, and
 * carries each out at once. A transaction is carried out at one time, too, so that it needs no locks.
 */
export class SharedDatabase {
  readonly jobs = new Map<string, StoredJob>();
  readonly rates = new Map<string, { state: string; version: number }>();
  /** Called after each statement. */
  watch: ((executed: Executed) => void) | undefined;
  /** How to take back what the present transaction has done. */
  #rollback: (() => void)[] | undefined;
  #transactions = 0;
  readonly #known = new Map<string, Statement>();

  add(id: string, columns: Columns, steps: readonly Columns[]): void {
    const stored = steps.map((step) => [Number(step.seq), { ...step, version: 0 }] as const);
    const lease = { fence: 0, holder: null, expires: null };
    this.jobs.set(id, { columns, published: true, version: 0, ...lease, steps: new Map(stored) });
  }

  execute<Row>(sql: string, values: readonly unknown[], now: number): Row[] {
    let statement = this.#known.get(sql);
    if (!statement) {
      statement = this.#statementOf(sql.replace(/\s+/g, " ").trim());
      this.#known.set(sql, statement);
    }
    const rows = statement(values as Values, now);
    const transaction = this.#rollback && this.#transactions;
    this.watch?.({ now, sql, values, rows, transaction });
    return rows as Row[];
  }

  /** Carries a transaction out: work must not wait for anything but its statements. */
  async transaction<T>(work: (queries: PostgresQueries) => Promise<T>, now: number): Promise<T> {
    this.#transactions += 1;
    const undo: (() => void)[] = [];
    const query = async <Row>(sql: string, values: readonly unknown[] = []) => {
      this.#rollback = undo;
      try {
        return this.execute<Row>(sql, values, now);
      } finally {
        this.#rollback = undefined;
      }
    };
    try {
      return await work({ query });
    } catch (error) {
      for (const back of undo.reverse()) back();
      throw error;
    }
  }

  /** Changes a job if its fence is as given, or if `may` allows it. Returns the job if it was changed. */
  #change(id: string, changes: (job: StoredJob) => Partial<StoredJob> | undefined): StoredJob[] {
    const job = this.jobs.get(id);
    const changed = job && changes(job);
    if (!job || !changed) return [];
    const before = { ...job };
    this.#rollback?.push(() => void Object.assign(job, before));
    Object.assign(job, changed);
    return [job];
  }

  #changeSteps(id: string, version: number, json: string): void {
    const steps = this.jobs.get(id)?.steps;
    for (const { before, seq, ...changed } of JSON.parse(json) as Columns[]) {
      const step = steps?.get(Number(seq));
      if (!steps || !step) continue;
      this.#rollback?.push(() => void steps.set(Number(seq), step));
      steps.set(Number(seq), {
        ...step,
        ...empty,
        ...changed,
        before: before ?? step.before ?? null,
        version,
      });
    }
  }

  #statementOf(sql: string): Statement {
    const is = (start: string) => sql.startsWith(start);
    const columns = (list: string) => [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
    if (is("SET TRANSACTION")) return () => [];
    if (is("UPDATE till.job SET fence = fence + 1"))
      return ([id, holder, lease]: Values, now) =>
        this.#change(id, ({ expires, fence }) =>
          expires === null || expires <= now
            ? { fence: fence + 1, holder, expires: now + Number(lease) }
            : undefined,
        ).map(({ fence }) => ({ fence, now }));
    if (is("SELECT holder, expires FROM"))
      return ([id]: Values) =>
        this.#read(id, ({ holder, expires }) => ({
          holder,
          expires: expires === null ? null : new Date(expires).toISOString(),
        }));
    if (is("UPDATE till.job SET expires = now()"))
      return ([id, fence, lease]: Values, now) =>
        this.#change(id, (job) => (job.fence === fence ? { expires: now + Number(lease) } : undefined)).map(
          () => ({ now }),
        );
    if (is("UPDATE till.job SET expires = NULL"))
      return ([id, fence]: Values) => {
        this.#change(id, (job) => (job.fence === fence ? { expires: null } : undefined));
        return [];
      };
    if (is("SELECT published, version FROM"))
      return ([id]: Values) =>
        this.#read(id, ({ published, version }) => ({ published, version }) as unknown as Columns);
    if (is("SELECT published, version,"))
      return ([id]: Values) =>
        this.#read(id, (job) => ({
          ...({ published: job.published, version: job.version } as unknown as Columns),
          ...picked(job.columns, columns(sql)),
        }));
    const [, list = "", newerThan] =
      /^SELECT (.*) FROM till.step WHERE job = \$1 AND seq > \$2 (?:AND version > (-?\d+))?/.exec(sql) ?? [];
    if (list !== "") {
      const names = columns(list);
      return ([id, after]: Values) =>
        [...(this.jobs.get(id)?.steps.values() ?? [])]
          .filter(({ seq, version }) => Number(seq) > after && version > Number(newerThan ?? -1))
          .slice(0, 2000)
          .map((step) => picked(step, names));
    }
    if (is("WITH mine AS"))
      return ([id, lease, json, fence]: Values, now) =>
        this.#change(id, (job) => this.#raised(job, fence, now + Number(lease))).map(({ version }) => {
          this.#changeSteps(id, version, json);
          return { version };
        });
    if (is("UPDATE till.step s SET"))
      return ([id, version, json]: Values) => {
        this.#changeSteps(id, version, json);
        return [];
      };
    if (is("UPDATE till.job SET version = version + 1")) {
      const isWhole = sql.includes("json_to_recordset");
      return ([id, lease, third, fourth]: Values, now) =>
        this.#change(id, (job) => {
          const raised = this.#raised(job, isWhole ? fourth : third, now + Number(lease));
          const [own] = isWhole && raised ? (JSON.parse(third) as Columns[]) : [];
          return raised && { ...raised, columns: { ...job.columns, ...own } };
        }).map(({ version }) => ({ version }));
    }
    return this.#rateStatementOf(sql);
  }

  #rateStatementOf(sql: string): Statement {
    const is = (start: string) => sql.startsWith(start);
    const keyOf = (site: string, place: string) => `${site} ${place}`;
    if (is("SELECT r.state, r.version"))
      return ([site, place]: Values, now) => {
        const { state = null, version = null } = this.rates.get(keyOf(site, place)) ?? {};
        return [{ state, version, now }];
      };
    if (is("UPDATE till.rate"))
      return ([site, place, state, version]: Values) => {
        const row = this.rates.get(keyOf(site, place));
        if (row?.version !== version) return [];
        this.rates.set(keyOf(site, place), { state, version: Number(version) + 1 });
        return [{ "?column?": 1 }];
      };
    if (is("DELETE FROM till.rate")) return () => [];
    if (is("INSERT INTO till.rate"))
      return ([site, place, state]: Values) => {
        if (this.rates.has(keyOf(site, place))) return [];
        this.rates.set(keyOf(site, place), { state, version: 0 });
        return [{ "?column?": 1 }];
      };
    throw new Error(`the model database has no statement ${sql}`);
  }

  #read(id: string, of: (job: StoredJob) => Columns): Columns[] {
    const job = this.jobs.get(id);
    return job ? [of(job)] : [];
  }

  #raised(job: StoredJob, fence: number, expires: number): Partial<StoredJob> | undefined {
    return job.fence === fence ? { version: job.version + 1, expires } : undefined;
  }
}

/** The columns of a step that a commit writes, besides its seq and `before`. */
const changing = [
  ...["id", "state", "attempts", "sentAt", "endedAt", "requestId", "undoneAt", "undoRequestId", "error"],
  ...["undo", "undoAttempts", "undoError", "newId"],
];

/** A column that the JSON of a commit leaves out becomes null. */
const empty: Columns = Object.fromEntries(changing.map((name) => [name, null]));

function picked(row: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

export interface ConnectionOptions {
  seed: number;
  scheduler: Scheduler;
  database: Pick<SharedDatabase, "execute" | "transaction">;
  process: Process;
  /** Milliseconds that a statement takes more on its way, to the database or back. */
  delay(): number;
  /** Whether the connection breaks now. */
  breaks(): Chance | undefined;
  say(text: () => string): void;
}

/**
 * Returns a connection of a process to the database. Statements take time, are carried out although their sender has died,
 * and their answers can be lost; transactions are rolled back if their sender dies.
 */
export function connect(options: ConnectionOptions): Postgres {
  const { seed, scheduler, database, process, delay, breaks, say } = options;
  const chance = new Chance(seed, `database of ${process.name}`);
  const way = () => chance.between(1, 10) + delay();
  const lost = () =>
    new TillError(exitCodes.unavailable, "the database has closed the connection", {
      code: "POSTGRES_UNAVAILABLE",
    });
  const request = async <T>(execute: () => T | Promise<T>, sender?: Process): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const broken = breaks();
    const isLost = broken?.happens(0.5);
    if (!isLost)
      scheduler.after(
        way(),
        async () => {
          const result = await execute();
          if (!broken) scheduler.after(way(), () => resolve(result), process);
        },
        sender,
      );
    if (broken)
      scheduler.after(
        way() + broken.between(0, 2000),
        () => {
          say(() => `gets no answer of the database${isLost ? ", which has got nothing" : ""}`);
          reject(lost());
        },
        process,
      );
    return await promise;
  };
  return {
    name: "till@db",
    connection: { connectionString: "", ssl: false },
    security: { text: "", safe: true },
    query: <Row>(sql: string, values: readonly unknown[] = []) =>
      request(() => database.execute<Row>(sql, values, Math.round(scheduler.now))),
    transaction: async (work) => {
      const done = await request(async () => {
        try {
          return { result: await database.transaction(work, Math.round(scheduler.now)) };
        } catch (error) {
          return { error };
        }
      }, process);
      if ("error" in done) throw done.error;
      return done.result;
    },
    close: async () => {},
  };
}
