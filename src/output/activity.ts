/** The time that passes before anything says that it takes time, and between two frames, in milliseconds. */
export const patienceMs = 100;
/** The time between two lines for a screen reader, in milliseconds. */
const spokenMs = 5000;
/** The time for which rates are measured, in milliseconds: estimates follow a server that becomes slower. */
const rateMs = 10_000;
/** The maximum width of the line, in columns. */
const widest = 78;

const frames = Array.from("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏");
const asciiFrames = Array.from("|/-\\");

/** Shows on stderr, if that is a terminal, what a command is doing while it prints nothing. */
export interface Activity {
  /** Shows something until the promise settles. */
  during<T>(what: string, work: Promise<T>): Promise<T>;
  /** Yields the same items and shows how many have been taken, how fast, and how long the rest will take. */
  counting<T>(what: string, items: AsyncIterable<T> | Iterable<T>, measure?: Measure<T>): AsyncGenerator<T>;
  /** Removes the line before something else is printed. */
  clear(): void;
  /**
   * Shows nothing until the returned function is called: a screen or a pager has the terminal. `onWait` is called when a
   * request waits before it is sent again, with the reason and the time in milliseconds.
   */
  pause(onWait?: OnWait): () => void;
  /** Shows on the screen that has the terminal why a request waits. Returns false if there is none. */
  waits(text: string, ms: number): boolean;
  /** Returns how many requests have waited so far before they were sent again, and why the last one did. */
  waited(): Waited;
}

/** How often requests have waited, and the last reason: `HTTP 500; trying again in 2 s (1/3)`. */
export interface Waited {
  readonly count: number;
  readonly last: string;
}

/** Receives why a request waits, and for how many milliseconds. */
export type OnWait = (text: string, ms: number) => void;

/** How items are counted: by default, each is a row. */
export interface Measure<T> {
  readonly unit?: string;
  size?(item: T): number;
  /** Returns the expected sum, once it is known. */
  total?(): number | undefined;
}

export interface ActivityOptions {
  write(text: string): void;
  columns(): number;
  ascii?: boolean;
  /** Prints lines for a screen reader now and then instead of one that changes. */
  spoken?: boolean;
  /** The clock, in milliseconds. */
  now?(): number;
}

interface Doing {
  readonly what: string;
  readonly since: number;
  readonly unit: string;
  count: number | undefined;
  total: (() => number | undefined) | undefined;
  /** The counts of the last seconds, oldest first. */
  samples: { at: number; count: number }[];
}

/** Returns the activity line of a terminal. Nothing is written during the first 100 ms, and again after other output. */
export function createActivity({
  write,
  columns,
  ascii = false,
  spoken = false,
  now = () => performance.now(),
}: ActivityOptions): Activity {
  const doings = new Set<Doing>();
  const every = spoken ? spokenMs : patienceMs;
  let timer: NodeJS.Timeout | undefined;
  let shown = 0;
  let next = 0;
  let paused = 0;
  const screens: OnWait[] = [];
  let waited: Waited = { count: 0, last: "" };

  const erase = () => {
    if (shown === 0) return;
    // A window that became narrower has wrapped the line.
    const above = Math.ceil(shown / Math.max(1, columns())) - 1;
    write(`\r${above > 0 ? `\x1b[${above}A` : ""}\x1b[J`);
    shown = 0;
  };
  const draw = () => {
    const at = now();
    if (paused > 0 || at < next) return;
    // What counts says more than the calls that it makes.
    const all = [...doings];
    const doing = all.findLast(({ count }) => count !== undefined) ?? all[0];
    if (doing === undefined || at - doing.since < every) return;
    next = at + every;
    const text = describe(doing, at).slice(0, Math.min(widest, columns() - 3));
    if (spoken) return write(`${text}\n`);
    const line = `${frameAt(at, ascii)} ${ascii ? text.replaceAll("…", "...") : text}`;
    erase();
    write(line);
    shown = line.length;
  };
  const tick = () => {
    if (doings.size > 0) return draw();
    erase();
    clearInterval(timer);
    timer = undefined;
  };
  const begin = (what: string, counted: Pick<Doing, "unit" | "count" | "total">): Doing => {
    const doing = { what, since: now(), samples: [], ...counted };
    doings.add(doing);
    // Does not keep the process running.
    timer ??= setInterval(tick, patienceMs).unref();
    return doing;
  };
  return {
    async during(what, work) {
      const doing = begin(what, { unit: "", count: undefined, total: undefined });
      try {
        return await work;
      } finally {
        doings.delete(doing);
      }
    },
    async *counting(what, items, { unit = "rows", size = () => 1, total } = {}) {
      const doing = begin(what, { unit, count: 0, total });
      try {
        for await (const item of items) {
          doing.count = (doing.count ?? 0) + size(item);
          // Work that never waits leaves no turn to the timer.
          if (now() >= next) draw();
          yield item;
        }
      } finally {
        doings.delete(doing);
      }
    },
    clear() {
      erase();
      if (!spoken) next = Math.max(next, now() + patienceMs);
    },
    pause(onWait) {
      erase();
      paused += 1;
      if (onWait) screens.push(onWait);
      return () => {
        paused -= 1;
        if (onWait) screens.splice(screens.indexOf(onWait), 1);
      };
    },
    waits(text, ms) {
      waited = { count: waited.count + 1, last: text };
      screens.at(-1)?.(text, ms);
      return screens.length > 0;
    },
    waited: () => waited,
  };
}

/** `Planning… 45,120 of 100,000 rows, 1,310/s, 34 s, about 42 s left` */
function describe(doing: Doing, at: number): string {
  const { what, since, unit, count, samples } = doing;
  const elapsed = formatElapsed(at - since);
  if (count === undefined || count === 0) return `${what}… ${elapsed}`;
  const total = doing.total?.();
  samples.push({ at, count });
  while ((samples[0]?.at ?? at) < at - rateMs) samples.shift();
  const [oldest] = at - since > rateMs ? samples : [{ at: since, count: 0 }];
  const rate = oldest && at > oldest.at ? ((count - oldest.count) * 1000) / (at - oldest.at) : 0;
  const of = total === undefined || total < count ? "" : ` of ${figure(total)}`;
  const left =
    of !== "" && rate > 0 && at - since > 1000 ? ((Number(total) - count) * 1000) / rate : undefined;
  return [
    `${what}… ${figure(count)}${of} ${unit}`,
    `${figure(rate)}${unit === "rows" ? "" : ` ${unit}`}/s`,
    elapsed,
    ...(left === undefined ? [] : [`about ${formatElapsed(left)} left`]),
  ].join(", ");
}

function figure(value: number): string {
  return value < 10 && !Number.isInteger(value)
    ? value.toFixed(1)
    : Math.round(value).toLocaleString("en-US");
}

/** Describes something that is going on: `⠙ Reading… 1.2 s`. */
export function describeActivity(what: string, ms: number, ascii = false): string {
  return `${frameAt(ms, ascii)} ${what}… ${formatElapsed(ms)}`;
}

function frameAt(ms: number, ascii: boolean): string {
  const all = ascii ? asciiFrames : frames;
  return all[Math.floor(ms / patienceMs) % all.length] ?? "";
}

/** Formats an elapsed time in milliseconds: `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns the items of an activity, or the items themselves without one. */
export function counted<T>(
  activity: Activity | undefined,
  what: string,
  items: AsyncIterable<T> | Iterable<T>,
  measure?: Measure<T>,
): AsyncIterable<T> | Iterable<T> {
  return activity === undefined ? items : activity.counting(what, items, measure);
}
