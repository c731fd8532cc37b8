import { type Call, createCaller } from "../../src/api/caller.ts";
import { products } from "../../src/api/services/products.ts";
import { createPacer, memoryRate, passing, withPace } from "../../src/api/transport/pace.ts";
import { withRetry } from "../../src/api/transport/retry.ts";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { apply, checkResume } from "../../src/bulk/engine/apply.ts";
import type { EngineClock } from "../../src/bulk/engine/engine.ts";
import { outcomeExit, rowTotals, undoExit } from "../../src/bulk/engine/outcome.ts";
import { Journal } from "../../src/bulk/journal/journal.ts";
import type { BulkEvent, Json, StepDraft, Work } from "../../src/bulk/journal/step.ts";
import { type Row as Columns, journalMigrations, newColumns } from "../../src/bulk/journal/tables.ts";
import { planRows } from "../../src/bulk/plan/plan.ts";
import type { SendGuard } from "../../src/bulk/postgres/lease.ts";
import { sharedRecord } from "../../src/bulk/postgres/shared-store.ts";
import { prepareCopy, refreshCopy } from "../../src/bulk/postgres/working-copy.ts";
import { undo } from "../../src/bulk/undo.ts";
import { allHold, withGuards } from "../../src/context/guards.ts";
import { type Rates, sharedRates } from "../../src/context/rates.ts";
import { siteBudget } from "../../src/context/site-budget.ts";
import { exitCodes, TillError } from "../../src/kernel/errors.ts";
import { type Database, openDatabase, type SqlValue, transaction } from "../../src/kernel/sqlite.ts";
import { orderGateway } from "../../src/resources/orders/gateway.ts";
import { sendRefund } from "../../src/resources/orders/refund.ts";
import { authorizedRows } from "../../src/resources/payments/rows.ts";
import { paymentWork } from "../../src/resources/payments/work.ts";
import { catalogV1 } from "../../src/resources/products/catalog-v1.ts";
import { catalogV3 } from "../../src/resources/products/catalog-v3.ts";
import { defaultVariantKey } from "../../src/resources/products/snapshot.ts";
import { connect, SharedDatabase } from "./database.ts";
import { type Field, guid, newRow, Platform, productV1, type Row, type Write } from "./platform.ts";
import { Broken, Chance, type Process, Scheduler } from "./scheduler.ts";
import { createNetwork, describe, Weather, type WeatherKind, weatherOf } from "./weather.ts";

/** What the job of a night changes. */
export const scenarios = [
  "names",
  "prices",
  "names v3",
  "stock",
  "captures",
  "voids",
  "refunds",
  "creates",
  "deletes",
] as const;
export type Scenario = (typeof scenarios)[number];

/** Everything that decides how a night goes. */
export interface Night {
  seed: number;
  scenario: Scenario;
  rows: number;
  /** How many processes there may be at a time. */
  processes: number;
  weather: readonly WeatherKind[];
  /** Whether the journal is kept in a database that several computers share; the file is a working copy then. */
  shared: boolean;
}

/** Returns the night of a seed. */
export function nightOf(seed: number): Night {
  const chance = new Chance(seed, "night");
  const night: Night = {
    seed,
    scenario: chance.pick(scenarios),
    rows: chance.pick([3, 20, 50, 50]),
    processes: chance.between(1, 3),
    weather: weatherOf(seed),
    shared: chance.happens(0.25),
  };
  // The clocks of several computers differ more often than one clock changes.
  if (!night.shared || !chance.happens(0.5)) return night;
  return { ...night, weather: [...new Set<WeatherKind>([...night.weather, "clock changes"])] };
}

/** How a night ended. */
export interface Outcome {
  broken?: Broken;
  /** What happened, in words, if it was asked for. */
  timeline: readonly string[];
  steps: number;
  /** How long the night was, in simulated milliseconds. */
  ms: number;
}

/** The disks of the simulated computers: they are emptied for each night, because opening a database takes a quarter of a night. */
export interface Disks {
  /** Returns the disk of computer `n`; of those from 1, the file is a working copy of a shared journal. */
  of(n: number): Database;
  close(): void;
}

export function createDisks(): Disks {
  const disks = new Map<number, Database>();
  const create = (n: number): Database => {
    const disk = openDatabase(":memory:", { synchronous: "FULL", migrations: journalMigrations });
    // What a journal claims, for the invariants; steps that are only about to be sent claim nothing.
    disk.exec(`PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE claim (seq INTEGER NOT NULL, state TEXT NOT NULL);
      CREATE TEMP TRIGGER claimed AFTER UPDATE OF state ON step WHEN new.state IN ('done', 'undone')
        BEGIN INSERT INTO claim VALUES (new.seq, new.state); END`);
    if (n > 0) prepareCopy(disk);
    disks.set(n, disk);
    return disk;
  };
  return {
    of: (n) => disks.get(n) ?? create(n),
    close() {
      for (const disk of disks.values()) disk.close();
    },
  };
}

