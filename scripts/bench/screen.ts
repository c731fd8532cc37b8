import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { alternate, type Figure, memory, ofMany, slowdown, time } from "./figures.ts";
import { environment, ownPeak, run, till } from "./programs.ts";

/**
 * Preloaded into the program: records when a key is read and when the next frame is written, and writes both, with the
 * largest resident set, when the program ends.
 */
const meter = (file: string) => `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const { stdin, stderr } = process;
  const paints = [];
  let pressed;
  const read = stdin.read;
  stdin.read = function (...args) {
    const chunk = Reflect.apply(read, this, args);
    if (chunk !== null) pressed ??= performance.now();
    return chunk;
  };
  const write = stderr.write;
  stderr.write = function (...args) {
    if (pressed !== undefined && String(args[0]).length > 20) {
      paints.push(performance.now() - pressed);
      pressed = undefined;
    }
    return Reflect.apply(write, this, args);
  };
  process.on("exit", () => writeFileSync(${JSON.stringify(file)}, JSON.stringify({ paints, rss: ${ownPeak} })));`;

interface Shown {
  /** Milliseconds until the first row was shown. */
  first: number;
  paints: number[];
  peakMb: number;
}

interface Keys {
  columns: number;
  rows: number;
  /** The number of keys. */
  keys: number;
  /** Returns the key at an index. Default: PgDn. */
  key?(index: number): string;
}

/** What leaves every state of the screen: one write each. */
const quitting = ["\x1b", "q", "q"];

/** Opens the screen on a terminal, presses each key after the previous one is painted, and quits. */
async function show(home: string, { columns, rows, keys, key = () => "\x06" }: Keys): Promise<Shown> {
  const file = join(home, "paints.json");
  const began = performance.now();
  const args = ["--import", `data:text/javascript,${encodeURIComponent(meter(file))}`, till, "products"];
  const env = environment({ TILL_HOME: home, TERM: "xterm-256color" }) as Record<string, string>;
  const pty = spawn(process.execPath, args, { cols: columns, rows, env });
  const { promise: shown, resolve: seen, reject: fail } = Promise.withResolvers<number>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let pressed = 0;
  let isShown = false;
  let idle: NodeJS.Timeout | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const press = () => {
    clearTimeout(idle);
    if (pressed < keys) {
      pty.write(key(pressed++));
      // A key that paints nothing, such as one while rows are read, must not end the measurement.
      idle = setTimeout(press, 500);
    } else if (leaving === undefined) {
      // A busy machine may read two of them as one key.
      leaving = setInterval(() => pty.write(quitting[pressed++ % quitting.length] ?? ""), 400);
    }
  };
  pty.onData((data) => {
    // Later frames draw only lines that change.
    isShown ||= data.includes("❯");
    if (!isShown) return;
    seen(performance.now() - began);
    press();
  });
  pty.onExit(({ exitCode }) => {
    clearTimeout(idle);
    clearInterval(leaving);
    fail(new Error(`The screen ended with ${exitCode} before it had shown a row.`));
    end();
  });
  const first = await shown;
  await ended;
  const { paints, rss } = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { paints: number[]; rss: number })
    : { paints: [], rss: Number.NaN };
  return { first, paints, peakMb: rss / 1024 };
}

/** Measures the first frame with the demo shop, and scrolling through a long list. */
export async function screen(folder: string, products: number, quick: boolean): Promise<Figure[]> {
  const home = join(folder, "demo");
  mkdirSync(home, { recursive: true });
  await run([till, "sandbox", "seed", "demo"], { TILL_HOME: home });
  const size = { columns: 100, rows: 40 };
  const medians = await alternate(quick ? 3 : 9, {
    bare: async () => (await run(["-e", "0"], { TILL_HOME: home })).ms,
    first: async () => (await show(home, { ...size, keys: 0 })).first,
  });
  const long = join(folder, "long");
  await run([till, "sandbox", "seed", String(products)], { TILL_HOME: long });
  const total = products.toLocaleString("en-US");
  // Fewer pages than there are: a key at the end paints nothing.
  const { paints, peakMb } = await show(long, { columns: 120, rows: 60, keys: Math.floor(products / 60) });
  const typed = await show(long, { columns: 120, rows: 40, keys: 800, key: cellKey });
  return [
    slowdown(
      "till products, first rows on the screen",
      medians.first,
      { name: "node -e 0", ms: medians.bare },
      10,
    ),
    ofMany(time(`key to paint, 95 of 100, ${total} rows`, p95(paints), 21)),
    time(`the same while values are typed into 200 cells`, p95(typed.paints), 25),
    memory(`scrolling through ${total} rows`, peakMb, 250),
  ];
}

/** The price of the first product, then of the ones below it: three characters each, and ↓, which stages the value. */
const cellKey = (index: number): string =>
  ["\x1b[C", "\x1b[C", "e"][index] ?? ["7", ".", "5", "\x1b[B"][(index - 3) % 4] ?? "";

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
