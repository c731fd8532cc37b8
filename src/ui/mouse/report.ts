/** What the mouse did at a cell of the window; the cell at the top left is 0, 0. */
export interface MouseEvent {
  readonly type: "press" | "drag" | "release" | "wheelup" | "wheeldown";
  readonly x: number;
  readonly y: number;
}

/** Makes the terminal report clicks, drags and the wheel (mode 1002), as text (SGR, mode 1006). */
export const mouseReports = {
  enable: "\x1b[?1002h\x1b[?1006h",
  disable: "\x1b[?1006l\x1b[?1002l",
} as const;

const report = /\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])/g;
/** The beginning of a report at the end of a text. Of its first two bytes, nothing can be said yet. */
const begun = /\x1b(?:\[(?:<[\d;]*)?)?$/;

/** Input without mouse reports, and the beginning of one, which may continue in the next chunk. */
export interface SplitInput {
  readonly text: string;
  readonly events: readonly MouseEvent[];
  readonly rest: string;
}

/** Separates the mouse reports (`ESC [ < button ; column ; row M`) of a chunk of input from everything else. */
export function splitMouseReports(input: string): SplitInput {
  const events: MouseEvent[] = [];
  const text = input.replace(report, (_, code: string, column: string, row: string, end: string) => {
    const type = typeOf(Number(code), end);
    if (type !== undefined) events.push({ type, x: Number(column) - 1, y: Number(row) - 1 });
    return "";
  });
  const rest = begun.exec(text)?.[0] ?? "";
  return { text: text.slice(0, text.length - rest.length), events, rest };
}

/** Returns whether the rest of an input is a mouse report for certain, and not the Esc key. */
export function isMouseReport(rest: string): boolean {
  return rest.startsWith("\x1b[<");
}

/** The bits of a button: 0 to 1 its number, 2 to 4 Shift, Alt and Ctrl, 5 motion, 6 the wheel. Only the left button counts. */
function typeOf(code: number, end: string): MouseEvent["type"] | undefined {
  if (code & 64) return code & 2 ? undefined : code & 1 ? "wheeldown" : "wheelup";
  if ((code & 3) !== 0) return undefined;
  if (end === "m") return "release";
  return code & 32 ? "drag" : "press";
}