/** A computer: its processes share a clock, and a journal's file, which one at a time has locked. */
interface Computer {
  readonly db: Database;
  lock: Process | undefined;
  /** What its clock is ahead of the true time. */
  ahead: number;
  /** What is certainly on its disk: the rows of the working copy, which is not synchronous, by table. */
  saved: ReadonlyMap<string, readonly Columns[]>;
}

/** The tables of a working copy that change while a job runs. */
const copyTables = ["copy", "changed", "job", "step"];

/** What a process does: a run or the undo of the job, or another command that only reads. */
type Verb = "apply" | "undo" | "read";

interface Runner extends Process {
  readonly verb: Verb;
  readonly computer: Computer;
  readonly stop: AbortController;
  /** What must hold for its requests to leave. */
  readonly guards: Set<SendGuard>;
  /** What the process has seen of rows that a person had changed: the edit. */
  readonly seen: Map<Row, Row["edited"]>;
  ended: boolean;
  exitCode?: number;
}

export interface NightOptions {
  /** Whether to describe what happens in words. */
  timeline?: boolean;
  /** Called after each statement that the shared journal has carried out. */
  watch?: SharedDatabase["watch"];
  /** Called once the job is planned, with its file. */
  planned?(db: Database): Promise<void>;
}

/** Runs a night. Never rejects because of what it finds: see `broken`. */
export async function runNight(
  night: Night,
  disks: Disks,
  { timeline = false, watch, planned }: NightOptions = {},
): Promise<Outcome> {
  const world = new World(night, disks, timeline);
  world.database.watch = watch;
  world.planned = planned;
  let broken: Broken | undefined;
  try {
    await world.run();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error;
  }
  return {
    broken,
    timeline: world.lines,
    steps: world.scheduler.steps,
    ms: world.scheduler.now - world.began,
  };
}

const minute = 60_000;
/** With a budget of ten requests a minute, which other commands share, a night of twenty payments takes more than half an hour. */
const longest = 90 * minute;
/** For how long the platform may carry a request out, in milliseconds, as processes know it. */
const requestLimit = 30_000;

class World {
  readonly lines: string[] = [];
  readonly scheduler: Scheduler;
  readonly began: number;
  readonly #night: Night;
  readonly #timeline: boolean;
  readonly #computers: [Computer, ...Computer[]];
  readonly database = new SharedDatabase();
  planned: NightOptions["planned"];
  readonly #chance: Chance;
  readonly #weather: Weather;
  readonly #platform: Platform;
  readonly #plan = new Map<Row, { seq: number; before: string; after: string; undone: boolean }>();
  readonly #runners: Runner[] = [];
  readonly #network: (process: Process) => Transport;
  readonly #localRates: Rates;
  readonly #perMinute: number;
  readonly #concurrency: number;
  readonly #field: Field;
  /** The times at which requests were started in the last minute. */
  #starts: number[] = [];
  /** The undo has changed something. */
  #undoBegan = false;
  #badUntil: number;
  #id = "k3f9";

