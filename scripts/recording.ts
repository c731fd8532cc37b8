import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import stringWidth from "string-width";
import { type Cell, type Frame, recordingSvg } from "./recording-svg.ts";

/**
 * Writes `docs/recording.svg`, the recording at the top of the README, and those of `docs/recordings.md`: runs the built program on a
 * pseudo-terminal with the demo shop, types commands and keys, and draws what the terminal shows. Job ids are replaced and the time
 * between frames is made up, so the same program gives the same file, but for what depends on the day. Arguments choose recordings.
 */
interface Command {
  /** What is run before, without being shown. */
  before?: string[];
  /** What is run after the first key, without being shown, and what the output contains afterwards. */
  meanwhile?: { lines: string[]; until: string; ms: number };
  line: string;
  /** Whether it begins on an empty window, so that progress, which is shown or not, never scrolls. */
  clear?: boolean;
  /** Keys for the program, what its output contains afterwards, and how long that is shown, in milliseconds. */
  keys?: [keys: string, until: string, ms: number][];
  /** What the output contains before the first key. */
  until?: string;
  /** How long the output, or the state before the first key, is shown, in milliseconds. */
  ms: number;
}

const brand = `--filter 'brand = "Flax & Fjord"'`;
const usual: Command[] = [
  { line: `till products list ${brand}`, ms: 2500 },
  { line: `till products update ${brand} --set price=+10% --dry-run`, ms: 3500 },
  {
    line: `till products update ${brand} --set price=+10%`,
    clear: true,
    until: "Apply the changes to",
    ms: 2500,
    keys: [["y", "", 2500]],
  },
  {
    line: "till jobs undo last",
    clear: true,
    until: "Undo the changes to",
    ms: 2000,
    keys: [["y", "", 2000]],
  },
  {
    line: "till products",
    until: "⋯ more :",
    ms: 1500,
    keys: [
      ["j", "2 of 24", 150],
      ["j", "3 of 24", 150],
      ["j", "4 of 24", 150],
      ["j", "5 of 24", 150],
      ["j", "6 of 24", 500],
      ["l", "", 200],
      ["l", "PRICE", 500],
      ["e", "PRICE of", 800],
      ["+", "", 150],
      ["5", "", 150],
      ["%", "93.45", 1200],
      ["\r", "staged", 1800],
      ["u", "", 1200],
      ["q", "", 0],
    ],
  },
];
/** A recording: its commands, and what it is for people who cannot see it. */
interface Recording {
  file: string;
  scene: Command[];
  begin: string;
  title: string;
  description: string;
}

