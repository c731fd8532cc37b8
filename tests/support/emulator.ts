import headless, { type IUnicodeVersionProvider } from "@xterm/headless";

/** What a terminal shows, as tests read it. */
export interface Display {
  /** Returns the lines of the window, without trailing spaces and trailing blank lines. */
  screen(): string[];
  /** Returns the characters of each cell of the window; the second cell of a wide one is empty. */
  cells(): string[][];
  /** Returns the style of each cell of the window as SGR parameters: `1;38;5;75`; empty for none. */
  styles(): string[][];
  /** Returns the lines of the scrollback and the window. */
  history(): string[];
  /** Returns everything the program has written. */
  raw(): string;
  cursorVisible(): boolean;
  alternateScreen(): boolean;
  /** Whether text at the end of a line goes on in the next one (DECAWM). */
  wraps(): boolean;
  /** Whether the program receives the mouse. */
  mouse(): boolean;
  /**
   * Resolves when the window contains the text or the condition holds. Rejects with the window after the patience of the
   * terminal, or as soon as the program has ended without it.
   */
  waitFor(when: string | RegExp | ((screen: string[]) => boolean)): Promise<void>;
}

/** The end of a program on a terminal. */
export interface TerminalExit {
  /** The exit code, or 128 + the signal number. */
  code: number;
  /** The settings of the terminal before the program started and after it ended: `stty -g`, or `cooked` and `raw`. */
  ttyBefore: string;
  ttyAfter: string;
}

/** A terminal emulator between a program and a test. */
export interface Emulator {
  readonly display: Display;
  /** Takes output of the program. */
  write(data: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when all output is processed; nothing is waited for after that. */
  end(): Promise<void>;
}

export interface EmulatorOptions {
  /** Default: 80. */
  columns?: number;
  /** Default: 24. */
  rows?: number;
  /** How wide characters are drawn. By default as in Unicode 6, before most emoji. */
  widths?: IUnicodeVersionProvider;
  /** How long `waitFor` waits while this process has nothing else to do, in milliseconds. Default: 60,000. */
  patience?: number;
}

/** How often a wait counts down, in milliseconds. */
const turnMs = 100;

/** Opens an emulator with a window of this size. */
export function openEmulator(options: EmulatorOptions): Emulator {
  const { columns = 80, rows = 24, widths, patience = 60_000 } = options;
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: 10_000,
    allowProposedApi: true,
    // The terminal driver does it for real programs, which makes no difference to those whose output it has processed.
    convertEol: true,
  });
  if (widths !== undefined) {
    terminal.unicode.register(widths);
    terminal.unicode.activeVersion = widths.version;
  }
  const watchers = new Set<() => void>();
  let raw = "";
  let ended = false;

  const lines = (from: number) => {
    const { active } = terminal.buffer;
    const all = Array.from(
      { length: active.length - from },
      (_, index) => active.getLine(from + index)?.translateToString(true) ?? "",
    );
    while (all.at(-1) === "") all.pop();
    return all;
  };
  const screen = () => lines(terminal.buffer.active.baseY).map(withoutSides);
  const cellsAs = (text: (cell: headless.IBufferCell | undefined) => string) => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row);
      return Array.from({ length: terminal.cols }, (_, column) => text(line?.getCell(column)));
    });
  };
  const cells = () => cellsAs((cell) => cell?.getChars() ?? "");
  const look = () => {
    for (const watcher of watchers) watcher();
  };

  const waitFor: Display["waitFor"] = async (when) => {
    const seen = () => {
      if (typeof when === "function") return when(screen());
      const text = screen().join("\n");
      return typeof when === "string" ? text.includes(when) : when.test(text);
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (why: string) => reject(new Error(`${why} ${when}. The window:\n${screen().join("\n")}`));
    const watch = () => {
      if (seen()) resolve();
      else if (ended) fail("The program ended without");
    };
    // Counted in turns of the event loop: while this process works, or is not given the processor, time does not run out.
    let turns = patience / turnMs;
    const timer = setInterval(() => {
      turns -= 1;
      if (turns <= 0) fail("Never saw");
    }, turnMs);
    watchers.add(watch);
    watch();
    await promise.finally(() => {
      clearInterval(timer);
      watchers.delete(watch);
    });
    // A screen of this process receives keys only after it has drawn.
    await new Promise(setImmediate);
  };

  return {
    display: {
      screen,
      cells,
      styles: () => cellsAs(styleOf),
      wraps: () => terminal.modes.wraparoundMode,
      history: () => lines(0),
      raw: () => raw,
      cursorVisible: () => raw.lastIndexOf("\x1b[?25h") >= raw.lastIndexOf("\x1b[?25l"),
      alternateScreen: () => terminal.buffer.active.type === "alternate",
      mouse: () => terminal.modes.mouseTrackingMode !== "none",
      waitFor,
    },
    write(data) {
      raw += data;
      terminal.write(data, look);
    },
    resize: (width, height) => terminal.resize(width, height),
    async end() {
      await new Promise<void>((resolve) => terminal.write("", resolve));
      ended = true;
      look();
    },
  };
}

/** Returns a line without the sides of a frame, and on pages without the blank beside them. */
function withoutSides(line: string): string {
  return line.endsWith("│") ? line.replace(/^│(?: (?=[^\s●]))?/, "").replace(/ *│$/, "") : line;
}

function styleOf(cell: headless.IBufferCell | undefined): string {
  if (cell === undefined) return "";
  const color = cell.getFgColor();
  const palette = color < 8 ? 30 + color : color < 16 ? 82 + color : `38;5;${color}`;
  return [
    ...(cell.isBold() ? [1] : []),
    ...(cell.isDim() ? [2] : []),
    ...(cell.isInverse() ? [7] : []),
    ...(cell.isFgPalette() ? [palette] : []),
    ...(cell.isBgPalette() ? [`48;5;${cell.getBgColor()}`] : []),
  ].join(";");
}
