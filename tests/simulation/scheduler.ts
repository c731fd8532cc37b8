/** A repeatable source of random numbers. Each purpose has its own, so that leaving out one kind of weather changes nothing else. */
export class Chance {
  #state: number;

  constructor(seed: number, purpose: string) {
    let hash = 2_166_136_261 ^ seed;
    for (const character of `${seed} ${purpose}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
    this.#state = hash >>> 0;
    for (let n = 0; n < 4; n += 1) this.next();
  }

  /** Returns the next number, from 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a whole number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0];
  }
}

/** A simulated process. Once it is dead, nothing that it waits for ever resumes it. */
export interface Process {
  readonly name: string;
  alive: boolean;
  /** It does nothing before this time. */
  pausedUntil: number;
  /** After how many further events of the process it is killed. */
  crashIn: number;
  /** Called when it is killed: releases what the system releases. */
  onCrash(): void;
}

interface Event {
  time: number;
  /** Decides which of two events at the same time comes first. */
  order: number;
  process: Process | undefined;
  run: () => unknown;
  canceled: boolean;
}

/** What the simulation found: an invariant that does not hold. */
export class Broken extends Error {
  readonly invariant: string;

  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`);
    this.invariant = invariant;
  }
}

/**
 * The only source of time and order. Every wait of a simulated process is an event: the scheduler takes the next one, runs
 * it until the process waits again, and lets the invariants be checked.
 */
export class Scheduler {
  now = Date.parse("2026-03-01T10:00:00Z");
  /** The number of events so far. */
  steps = 0;
  #broken: Broken | undefined;
  readonly #heap: Event[] = [];
  readonly #chance: Chance;
  readonly #crashed: (process: Process) => void;

  constructor(seed: number, crashed: (process: Process) => void) {
    this.#chance = new Chance(seed, "order of events");
    this.#crashed = crashed;
  }

  /** Ends the night after the present event: an invariant does not hold. Does not throw, because processes handle errors. */
  fail(invariant: string, message: string): void {
    this.#broken ??= new Broken(invariant, message);
  }

  /** Throws what was found. */
  check(): void {
    if (this.#broken) throw this.#broken;
  }

  /** Runs a function after some whole milliseconds, unless the process dies or the event is canceled. */
  after(ms: number, run: () => unknown, process?: Process): () => void {
    const event = {
      time: this.now + Math.ceil(Math.max(0, ms)),
      order: this.#chance.next(),
      process,
      run,
      canceled: false,
    };
    this.#push(event);
    return () => {
      event.canceled = true;
    };
  }

  sleep(ms: number, process?: Process): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve, process));
  }

  /** Runs a function again and again. Returns a function that ends it. */
  every(ms: number, run: () => unknown, process?: Process): () => void {
    const again = () => {
      cancel = this.after(ms, again, process);
      void run();
    };
    let cancel = this.after(ms, again, process);
    return () => cancel();
  }

  /** Lets events happen until `ended`. Throws Broken when it takes longer than `limit` milliseconds. */
  async run(ended: () => boolean, limit: number): Promise<void> {
    const until = this.now + limit;
    await turn();
    while (!ended()) {
      const event = this.#pop();
      if (event === undefined)
        throw new Broken("liveness", "a process waits for something that never happens");
      if (event.canceled) continue;
      const { process } = event;
      if (process) {
        if (!process.alive) continue;
        if (process.pausedUntil > event.time) {
          this.#push({ ...event, time: process.pausedUntil, canceled: false }, event);
          continue;
        }
      }
      this.now = Math.max(this.now, event.time);
      if (this.now > until) throw new Broken("liveness", `no end within ${limit / 1000} s`);
      this.steps += 1;
      if (process) {
        process.crashIn -= 1;
        if (process.crashIn <= 0) {
          this.kill(process);
          continue;
        }
      }
      await event.run();
      if (process) await turn();
      this.check();
    }
  }

  /** Ends a process at once: it never continues, and what it has sent still arrives. */
  kill(process: Process): void {
    if (!process.alive) return;
    process.alive = false;
    process.onCrash();
    this.#crashed(process);
  }

  #push(event: Event, replaced?: Event): void {
    // A paused event can still be canceled by who planned it.
    if (replaced) Object.defineProperty(event, "canceled", { get: () => replaced.canceled });
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Event;
      if (!isEarlier(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right && isEarlier(right, heap[child] as Event)) child += 1;
      const below = heap[child] as Event;
      if (!isEarlier(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isEarlier(one: Event, other: Event): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

/** Resolves once every promise that can continue has done so. */
function turn(): Promise<void> {
  return new Promise((resolve) => void process.nextTick(resolve));
}
