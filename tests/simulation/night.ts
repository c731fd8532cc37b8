import { createCaller } from "../../src/api/caller.ts";
import {
  budgetOver,
  createPacer,
  memoryRate,
  type RateStore,
  withPace,
} from "../../src/api/transport/pace.ts";
import { withRetry } from "../../src/api/transport/retry.ts";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { apply, checkResume } from "../../src/bulk/engine/apply.ts";
import type { EngineClock } from "../../src/bulk/engine/engine.ts";
import { outcomeExit, rowTotals, undoExit } from "../../src/bulk/engine/outcome.ts";
import { Journal, journalMigrations, type SharedRecord } from "../../src/bulk/journal/journal.ts";
import { newColumns } from "../../src/bulk/journal/journals.ts";
import type { BulkEvent, Json, StepDraft, Work } from "../../src/bulk/journal/step.ts";
import { planRows } from "../../src/bulk/plan/plan.ts";
import type { SendGuard } from "../../src/bulk/postgres/lease.ts";
import { undo } from "../../src/bulk/undo.ts";
import { allHold, withGuards } from "../../src/context/guards.ts";
import { exitCodes, TillError } from "../../src/kernel/errors.ts";
import { type Database, openDatabase, type SqlValue } from "../../src/kernel/sqlite.ts";
import { orderGateway } from "../../src/resources/orders/gateway.ts";
import { paymentWork } from "../../src/resources/payments/work.ts";
import { catalogV1 } from "../../src/resources/products/catalog-v1.ts";
import { catalogV3 } from "../../src/resources/products/catalog-v3.ts";
import { defaultVariantKey } from "../../src/resources/products/snapshot.ts";
import { type Field, guid, newRow, Platform, type Row, type Write } from "./platform.ts";
import { Broken, Chance, type Process, Scheduler } from "./scheduler.ts";
import { createNetwork, describe, Weather, type WeatherKind, weatherOf } from "./weather.ts";

/** What the job of a night changes. */
export const scenarios = ["names", "prices", "names v3", "stock", "captures", "voids"] as const;
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
  return {
    seed,
    scenario: chance.pick(scenarios),
    rows: chance.pick([3, 20, 50, 50]),
    processes: chance.between(1, 3),
    weather: weatherOf(seed),
    shared: chance.happens(0.25),
  };
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

/** The disk of a simulated computer: it is emptied for each night, because opening a database takes a quarter of a night. */
export type Disk = Database;

export function createDisk(): Disk {
  const disk = openDatabase(":memory:", { synchronous: "FULL", migrations: journalMigrations });
  // What a journal claims, for the invariants; steps that are only about to be sent claim nothing.
  disk.exec(`CREATE TEMP TABLE claim (seq INTEGER NOT NULL, state TEXT NOT NULL);
    CREATE TEMP TRIGGER claimed AFTER UPDATE OF state ON step WHEN new.state IN ('done', 'undone')
      BEGIN INSERT INTO claim VALUES (new.seq, new.state); END`);
  return disk;
}

type Verb = "apply" | "undo";

interface Runner extends Process {
  readonly verb: Verb;
  readonly stop: AbortController;
  /** What must hold for its requests to leave. */
  readonly guards: Set<SendGuard>;
  /** What the process has seen of rows that a person had changed: the edit. */
  readonly seen: Map<Row, Row["edited"]>;
  ended: boolean;
  exitCode?: number;
}

