import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import stringWidth from "string-width";
import { type Cell, type Frame, recordingSvg } from "./recording-svg.ts";

/**
 * Writes `docs/recording.svg`, the recording at the top of the README: runs the built program on a pseudo-terminal with the
 * demo shop, types commands and keys, and draws what the terminal shows. Job ids are replaced and the time between frames is
 * made up, so the same program gives the same file.
 */
interface Command {
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
const scene: Command[] = [
  { line: `till products list ${brand}`, ms: 2500 },
  { line: `till products update ${brand} --set price=+10% --dry-run`, ms: 3500 },
  {
    line: `till products update ${brand} --set price=+10%`,
    clear: true,
    until: "Apply 5 changes?",
    ms: 2500,
    keys: [["y", "", 2500]],
  },
  { line: "till jobs undo last", clear: true, until: "Undo 5 changes?", ms: 2000, keys: [["y", "", 2000]] },
  {
    line: "till products",
    until: "Cart ›",
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
const window = {
  columns: 96,
  rows: 26,
  begin: "Apply 5 changes?",
  title: "till: list, preview, apply and undo",
  description: `A terminal. ${scene.map(({ line }) => line).join("; ")}. Each command shows its output; the update and the undo ask before they change something. At last, a product is edited on a screen.`,
};
const keystroke = 30;
/** How long the program writes nothing before a frame is taken, in milliseconds. */
const quiet = 300;

const home = mkdtempSync(join(tmpdir(), "till-recording-"));
const program = resolve("bin/till.js");
const { PATH = "" } = process.env;
const env = { PATH, HOME: home, TILL_HOME: home, TERM: "xterm-256color" };
const terminal = new headless.Terminal({ cols: window.columns, rows: window.rows, allowProposedApi: true });
// Wide characters are those that the program takes for wide.
terminal.unicode.register({ version: "program", wcwidth, charProperties });
terminal.unicode.activeVersion = "program";
const frames: Frame[] = [];

try {
  execFileSync(process.execPath, [program, "sandbox", "seed", "demo"], { env });
  for (const command of scene) await perform(command);
  await type("$ ");
  show(3500);
  writeFileSync("docs/recording.svg", recordingSvg(frames, window));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Types a command line, runs it, and presses its keys. */
async function perform({ line, clear, until = "", ms, keys = [] }: Command): Promise<void> {
  await type(`${clear ? "\x1b[2J\x1b[H" : ""}$ `);
  show(400);
  for (const character of line) {
    await type(character);
    show(keystroke);
  }
  await type("\r\n");
  const shell = spawn("sh", ["-c", `till() { exec "${process.execPath}" "${program}" "$@"; }; ${line}`], {
    cols: window.columns,
    rows: window.rows,
    cwd: home,
    env,
  });
  let changed = performance.now();
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
    for (
      const start = changed;
      !screen().includes(shown) || performance.now() - changed < quiet;
      await sleep(20)
    )
      if (performance.now() - start > 10_000) throw new Error(`${line}: never saw ${shown}:\n${screen()}`);
    show(time);
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
  return Array.from({ length: window.rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    return Array.from({ length: window.columns }, (_, x) => cellAt(line?.getCell(x))).filter(
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