  constructor(night: Night, disks: Disks, timeline: boolean) {
    this.#night = night;
    const computer = (n: number): Computer => ({
      db: disks.of(n),
      lock: undefined,
      ahead: 0,
      saved: new Map(),
    });
    this.#computers = night.shared ? [computer(1), computer(2), computer(3)] : [computer(0)];
    this.#timeline = timeline;
    this.#field = fieldOf(night.scenario);
    this.#chance = new Chance(night.seed, "people");
    this.scheduler = new Scheduler(night.seed, (process) => this.#crashed(process));
    this.began = this.scheduler.now;
    this.#badUntil = this.began + this.#chance.between(20_000, 5 * minute);
    this.#weather = new Weather(night.seed, night.weather, () => this.scheduler.now < this.#badUntil);
    this.#platform = new Platform(
      Array.from({ length: night.rows }, (_, n) => ({ ...newRow(n + 1), ...startOf(night.scenario) })),
    );
    const most = this.#chance.pick([40, 200, 200]);
    this.#perMinute = night.rows < 50 && this.#chance.happens(0.3) ? 10 : most;
    this.#concurrency = this.#chance.pick([1, 4, 8]);
    const rate = memoryRate(() => this.#clock(this.#computers[0]));
    this.#localRates = { rate: () => rate, all: () => Promise.reject(new Error()), close: async () => {} };
    this.#network = createNetwork({
      seed: night.seed,
      scheduler: this.scheduler,
      platform: this.#platform,
      weather: this.#weather,
      leaving: (process, request) => this.#leaving(process as Runner, request),
      executing: (_process, request) => this.#executing(request),
      executed: (process, _request, wrote) => this.#executed(process as Runner, wrote),
      say: (process, text) => this.#say(process, text),
    });
  }

  async run(): Promise<void> {
    await this.#planJob();
    await this.planned?.(this.#computers[0].db);
    this.#start("apply", 0);
    this.#planPeople();
    this.scheduler.after(this.#badUntil - this.began, () => {});
    await this.scheduler.run(
      () =>
        this.scheduler.now >= this.#badUntil && this.#runners.every(({ ended, alive }) => ended || !alive),
      longest,
    );
    this.#say(undefined, () => "the weather clears");
    await this.#finish();
  }

  /** After the weather, the job ends without a person: whoever runs it again until nothing is left. */
  async #finish(): Promise<void> {
    const hasJob = this.#night.scenario !== "refunds";
    for (let tries = 0; hasJob && tries < 4; tries += 1) {
      const journal = await this.#openJournal(this.#computers[0]);
      const undoing = journal.undoBegun;
      const { planned, sent } = journal.counts();
      if (sent === 0 && (undoing ? !journal.undoLeft : planned === 0)) break;
      const runner = this.#start(undoing ? "undo" : "apply", 1000);
      await this.scheduler.run(() => runner.ended, longest);
    }
    // Late requests arrive.
    const until = this.scheduler.now + minute;
    this.scheduler.after(minute, () => {});
    await this.scheduler.run(() => this.scheduler.now >= until, 2 * minute);
    if (hasJob) await this.#checkEnd();
    else this.#checkRefunds();
    this.scheduler.check();
  }

  #say(process: Process | undefined, text: () => string): void {
    if (!this.#timeline) return;
    const at = ((this.scheduler.now - this.began) / 1000).toFixed(3).padStart(9);
    this.lines.push(`${at} s  ${(process?.name ?? "").padEnd(9)}  ${text()}`);
  }

  /** The clock of a computer, as its processes see it. */
  #clock({ ahead }: Computer): number {
    return this.scheduler.now + ahead;
  }

  /** The clock of a process that is never set. It has another origin, and fractions of a millisecond. */
  #steady(): number {
    return this.scheduler.now - this.began + 0.25;
  }

  /** Plans the job with the production code. */
  async #planJob(): Promise<void> {
    for (const { db } of this.#computers) {
      db.exec("DELETE FROM step; DELETE FROM job; DELETE FROM problem; DELETE FROM claim");
      if (this.#night.shared) db.exec("DELETE FROM changed; UPDATE copy SET published = 0, version = -1");
    }
    const [{ db }] = this.#computers;
    const row: Record<string, SqlValue> = {
      id: this.#id,
      command: "till",
      kind: "simulated",
      profile: "shop",
      site: "site",
      toolVersion: "0",
      createdAt: new Date(this.began).toISOString(),
      final: Number(this.#field === "payment"),
    };
    db.prepare(`INSERT INTO job (${newColumns}) VALUES (${newColumns.map(() => "?")})`).run(
      ...newColumns.map((name) => row[name] ?? null),
    );
    const rows = [...this.#platform.rows.values()];
    for (const [index, row] of rows.entries())
      this.#plan.set(row, {
        seq: index + 1,
        before: row[this.#field],
        after: afterOf(this.#night.scenario, row),
        undone: false,
      });
    if (this.#night.scenario === "refunds") return;
    const work = await this.#work(() => Promise.reject(new Error("planning sends nothing")));
    const drafts = rows.map((row) => draftOf(this.#night.scenario, row));
    await planRows(drafts, (draft) => [draft], this.#journal(this.#computers[0]), { work });
    if (!this.#night.shared) return;
    const [job = {}] = db.prepare("SELECT * FROM job").all<Columns>();
    this.database.add(this.#id, job, db.prepare("SELECT * FROM step ORDER BY seq").all<Columns>());
    db.exec("UPDATE copy SET published = 1, version = 0");
  }

  /** Whoever acts besides the first process, and what happens to the computer. */
  #planPeople(): void {
    const { scheduler } = this;
    const { weather, scenario, shared } = this.#night;
    const span = this.#badUntil - this.began;
    const at = (kind: WeatherKind, most: number, run: (chance: Chance) => void | Promise<void>) => {
      if (!weather.includes(kind)) return;
      const chance = new Chance(this.#night.seed, `people: ${kind}`);
      for (let n = chance.between(1, most); n > 0; n -= 1)
        scheduler.after(chance.between(0, span), () => run(chance));
    };
    at("second runner", 4, () => void this.#start("apply", 0));
    if (this.#field !== "payment") at("undo", 2, () => void this.#start("undo", 0));
    // Several begin together, as those of a schedule do.
    at("other commands", 2, (chance) => {
      for (let n = chance.between(1, 3); n > 0; n -= 1) this.#start("read", 0, chance);
    });
    at("another person", 5, (chance) => this.#edit(chance));
    at("stops", 2, () => {
      const runner = this.#runners.findLast(({ ended, alive }) => alive && !ended);
      if (!runner) return;
      this.#say(runner, () => "gets Ctrl-C");
      runner.stop.abort();
    });
    at("pauses", 4, (chance) => {
      const runner = this.#runners.findLast(({ ended, alive }) => alive && !ended);
      if (!runner) return;
      runner.pausedUntil = scheduler.now + chance.pick([chance.between(500, 4 * minute), 4 * minute]);
      this.#say(runner, () => `is paused for ${Math.round((runner.pausedUntil - scheduler.now) / 1000)} s`);
    });
    if (shared && weather.includes("clock changes")) {
      const chance = new Chance(this.#night.seed, "clocks of computers");
      for (const computer of this.#computers)
        if (chance.happens(0.5)) computer.ahead = chance.between(-10 * minute, 10 * minute);
    }
    at("power failures", 4, () => {
      if (!shared) return;
      const rowsOf = (db: Database, table: string) => db.prepare(`SELECT * FROM ${table}`).all<Columns>();
      for (const computer of this.#computers)
        computer.saved = new Map(copyTables.map((table) => [table, rowsOf(computer.db, table)]));
    });
    at("clock changes", 6, (chance) => {
      const computer = shared ? chance.pick(this.#computers) : this.#computers[0];
      const most = chance.pick([1, 10]) * minute;
      // Ahead, a wait would be too short: without a revision, docs/decisions/jobs.md#never-send-twice-what-may-have-arrived says what that means.
      const change = chance.between(-most, shared || scenario === "names v3" ? most : 0);
      computer.ahead += change;
      // A minute has passed for its budget then, which docs/promises.md says.
      if (change > 0 && !shared) this.#starts = [];
      const which = this.#computers.indexOf(computer) + 1;
      this.#say(undefined, () => `the clock of computer ${which} changes by ${change / 1000} s`);
    });
  }

  /** Takes back what a working copy has committed since it was saved: a power failure ends all processes of the computer. */
  #losePower(computer: Computer): void {
    const { db, saved } = computer;
    for (const runner of this.#runners) if (runner.computer === computer) this.scheduler.kill(runner);
    if (saved.size === 0) return;
    transaction(db, "immediate", () => {
      for (const [table, rows] of saved) {
        db.prepare(`DELETE FROM ${table}`).run();
        for (const row of rows) {
          const names = Object.keys(row);
          const sql = `INSERT INTO ${table} (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => "?")})`;
          db.prepare(sql).run(...Object.values(row));
        }
      }
    });
    this.#say(
      undefined,
      () => `computer ${this.#computers.indexOf(computer) + 1} has lost what it had not saved`,
    );
  }

  #edit(chance: Chance): void {
    const row = this.#platform.rows.get(guid(chance.between(1, this.#night.rows)));
    const values = { name: "A person's name", price: "77", quantity: "99", payment: "VOIDED", existence: "" };
    const value = values[this.#field];
    const plan = row && this.#plan.get(row);
    if (!row || !plan || value === "" || (this.#field === "payment" && row.payment !== "AUTHORIZED")) return;
    row[this.#field] = value;
    row.revision += 1;
    row.edited = { at: this.scheduler.now, value };
    this.#say(undefined, () => `a person changes row ${plan.seq} to ${value}`);
  }

  /** Starts a process, unless as many work on the job as the night allows. */
  #start(verb: Verb, ms: number, chance = this.#chance): Runner {
    const crashes = this.#weather.has("crashes");
    const computer = chance.pick(this.#computers);
    const runner: Runner = {
      name: `${verb} ${this.#runners.length + 1}`,
      verb,
      computer,
      alive: true,
      pausedUntil: 0,
      crashIn: crashes ? crashes.between(1, 150) : Number.POSITIVE_INFINITY,
      stop: new AbortController(),
      guards: new Set(),
      seen: new Map(),
      ended: false,
      onCrash: () => {
        if (computer.lock === runner) computer.lock = undefined;
      },
    };
    const running = this.#runners.filter(
      ({ ended, alive, verb }) => alive && !ended && verb !== "read",
    ).length;
    if (verb !== "read" && running >= this.#night.processes) {
      runner.ended = true;
      return runner;
    }
    this.#runners.push(runner);
    this.scheduler.after(
      ms,
      async () => {
        const send = this.#transport(runner);
        this.#say(runner, () => `starts on computer ${this.#computers.indexOf(computer) + 1}`);
        if (verb === "read") void this.#read(runner, send, chance);
        else if (this.#night.scenario === "refunds") void this.#runRefunds(runner, send);
        else void this.#runProcess(runner, await this.#work(send, runner));
      },
      runner,
    );
    return runner;
  }

  /** After a run that did not do everything, someone resumes or undoes the job, perhaps at once. */
  #goOn({ exitCode, verb }: Runner): void {
    if (exitCode === exitCodes.ok || this.scheduler.now >= this.#badUntil || this.#runners.length > 12)
      return;
    const isUndone = this.#field !== "payment" && this.#weather.has("undo")?.happens(0.5);
    if (this.#chance.happens(0.7))
      this.#start(isUndone ? "undo" : verb, this.#chance.pick([0, 2000, 20_000]));
  }

  #crashed(process: Process): void {
    this.#say(process, () => "is killed");
    const { verb, computer } = process as Runner;
    if (this.#night.shared && this.#weather.strikes("power failures")) this.#losePower(computer);
    if (verb === "read" || this.scheduler.now >= this.#badUntil || this.#runners.length > 12) return;
    this.#start(verb, this.#chance.pick([0, 500, 2000, 45_000]));
  }

  /** The transports of a command, as src/context/connection.ts stacks them. */
  #transport(runner: Runner): Transport {
    const { scheduler } = this;
    const now = () => this.#clock(runner.computer);
    const chance = new Chance(this.#night.seed, `retries of ${runner.name}`);
    const wait = (tries: number) => scheduler.sleep(chance.next() * Math.min(10 * tries, 200), runner);
    const rates = this.#night.shared
      ? sharedRates(this.#connect(runner, { isReliable: true }), wait)
      : this.#localRates;
    const budget = siteBudget({
      limits: [{ requests: this.#perMinute, period: "minute" }],
      key: { site: "site", place: "https://shop.example" },
      stores: [async () => rates],
      notice: (text) => scheduler.fail("budget", text),
      onWait: () => {},
    });
    const after = (ms: number, run: () => void) => scheduler.after(ms, run, runner);
    const pacer = createPacer({
      concurrency: this.#concurrency,
      budget,
      now: passing(() => this.#steady(), now),
      after,
    });
    const network = this.#network(runner);
    const counted: Transport = async (request) => {
      this.#countStart();
      const response = await network(request);
      this.#learn(runner, request);
      return response;
    };
    return withRetry(withPace(counted, withGuards(pacer, runner.guards), now), {
      timeout: 120_000,
      now,
      random: () => chance.next(),
      sleep: (ms) => scheduler.sleep(ms, runner),
    });
  }

  async #work(send: Transport, runner?: Runner): Promise<Work> {
    const call = callOver(send);
    const upload = () => Promise.reject(new Error("nothing is uploaded"));
    switch (this.#night.scenario) {
      case "captures":
      case "voids":
        return paymentWork(orderGateway(call), { sleep: (ms) => this.scheduler.sleep(ms, runner) });
      case "names v3":
        return await catalogV3(call, true, upload).work();
      default:
        return await catalogV1(call, true, upload).work();
    }
  }

  /** Returns a connection to the shared journal. A reliable one is slow at most: without it, each computer would have a budget. */
  #connect(runner: Runner, { isReliable = false } = {}) {
    return connect({
      seed: this.#night.seed,
      scheduler: this.scheduler,
      database: this.database,
      process: runner,
      delay: () => this.#weather.strikes("slow database")?.between(50, 3000) ?? 0,
      breaks: () => (isReliable ? undefined : this.#weather.strikes("lost commits")),
      say: (text) => this.#say(runner, text),
    });
  }

  /** Brings the working copy of a computer up to date, as opening a job does, and returns its journal. */
  async #openJournal(computer: Computer, runner?: Runner): Promise<Journal> {
    const { db, lock } = computer;
    if (this.#night.shared && !lock) {
      // What was not committed to the shared journal is not part of the job.
      if (db.prepare("SELECT 1 FROM changed LIMIT 1").get())
        db.exec("DELETE FROM step; DELETE FROM changed; UPDATE copy SET published = 0, version = -1");
      const transaction: SharedDatabase["transaction"] = (work) =>
        this.database.transaction(work, Math.round(this.scheduler.now));
      await refreshCopy({ transaction } as Parameters<typeof refreshCopy>[0], db, this.#id);
    }
    return this.#journal(computer, runner);
  }

  /** Returns the journal of a process. */
  #journal(computer: Computer, runner?: Runner): Journal {
    const { scheduler } = this;
    const exec = (sql: string) => {
      computer.db.exec(sql);
      if (sql === "COMMIT") this.#checkClaims(computer.db);
    };
    const db: Database = Object.create(computer.db, { close: { value: () => {} }, exec: { value: exec } });
    const shared =
      this.#night.shared && runner
        ? sharedRecord(
            {
              database: this.#connect(runner),
              leaseMs: 30_000,
              holder: runner.name,
              guards: runner.guards,
              clock: {
                moment: () => ({ steady: this.#steady(), wall: this.#clock(computer) }),
                sleep: async (ms) => await scheduler.sleep(ms, runner),
                every: (ms, run) => scheduler.every(ms, run, runner),
              },
            },
            this.#id,
            db,
          )
        : undefined;
    return new Journal(this.#id, db, shared, () => {
      if (computer.lock) return undefined;
      computer.lock = runner;
      return () => {
        computer.lock = undefined;
      };
    });
  }

  /** Reads rows one by one, as a command does that shares the budget of the site with the job. */
  async #read(runner: Runner, send: Transport, chance: Chance): Promise<void> {
    const call = callOver(send);
    const lane = async (count: number) => {
      for (let n = 0; n < count && !runner.stop.signal.aborted; n += 1)
        await call(products.get, { id: guid(1) }).catch((error: unknown) => {
          if (!(error instanceof TillError)) this.scheduler.fail("no crash", String(error));
        });
    };
    const lanes = chance.between(1, 4);
    const count = chance.between(1, 10);
    await Promise.all([this.#list(call), ...Array.from({ length: lanes }, () => lane(count))]);
    runner.ended = true;
    runner.alive = false;
    this.#say(runner, () => "ends");
  }

  /** Lists what can be captured, as a plan does: a list that ends names every order, also those that could not be read. */
  async #list(call: Call): Promise<void> {
    const isOpen = ({ payment }: Row) => payment === "AUTHORIZED";
    const open = [...this.#platform.rows.values()].filter(isOpen);
    const named = new Set<string>();
    try {
      for await (const { order } of authorizedRows(orderGateway(call), "capture", {}))
        if (order) named.add(order.id);
    } catch (error) {
      if (!(error instanceof TillError))
        this.scheduler.fail("no crash", String(error instanceof Error ? error.stack : error));
      return;
    }
    const missing = open.filter((row) => isOpen(row) && !named.has(row.id));
    if (missing.length > 0)
      this.scheduler.fail(
        "lists are whole",
        `a list ended well without these orders: ${missing.map(({ id }) => Number(id.slice(-12)))}`,
      );
  }

  /** What is known of each refund. */
  readonly #refunds = new Map<Row, "running" | "done" | "unknown" | "not made">();

  /** Refunds one order after the other, as commands do: they have no job. Only what certainly was not made is made again. */
  async #runRefunds(runner: Runner, send: Transport): Promise<void> {
    const call = callOver(send);
    for (const row of this.#platform.rows.values()) {
      if (runner.stop.signal.aborted) break;
      if (this.#refunds.has(row) && this.#refunds.get(row) !== "not made") continue;
      this.#refunds.set(row, "running");
      try {
        await sendRefund(
          call,
          row.id,
          { parts: [{ paymentId: row.paymentId, amount: "5.00", external: false }] },
          (ms) => this.scheduler.sleep(ms, runner),
        );
        this.#refunds.set(row, "done");
      } catch (error) {
        if (!(error instanceof TillError))
          this.scheduler.fail("no crash", String(error instanceof Error ? error.stack : error));
        const isUnknown = error instanceof TillError && error.exitCode === exitCodes.unknown;
        this.#refunds.set(row, isUnknown ? "unknown" : "not made");
      }
      this.#say(
        runner,
        () => `says that the refund of row ${this.#planOf(row).seq} is ${this.#refunds.get(row)}`,
      );
    }
    runner.ended = true;
    runner.alive = false;
  }

  /** What commands have said of refunds is the truth, after all late requests. */
  #checkRefunds(): void {
    for (const [row, known] of this.#refunds) {
      const isWrong = known === "done" ? row.moved !== 1 : known === "not made" && row.moved > 0;
      if (isWrong)
        this.scheduler.fail(
          "claims",
          `the refund of row ${this.#planOf(row).seq} is ${known}, but it was made ${row.moved} times`,
        );
    }
  }

  async #runProcess(runner: Runner, work: Work): Promise<void> {
    const { scheduler } = this;
    const clock: EngineClock = {
      now: () => this.#clock(runner.computer),
      steady: () => this.#steady(),
      after: (ms, run) =>
        scheduler.after(ms + (this.#weather.strikes("slow database")?.between(1, 500) ?? 0), run, runner),
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms > requestLimit + 1000) scheduler.fail("waits", `a process waits ${ms / 1000} s`);
          scheduler.after(ms, resolve, runner);
          signal.addEventListener("abort", () => resolve());
        }),
    };
    const options = {
      clock,
      concurrency: this.#concurrency,
      requestLimit,
      guards: runner.guards,
      signal: runner.stop.signal,
    };
    const journal = await this.#openJournal(runner.computer, runner);
    try {
      await journal.lock();
      const undone = journal.counts().undone;
      if (runner.verb === "apply") await checkResume(journal);
      const retryFailed = this.#weather.strikes("failed steps are sent again") !== undefined;
      if (retryFailed) this.#say(runner, () => "sends failed steps again");
      const events =
        runner.verb === "apply"
          ? apply(journal, work, { ...options, retryFailed })
          : undo(journal, work, options);
      let last: BulkEvent | undefined;
      for await (const event of events) {
        this.#say(runner, () => eventText(event));
        last = event;
      }
      if (last?.type !== "finished")
        return this.scheduler.fail("exit codes", "a run ended without its last event");
      const { counts, stopped } = last;
      runner.exitCode =
        runner.verb === "apply"
          ? outcomeExit(counts, stopped)
          : undoExit(journal, counts, { stopped, before: undone });
      this.#checkExit(runner, journal, stopped?.exitCode);
    } catch (error) {
      if (error instanceof TillError) {
        this.#say(runner, () => `${error.code}: ${error.message}`);
        runner.exitCode = error.exitCode;
      } else this.scheduler.fail("no crash", String(error instanceof Error ? error.stack : error));
    } finally {
      await journal.close();
      runner.ended = true;
      runner.alive = false;
      this.#say(runner, () => `ends with exit code ${runner.exitCode}`);
      this.#goOn(runner);
    }
  }

  // ── What must hold ──

  /** No site is sent more than its budget in any minute. */
  #countStart(): void {
    const { now } = this.scheduler;
    this.#starts = this.#starts.filter((at) => at > now - minute);
    this.#starts.push(now);
    if (this.#starts.length > this.#perMinute)
      this.scheduler.fail(
        "budget",
        `${this.#starts.length} requests in a minute, ${this.#perMinute} are allowed`,
      );
  }

  /** A write leaves only from the process that has the job, and after its steps were committed as sent. */
  #leaving(runner: Runner, request: Request): boolean {
    if (!allHold(runner.guards)) return false;
    if (this.#night.scenario === "refunds") return true;
    for (const { row } of this.#platform.writesOf(request)) {
      const plan = this.#planOf(row);
      if (runner.verb === "apply" && this.#undoBegan)
        this.scheduler.fail(
          "a stop stays a stop",
          `step ${plan.seq} is sent after the undo of the job has begun`,
        );
      const shared = this.database.jobs.get(this.#id);
      const hasJob = shared
        ? shared.holder === runner.name && (shared.expires ?? 0) > this.scheduler.now
        : runner.computer.lock === runner;
      if (!hasJob)
        this.scheduler.fail("one runner", `${describe(request)} leaves from a process without the job`);
      const { db } = runner.computer;
      const step = shared
        ? (shared.steps.get(plan.seq) as unknown as StepState)
        : db.prepare("SELECT state, undo FROM step WHERE seq = ?").get<StepState>(plan.seq);
      const state = runner.verb === "undo" ? (step?.undo ?? step?.state) : step?.state;
      if (state !== "sent")
        this.scheduler.fail(
          "sent after commit",
          `${describe(request)} leaves, but step ${plan.seq} is ${state}`,
        );
      if (row.edited && runner.seen.get(row) === row.edited)
        this.scheduler.fail(
          "edits are kept",
          `step ${plan.seq} is sent although the process has read the edit`,
        );
    }
    return true;
  }

  readonly #readings = new WeakMap<Request, Map<Row, Row["edited"]>>();

  #executing(request: Request): void {
    const rows = this.#platform.shownBy(request);
    if (rows.length > 0)
      this.#readings.set(
        request,
        new Map(rows.map((row) => [row, row.edited?.value === row[this.#field] ? row.edited : undefined])),
      );
  }

  #learn(runner: Runner, request: Request): void {
    for (const [row, edited] of this.#readings.get(request) ?? []) runner.seen.set(row, edited);
  }

  /** Money moves once; an absolute value is never older than one that the job wrote later. */
  #executed({ verb }: Runner, wrote: readonly Write[]): void {
    if (verb === "undo" && wrote.length > 0) this.#undoBegan = true;
    for (const { row, field, value } of wrote) {
      const plan = this.#planOf(row);
      if (row.moved > 1) this.scheduler.fail("money once", `the payment of row ${plan.seq} was moved twice`);
      if (field === "payment" || field !== this.#field) continue;
      if (row.ids.length > 1) this.scheduler.fail("created once", `row ${plan.seq} was created twice`);
      if (value === plan.before) plan.undone = true;
      else if (value !== plan.after)
        this.scheduler.fail("absolute values", `row ${plan.seq} became ${value}, which nobody planned`);
      else if (plan.undone)
        this.scheduler.fail("no older value", `row ${plan.seq} was undone, and then became ${value} again`);
    }
  }

  /** The journal never claims what did not happen. */
  #checkClaims(db: Database): void {
    const claims = db.prepare("SELECT seq, state FROM claim").all<Omit<StepState, "undo">>();
    if (claims.length === 0) return;
    db.exec("DELETE FROM claim");
    for (const { seq, state } of claims) this.#checkClaim(seq, state);
  }

  #checkClaim(seq: number, state: string): void {
    const row = this.#platform.rows.get(guid(seq));
    const plan = row && this.#plan.get(row);
    if (!row || !plan || row.edited) return;
    const value = row[this.#field];
    if (state === "done" && value !== plan.after && !plan.undone)
      this.scheduler.fail("claims", `step ${seq} is done, but the row is ${value}`);
    if (state === "undone" && value !== plan.before)
      this.scheduler.fail("claims", `step ${seq} is undone, but the row is ${value}`);
  }

  /** Exit codes and summaries are the truth. */
  #checkExit(runner: Runner, journal: Journal, stopped: number | undefined): void {
    const totals = rowTotals(journal);
    const { rows, ok, failed, unchanged, unknown, left, undone } = totals;
    if (rows !== ok + failed + unchanged + unknown + left + undone)
      this.scheduler.fail("exit codes", `the summary does not add up: ${JSON.stringify(totals)}`);
    const { exitCode } = runner;
    if ((exitCode === exitCodes.unknown) !== unknown > 0)
      this.scheduler.fail("exit codes", `exit code ${exitCode} with ${unknown} unknown rows`);
    const value = (row: Row) =>
      runner.verb === "apply" ? this.#planOf(row).after : this.#planOf(row).before;
    const wrong = [...this.#platform.rows.values()].filter(
      (row) => !row.edited && row[this.#field] !== value(row),
    );
    if (exitCode === exitCodes.ok && wrong.length > 0)
      this.scheduler.fail(
        "exit codes",
        `exit code 0, but these rows are not as they should be: ${wrong.map((row) => this.#planOf(row).seq)}`,
      );
    if (stopped === undefined && left > 0 && runner.verb === "apply")
      this.scheduler.fail("exit codes", `${left} rows are left without a reason`);
  }

  /** When the weather has cleared, nothing is left open, and the journal says what the platform has. */
  async #checkEnd(): Promise<void> {
    const journal = await this.#openJournal(this.#computers[0]);
    const steps = journal.db
      .prepare("SELECT seq, state, undo, error, undoError FROM step ORDER BY seq")
      .all<StepState & { error: string | null; undoError: string | null }>();
    const isUndone = journal.undoBegun;
    for (const { seq, state, undo: undoing, error } of steps) {
      const row = this.#platform.rows.get(guid(seq));
      const plan = row && this.#plan.get(row);
      if (!row || !plan) continue;
      if ((state === "planned" && !isUndone) || undoing === "planned")
        this.scheduler.fail("liveness", `step ${seq} is left although nothing prevents it`);
      if ((state === "sent" || undoing === "sent") && !row.edited)
        this.scheduler.fail("liveness", `step ${seq} stays unknown although the row can be read`);
      this.#checkClaim(seq, state);
      const code = error === null ? undefined : (JSON.parse(error) as { code: string }).code;
      if (state !== "failed" || row.edited) continue;
      if (code === "CHANGED")
        this.scheduler.fail("claims", `nobody changed row ${seq}, but step ${seq} says so`);
      if (row[this.#field] === plan.after)
        this.scheduler.fail("claims", `step ${seq} failed (${code}), but the row is ${plan.after}`);
    }
  }

  #planOf(row: Row) {
    const plan = this.#plan.get(row);
    if (!plan) throw new Error(`row ${row.id} is not in the plan`);
    return plan;
  }
}

interface StepState {
  seq: number;
  state: string;
  undo: string | null;
}

function callOver(send: Transport): Call {
  const headersFor = async () => ({ authorization: "token" });
  return createCaller({ send, baseUrl: "https://shop.example", headersFor });
}

function fieldOf(scenario: Scenario): Field {
  switch (scenario) {
    case "prices":
      return "price";
    case "stock":
      return "quantity";
    case "captures":
    case "voids":
    case "refunds":
      return "payment";
    case "creates":
    case "deletes":
      return "existence";
    default:
      return "name";
  }
}

/** Returns what rows are at the start of a night, if not as usual. */
export function startOf(scenario: Scenario): Partial<Row> {
  if (scenario === "creates") return { existence: "gone", ids: [] };
  return scenario === "refunds" ? { payment: "CAPTURED" } : {};
}

/** Returns the value that a row gets. */
function afterOf(scenario: Scenario, { id, name, price, quantity }: Row): string {
  const n = Number.parseInt(id.slice(-4), 16);
  switch (scenario) {
    case "prices":
      return String(Number(price) + 1 + (n % 4));
    case "stock":
      return String(Number(quantity) + 1 + (n % 5));
    case "captures":
      return "CAPTURED";
    case "voids":
      return "VOIDED";
    case "refunds":
      return "REFUNDED";
    case "creates":
      return "here";
    case "deletes":
      return "gone";
    default:
      return `${name} again`;
  }
}

/** Returns the step that changes a row. */
export function draftOf(scenario: Scenario, row: Row): StepDraft {
  const { id } = row;
  const after = afterOf(scenario, row);
  const draft = (kind: string, shape: (value: string) => Json): StepDraft => ({
    kind,
    id,
    label: row.name,
    before: shape(row[fieldOf(scenario)]),
    after: shape(after),
  });
  switch (scenario) {
    case "stock":
      return draft("inventory.set", (value) => ({
        tracked: true,
        variants: { [defaultVariantKey]: Number(value) },
      }));
    case "captures":
    case "voids":
      return draft(scenario === "captures" ? "payment.capture" : "payment.void", (state) => ({
        states: { [row.paymentId]: state },
        amount: "5.00",
        currency: "EUR",
      }));
    case "creates": {
      const { name, slug, price } = row;
      return {
        kind: "product.create",
        label: name,
        key: slug,
        before: null,
        after: { name, handle: slug, price },
      };
    }
    case "deletes":
      return { ...draft("product.delete", () => null), before: productV1(row) as unknown as Json };
    case "prices":
      return draft("product.update", (price) => ({ price }));
    default:
      return draft("product.update", (name) => ({ name }));
  }
}

function eventText(event: BulkEvent): string {
  switch (event.type) {
    case "started":
      return `has the job: ${event.total} steps`;
    case "waiting":
      return `waits ${event.seconds} s for ${event.steps} requests of an earlier run`;
    case "step.sent":
      return `has committed as sent: steps ${event.steps.map(({ seq }) => seq).join(", ")}`;
    case "step.done":
      return `has committed as done: step ${event.step.seq}`;
    case "finished":
      return `counts ${JSON.stringify(event.counts)}${event.stopped ? `, stopped: ${event.stopped.message}` : ""}`;
    default:
      return `has committed as ${event.type.slice(5)}: step ${event.step.seq} (${event.error.code}: ${event.error.message})`;
  }
}