/** Runs a night. Never rejects because of what it finds: see `broken`. */
export async function runNight(night: Night, disk: Disk, { timeline = false } = {}): Promise<Outcome> {
  const world = new World(night, disk, timeline);
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

class World {
  readonly lines: string[] = [];
  readonly scheduler: Scheduler;
  readonly began: number;
  readonly #night: Night;
  readonly #timeline: boolean;
  readonly #disk: Disk;
  readonly #chance: Chance;
  readonly #weather: Weather;
  readonly #platform: Platform;
  readonly #plan = new Map<Row, { seq: number; before: string; after: string; undone: boolean }>();
  readonly #runners: Runner[] = [];
  readonly #network: (process: Process) => Transport;
  readonly #rates: RateStore;
  readonly #perMinute: number;
  readonly #concurrency: number;
  readonly #field: Field;
  /** The times at which requests were started in the last minute. */
  #starts: number[] = [];
  #lock: Process | undefined;
  /** A step was marked for its undo. */
  #undoBegan = false;
  /** What the clock of the computer is ahead of the true time. */
  #clockOffset = 0;
  #badUntil: number;
  #id = "k3f9";

  constructor(night: Night, disk: Disk, timeline: boolean) {
    this.#night = night;
    this.#disk = disk;
    this.#timeline = timeline;
    this.#field = fieldOf(night.scenario);
    this.#chance = new Chance(night.seed, "people");
    this.scheduler = new Scheduler(night.seed, (process) => this.#crashed(process));
    this.began = this.scheduler.now;
    this.#badUntil = this.began + this.#chance.between(20_000, 5 * minute);
    this.#weather = new Weather(night.seed, night.weather, () => this.scheduler.now < this.#badUntil);
    this.#platform = new Platform(Array.from({ length: night.rows }, (_, n) => newRow(n + 1)));
    this.#perMinute = this.#chance.pick([40, 200, 200]);
    this.#concurrency = this.#chance.pick([1, 4, 8]);
    this.#rates = memoryRate(() => this.#clock());
    this.#network = createNetwork({
      seed: night.seed,
      scheduler: this.scheduler,
      platform: this.#platform,
      weather: this.#weather,
      leaving: (process, request) => this.#leaving(process as Runner, request),
      executing: (_process, request) => this.#executing(request),
      executed: (_process, _request, wrote) => this.#executed(wrote),
      say: (process, text) => this.#say(process, text),
    });
  }

  async run(): Promise<void> {
    await this.#planJob();
    this.#start("apply", 0);
    this.#planPeople();
    this.scheduler.after(this.#badUntil - this.began, () => {});
    await this.scheduler.run(
      () =>
        this.scheduler.now >= this.#badUntil && this.#runners.every(({ ended, alive }) => ended || !alive),
      30 * minute,
    );
    this.#say(undefined, () => "the weather clears");
    await this.#finish();
  }

  /** After the weather, the job ends without a person: whoever runs it again until nothing is left. */
  async #finish(): Promise<void> {
    for (let tries = 0; tries < 4; tries += 1) {
      if (this.#night.shared) this.#load();
      const journal = this.#journal();
      const undoing = journal.undoBegun;
      const { planned, sent } = journal.counts();
      if (undoing ? !journal.undoLeft : planned + sent === 0) break;
      const runner = this.#start(undoing ? "undo" : "apply", 1000);
      await this.scheduler.run(() => runner.ended, 30 * minute);
    }
    // Late requests arrive.
    const until = this.scheduler.now + minute;
    this.scheduler.after(minute, () => {});
    await this.scheduler.run(() => this.scheduler.now >= until, 2 * minute);
    this.#checkEnd();
    this.scheduler.check();
  }

  #say(process: Process | undefined, text: () => string): void {
    if (!this.#timeline) return;
    const at = ((this.scheduler.now - this.began) / 1000).toFixed(3).padStart(9);
    this.lines.push(`${at} s  ${(process?.name ?? "").padEnd(9)}  ${text()}`);
  }

  /** The clock of the computer, as its processes see it. */
  #clock(): number {
    return this.scheduler.now + this.#clockOffset;
  }

  /** Plans the job with the production code. */
  async #planJob(): Promise<void> {
    const db = this.#disk;
    db.exec("DELETE FROM step; DELETE FROM job; DELETE FROM problem; DELETE FROM claim");
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
    const work = await this.#work(() => Promise.reject(new Error("planning sends nothing")));
    const rows = [...this.#platform.rows.values()];
    const drafts = rows.map((row) => draftOf(this.#night.scenario, row));
    for (const [index, row] of rows.entries())
      this.#plan.set(row, {
        seq: index + 1,
        before: row[this.#field],
        after: afterOf(this.#night.scenario, row),
        undone: false,
      });
    await planRows(drafts, (draft) => [draft], this.#journal(), { work });
    this.#stored = db.prepare("SELECT * FROM step").all<Record<string, SqlValue>>();
  }

  /** Whoever acts besides the first process, and what happens to the computer. */
  #planPeople(): void {
    const { scheduler } = this;
    const { weather, scenario } = this.#night;
    const span = this.#badUntil - this.began;
    const at = (kind: WeatherKind, most: number, run: (chance: Chance) => void | Promise<void>) => {
      if (!weather.includes(kind)) return;
      const chance = new Chance(this.#night.seed, `people: ${kind}`);
      for (let n = chance.between(1, most); n > 0; n -= 1)
        scheduler.after(chance.between(0, span), () => run(chance));
    };
    at("second runner", 4, () => void this.#start("apply", 0));
    if (this.#field !== "payment") at("undo", 2, () => void this.#start("undo", 0));
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
    at("clock changes", 3, (chance) => {
      // Ahead, a wait would be too short: without a revision, docs/decisions/journal-states.md says what that means.
      const change = chance.between(-10 * minute, scenario === "names v3" ? 10 * minute : 0);
      this.#clockOffset += change;
      this.#say(undefined, () => `the clock of the computer changes by ${change / 1000} s`);
    });
  }

  #edit(chance: Chance): void {
    const row = this.#platform.rows.get(guid(chance.between(1, this.#night.rows)));
    const value = { name: "A person's name", price: "77", quantity: "99", payment: "VOIDED" }[this.#field];
    const plan = row && this.#plan.get(row);
    if (!row || !plan || (this.#field === "payment" && row.payment !== "AUTHORIZED")) return;
    row[this.#field] = value;
    row.revision += 1;
    row.edited = { at: this.scheduler.now, value };
    this.#say(undefined, () => `a person changes row ${plan.seq} to ${value}`);
  }

  /** Starts a process, unless there are as many as the night allows. */
  #start(verb: Verb, ms: number): Runner {
    const crashes = this.#weather.has("crashes");
    const runner: Runner = {
      name: `${verb} ${this.#runners.length + 1}`,
      verb,
      alive: true,
      pausedUntil: 0,
      crashIn: crashes ? crashes.between(1, 150) : Number.POSITIVE_INFINITY,
      stop: new AbortController(),
      guards: new Set(),
      seen: new Map(),
      ended: false,
      onCrash: () => {
        if (this.#lock === runner) this.#lock = undefined;
      },
    };
    const running = this.#runners.filter(({ ended, alive }) => alive && !ended).length;
    if (running >= this.#night.processes) {
      runner.ended = true;
      return runner;
    }
    this.#runners.push(runner);
    this.scheduler.after(
      ms,
      async () => {
        const work = await this.#work(this.#transport(runner), runner);
        this.#say(runner, () => "starts");
        void this.#runProcess(runner, work);
      },
      runner,
    );
    return runner;
  }

  /** After a run that did not do everything, somebody resumes or undoes the job, perhaps at once. */
  #goOn({ exitCode, verb }: Runner): void {
    if (exitCode === exitCodes.ok || this.scheduler.now >= this.#badUntil || this.#runners.length > 12)
      return;
    const isUndone = this.#field !== "payment" && this.#weather.has("undo")?.happens(0.5);
    if (this.#chance.happens(0.7))
      this.#start(isUndone ? "undo" : verb, this.#chance.pick([0, 2000, 20_000]));
  }

  #crashed(process: Process): void {
    this.#say(process, () => "is killed");
    const { verb } = process as Runner;
    if (this.scheduler.now >= this.#badUntil || this.#runners.length > 12) return;
    this.#start(verb, this.#chance.pick([0, 500, 2000, 45_000]));
  }

  /** The transports of a command, as src/context/connection.ts stacks them. */
  #transport(runner: Runner): Transport {
    const { scheduler } = this;
    const now = () => this.#clock();
    const chance = new Chance(this.#night.seed, `retries of ${runner.name}`);
    const budget = budgetOver(this.#rates, [{ requests: this.#perMinute, period: "minute" }]);
    const after = (ms: number, run: () => void) => scheduler.after(ms, run, runner);
    const pacer = createPacer({ concurrency: this.#concurrency, budget, now, after });
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
    const headersFor = async () => ({ authorization: "token" });
    const call = createCaller({ send, baseUrl: "https://shop.example", headersFor });
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

  /** The steps as the shared journal has them. */
  #stored: Record<string, SqlValue>[] = [];
  /** Raised by each process that takes the job: the commits of the one before change nothing. */
  #fence = 0;

  /** Makes the working copy what the shared journal has. */
  #load(): void {
    const [first] = this.#stored;
    if (!first) return;
    const names = Object.keys(first);
    const columns = names.map((name) => `"${name}"`);
    this.#disk.exec("DELETE FROM step");
    const insert = this.#disk.prepare(`INSERT INTO step (${columns}) VALUES (${names.map(() => "?")})`);
    for (const row of this.#stored) insert.run(...names.map((name) => row[name] ?? null));
  }

  /**
   * Returns a model of the shared journal, with the fencing of src/bulk/postgres. Its commits take time, are carried out even if
   * their sender has died, and their answers can be lost. Leases are not simulated.
   */
  #sharedRecord(runner: Runner): SharedRecord {
    const { scheduler } = this;
    const chance = new Chance(this.#night.seed, `commits of ${runner.name}`);
    const onTheWay = () =>
      chance.between(1, 20) + (this.#weather.strikes("slow database")?.between(50, 3000) ?? 0);
    let fence: number | undefined;
    return {
      take: async () => {
        if (fence !== undefined) return;
        await scheduler.sleep(onTheWay(), runner);
        this.#fence += 1;
        fence = this.#fence;
        this.#load();
      },
      publish: async () => {
        const rows = this.#disk.prepare("SELECT * FROM step").all<Record<string, SqlValue>>();
        const way = onTheWay();
        scheduler.after(way, () => {
          if (fence === this.#fence) this.#stored = rows;
        });
        await scheduler.sleep(way + onTheWay(), runner);
        if (!this.#weather.strikes("lost commits")) return;
        this.#say(runner, () => "gets no answer to a commit");
        const details = { code: "POSTGRES_UNAVAILABLE" };
        throw new TillError(exitCodes.unavailable, "the database has closed the connection", details);
      },
      release: async () => {},
      remove: async () => {},
    };
  }

  /** Returns the journal as a process opens it. */
  #journal(runner?: Runner): Journal {
    const disk = this.#disk;
    const exec = (sql: string) => {
      disk.exec(sql);
      if (sql === "COMMIT") this.#checkClaims();
    };
    const db: Database = Object.create(disk, { close: { value: () => {} }, exec: { value: exec } });
    const shared = this.#night.shared && runner ? this.#sharedRecord(runner) : undefined;
    return new Journal(this.#id, db, shared, () => {
      if (this.#lock) return undefined;
      this.#lock = runner;
      return () => {
        this.#lock = undefined;
      };
    });
  }

  async #runProcess(runner: Runner, work: Work): Promise<void> {
    const { scheduler } = this;
    const clock: EngineClock = {
      now: () => this.#clock(),
      steady: () => scheduler.now,
      after: (ms, run) =>
        scheduler.after(ms + (this.#weather.strikes("slow database")?.between(1, 500) ?? 0), run, runner),
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          scheduler.after(ms, resolve, runner);
          signal.addEventListener("abort", () => resolve());
        }),
    };
    const options = {
      clock,
      concurrency: this.#concurrency,
      requestLimit: 30_000,
      guards: runner.guards,
      signal: runner.stop.signal,
    };
    const journal = this.#journal(runner);
    try {
      await journal.lock();
      const undone = journal.counts().undone;
      if (runner.verb === "apply") await checkResume(journal);
      const events = runner.verb === "apply" ? apply(journal, work, options) : undo(journal, work, options);
      let last: BulkEvent | undefined;
      for await (const event of events) {
        this.#say(runner, () => eventText(event));
        if (event.type === "step.sent" && runner.verb === "undo") this.#undoBegan = true;
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
    for (const { row } of this.#platform.writesOf(request)) {
      const plan = this.#planOf(row);
      if (runner.verb === "apply" && this.#undoBegan)
        this.scheduler.fail(
          "a stop stays a stop",
          `step ${plan.seq} is sent after the undo of the job has begun`,
        );
      if (this.#lock !== runner)
        this.scheduler.fail("one runner", `${describe(request)} leaves from a process without the job`);
      const stored = this.#stored[plan.seq - 1] as StepState | undefined;
      const step = this.#night.shared
        ? stored
        : this.#disk.prepare("SELECT state, undo FROM step WHERE seq = ?").get<StepState>(plan.seq);
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
    const rows = this.#platform.readsOf(request);
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
  #executed(wrote: readonly Write[]): void {
    for (const { row, field, value } of wrote) {
      const plan = this.#planOf(row);
      if (row.moved > 1) this.scheduler.fail("money once", `the payment of row ${plan.seq} was moved twice`);
      if (field === "payment") continue;
      if (value === plan.before) plan.undone = true;
      else if (value !== plan.after)
        this.scheduler.fail("absolute values", `row ${plan.seq} became ${value}, which nobody planned`);
      else if (plan.undone)
        this.scheduler.fail("no older value", `row ${plan.seq} was undone, and then became ${value} again`);
    }
  }

  /** The journal never claims what did not happen. */
  #checkClaims(): void {
    const claims = this.#disk.prepare("SELECT seq, state FROM claim").all<Omit<StepState, "undo">>();
    if (claims.length === 0) return;
    this.#disk.exec("DELETE FROM claim");
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
  #checkEnd(): void {
    const steps = this.#disk
      .prepare("SELECT seq, state, undo, error, undoError FROM step ORDER BY seq")
      .all<StepState & { error: string | null; undoError: string | null }>();
    const isUndone = this.#journal().undoBegun;
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

function fieldOf(scenario: Scenario): Field {
  if (scenario === "prices") return "price";
  if (scenario === "stock") return "quantity";
  return scenario === "captures" || scenario === "voids" ? "payment" : "name";
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