const buy = [
  "till cart add stoneware-mug --option Colour=Ink",
  "till cart update --email ada@example.com --first-name Ada --ship-to 'US-NY, 10001, New York, 5 Main St'",
  "till cart checkout",
  "till checkout complete --pay approved",
];
const recordings: readonly Recording[] = [
  {
    file: "docs/recording.svg",
    scene: usual,
    begin: "Apply the changes to",
    title: "till: list, preview, apply and undo",
    description: `A terminal. ${usual.map(({ line }) => line).join("; ")}. Each command shows its output; the update and the undo ask before they change something. At last, a product is edited on a screen.`,
  },
  {
    file: "docs/recordings/dashboard.svg",
    scene: [
      {
        line: "till",
        until: "To capture",
        ms: 4000,
        keys: [
          ["f", "▐Orders▌", 3000],
          ["q", "", 0],
        ],
      },
    ],
    begin: "To capture",
    title: "till: the dashboard",
    description:
      "The dashboard of the demo shop: what is to do, sales with the days before, a funnel, stock and tickets. The key f opens the orders to fulfill.",
  },
  {
    file: "docs/recordings/job.svg",
    scene: [
      {
        before: [
          "till sandbox fault slow:60 --route products.update --count 60",
          "till sandbox fault 500 --route products.query",
        ],
        line: "TILL_CONCURRENCY=1 till products update --all --expect 24 --set price=+10% --yes",
        until: "f full window",
        ms: 600,
        keys: [
          ["f", "Steps a second", 1500],
          ["", "done in", 2500],
        ],
      },
    ],
    begin: "Steps a second",
    title: "till: a running job in the full window",
    description:
      "A job changes the prices of 24 products. The key f opens the full window: steps a second, the rest, requests and failures.",
  },
  {
    file: "docs/recordings/orders.svg",
    scene: [
      {
        line: "till orders",
        until: "Last hour",
        ms: 1500,
        keys: [
          ["j", "", 500],
          ["q", "", 0],
        ],
        meanwhile: { lines: buy, until: "1 order,", ms: 3000 },
      },
    ],
    begin: "Last hour",
    title: "till: new orders",
    description:
      "The list of orders, with the last hour below it. A new order comes in: it is marked and flashes, and counts in the last hour.",
  },
  {
    file: "docs/recordings/timeline.svg",
    scene: [
      {
        before: [
          "till products update --all --expect 24 --set price=+10% --yes",
          "till products update --filter 'price > 50' --set ribbon=Sale --yes",
          "till products update stoneware-mug --set price=99 --yes",
        ],
        line: "till products",
        until: "⋯ more :",
        ms: 1000,
        keys: [
          ["z", "What it did", 2000],
          ["\x1b[D", "ribbon=Sale", 1500],
          ["\x1b[D", "price=+10%", 1500],
          ["p", "LEFT ALONE", 3500],
          ["q", "▐Products▌", 500],
          ["q", "", 0],
        ],
      },
    ],
    begin: "What it did",
    title: "till: the timeline of jobs",
    description:
      "Three jobs as a timeline. The arrow keys go back in time; p previews the undo of the first one, with the rows that would be left alone.",
  },
  {
    file: "docs/recordings/import.svg",
    scene: [
      {
        before: [
          "till products export spring.csv",
          "printf 'Artikelnr;VK brutto\nMUG-INK;25,90\nMUG-OAT;26,90\n' > preise.csv",
        ],
        line: "till products",
        until: "⋯ more :",
        ms: 1000,
        keys: [
          [":", "", 200],
          ["import", "choose a file", 1200],
          ["\r", "MUG-INK", 2500],
          ["j", "wool-throw", 2000],
          ["k", "MUG-INK", 800],
          ["\r", "which field", 2500],
          ["\r", "Apply the changes", 3000],
          ["n", "Nothing was sent", 800],
          ["q", "", 0],
        ],
      },
    ],
    begin: "choose a file",
    title: "till: choose a file to import",
    description:
      "The palette opens the files of a folder, with the first rows of the selected one. The import asks which field each column of a price list in German is, and previews its changes over the list.",
  },
  {
    file: "docs/recordings/prices.svg",
    scene: [
      {
        line: "till products",
        until: "⋯ more :",
        ms: 1000,
        keys: [
          [" j j j j j ", "6 marked", 700],
          ["ll", "6 marked", 500],
          ["e", "PRICE of", 700],
          ["+10%", "+10%", 700],
          ["\r", "6 staged edits", 1000],
          ["\x1b", "6 staged edits  6 of 24", 300],
          ["kk", "4 of 24", 400],
          ["e", "PRICE of", 400],
          ["9.90", "9.90", 700],
          ["\r", "→ 9.90", 700],
          ["d", "Stock value", 4500],
          ["\x1b", "Enter details", 500],
          ["D", "Discarded", 700],
          ["q", "", 0],
        ],
      },
    ],
    begin: "6 marked",
    title: "till: staged prices",
    description:
      "Six prices are raised by ten percent, and one is typed. The page of staged edits shows each change as a bar, outliers first, and the effect on the stock value, before anything is sent.",
  },
  {
    file: "docs/recordings/door.svg",
    scene: [
      {
        line: "till tickets door raku-night",
        until: "Ready",
        ms: 1500,
        keys: [
          ["jon", "Jonas Okafor", 1200],
          ["\x1b[B\r", "4 of 12", 2000],
          ["ZMHP-N9BB-08902\r", "ALREADY", 2000],
          ["pet", "Petra Holm", 1200],
          ["\x1b[B\r", "5 of 12", 3000],
          ["q\r", "", 0],
        ],
      },
    ],
    begin: "Ready",
    title: "till: check-in at the door",
    description:
      "Tickets are scanned or found by name: one comes in, one is canceled, one has to pay first. The last scans are listed, and the count of guests inside rises.",
  },
  {
    file: "docs/recordings/requests.svg",
    scene: [
      {
        before: [
          "till collections update coffee --set name=Kaffee",
          `node -e 'require("http").createServer((_, answer) => answer.end()).listen(4000)' & till webhooks listen --after start --once --forward-to http://localhost:4000/hooks; kill $!`,
        ],
        line: "till sandbox log list -i --filter 'method = PATCH'",
        until: "1 of 1",
        ms: 1500,
        keys: [
          ["\r", "Events and webhooks", 3500],
          ["x", "Actions for", 2000],
          ["o", "Copied the SDK code", 3000],
          ["q", "", 0],
        ],
      },
    ],
    begin: "PATCH",
    title: "till: a request of the sandbox",
    description:
      "The request that changed a collection: its JSON, the event that it caused, the webhook that was delivered, and the same as code of the official SDK.",
  },
];
const size = { columns: 96, rows: 26 };
const keystroke = 30;
/** How long the program writes nothing before a frame is taken, in milliseconds. */
const quiet = 300;

const program = resolve("bin/till.js");
const { PATH = "" } = process.env;
const chosen = process.argv.slice(2);
let home = "";
let env: Record<string, string> = {};
let terminal = openTerminal();
let frames: Frame[] = [];

for (const { file, scene, ...facts } of recordings)
  if (chosen.length === 0 || chosen.some((name) => file.includes(name))) await record(file, scene, facts);

/** Records commands in a home of its own, and writes the file. */
async function record(
  file: string,
  scene: Command[],
  facts: Omit<Recording, "file" | "scene">,
): Promise<void> {
  home = mkdtempSync(join(tmpdir(), "till-recording-"));
  env = { PATH, HOME: home, TILL_HOME: join(home, "till"), TERM: "xterm-256color" };
  terminal = openTerminal();
  frames = [];
  try {
    run("till sandbox seed demo");
    for (const command of scene) await perform(command);
    await type("$ ");
    show(3500);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, recordingSvg(frames, { ...size, ...facts }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function openTerminal(): headless.Terminal {
  const opened = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  // Wide characters are those that the program takes for wide.
  opened.unicode.register({ version: "program", wcwidth, charProperties });
  opened.unicode.activeVersion = "program";
  return opened;
}

/** Returns a command line that runs the built program as `till`. */
function inShell(line: string): string[] {
  return ["-c", `till() { "${process.execPath}" "${program}" "$@"; }; ${line}`];
}

/** Runs a command line without showing it. */
function run(line: string): void {
  // Without a terminal, a change needs a shop that is named.
  execFileSync("sh", inShell(line), {
    env: { ...env, TILL_PROFILE: "sandbox" },
    cwd: home,
    stdio: "ignore",
  });
}

/** Types a command line, runs it, and presses its keys. */
async function perform({
  before = [],
  meanwhile,
  line,
  clear,
  until = "",
  ms,
  keys = [],
}: Command): Promise<void> {
  for (const one of before) run(one);
  await type(`${clear ? "\x1b[2J\x1b[H" : ""}$ `);
  show(400);
  for (const character of line) {
    await type(character);
    show(keystroke);
  }
  await type("\r\n");
  const shell = spawn("sh", inShell(line), {
    cols: size.columns,
    rows: size.rows,
    cwd: home,
    env,
  });
  let changed = performance.now();
  /** Waits until the output has this text and does not change for a while; a job that runs changes all the time. */
  const shows = async (text: string) => {
    for (const start = performance.now(); ; await sleep(20)) {
      const passed = performance.now() - start;
      if (screen().includes(text) && (performance.now() - changed >= quiet || passed > 2 * quiet)) return;
      if (passed > 15_000) throw new Error(`${line}: never saw ${text}:\n${screen()}`);
    }
  };
  shell.onData((data) => {
    changed = performance.now();
    terminal.write(data);
  });
  const answers = terminal.onData((data) => shell.write(data));
  const ended = new Promise<void>((end) => shell.onExit(() => end()));
  for (const [index, [key, shown, time]] of [["", until, ms] as const, ...keys].entries()) {
    changed = performance.now();
    shell.write(key);
    if (index === keys.length) await ended;
    await shows(shown);
    show(time);
    if (index !== 1 || meanwhile === undefined) continue;
    for (const one of meanwhile.lines) run(one);
    await shows(meanwhile.until);
    show(meanwhile.ms);
  }
  answers.dispose();
}

/** Writes to the terminal. */
function type(text: string): Promise<void> {
  return new Promise((done) => terminal.write(text, done));
}

function screen(): string {
  return cells()
    .map((row) => row.map(({ text }) => text).join(""))
    .join("\n");
}

/** Adds what the terminal shows to the recording. */
function show(ms: number): void {
  if (ms > 0) frames.push({ rows: cells().map(withoutIds), ms });
}

function cells(): Cell[][] {
  const { active } = terminal.buffer;
  return Array.from({ length: size.rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    return Array.from({ length: size.columns }, (_, x) => cellAt(line?.getCell(x))).filter(
      ({ width }) => width > 0,
    );
  });
}

function wcwidth(codePoint: number): 0 | 1 | 2 {
  const width = stringWidth(String.fromCodePoint(codePoint));
  return width === 0 || width === 1 ? width : 2;
}

/** Returns the width of a character as the terminal stores it; the last bit joins it with the character before it. */
function charProperties(codePoint: number, before: number): number {
  const width = wcwidth(codePoint);
  return width === 0 ? (before & 6) | 1 : width << 1;
}

/** Replaces the random id of the job, so that every recording has the same. */
function withoutIds(row: Cell[]): Cell[] {
  const text = row.map((cell) => cell.text.charAt(0)).join("");
  const same = text.replace(/\b([Jj]ob|jobs undo) (?!last\b)[0-9a-z]{4}\b/g, "$1 6d3s");
  return row.map((cell, x) => (same.charAt(x) === text.charAt(x) ? cell : { ...cell, text: same.charAt(x) }));
}

function cellAt(cell: headless.IBufferCell | undefined): Cell {
  if (!cell) return { text: " ", width: 1 };
  return {
    text: cell.getChars() || " ",
    width: cell.getWidth(),
    ...(cell.isFgPalette() && { fg: cell.getFgColor() }),
    ...(cell.isBgPalette() && { bg: cell.getBgColor() }),
    bold: cell.isBold() > 0,
    dim: cell.isDim() > 0,
    underline: cell.isUnderline() > 0,
    inverse: cell.isInverse() > 0,
  };
}
