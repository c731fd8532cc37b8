import { formatDuration } from "../format.ts";
import type { FigurePart, Figures } from "./dashboard.figures.ts";

/** The state of the dashboard. Times are milliseconds since 1970. */
export interface DashboardState {
  readonly figures: Figures | undefined;
  /** When the figures were read. */
  readonly at: number;
  readonly now: number;
  /** Whether figures are being read; `long` if that takes long enough to show a message. */
  readonly reading: "no" | "yes" | "long";
  /** The error of the last read. */
  readonly error: { readonly message: string; readonly hint: string | undefined } | undefined;
  /** How long the last read took, in milliseconds. */
  readonly tookMs: number;
  /** Whether figures are read only on request. */
  readonly paused: boolean;
  /** The number of lines above the first visible one. */
  readonly top: number;
}

export type DashboardEvent =
  | { readonly type: "reading" | "slow" | "pause" }
  | { readonly type: "read"; readonly figures: Figures; readonly now: number; readonly tookMs?: number }
  | { readonly type: "unread"; readonly message: string; readonly hint: string | undefined }
  | { readonly type: "time"; readonly now: number }
  /** `lines` is the number of all lines, `height` that of visible lines. */
  | { readonly type: "key"; readonly key: string; readonly lines: number; readonly height: number };

/** The state before the first read. */
export function beginDashboard(now: number): DashboardState {
  return {
    figures: undefined,
    at: now,
    now,
    reading: "no",
    error: undefined,
    tookMs: 0,
    paused: false,
    top: 0,
  };
}

/** Returns the state after an event. */
export function reduceDashboard(state: DashboardState, event: DashboardEvent): DashboardState {
  switch (event.type) {
    case "reading":
      return { ...state, reading: "yes" };
    case "slow":
      return state.reading === "yes" ? { ...state, reading: "long" } : state;
    case "pause":
      return { ...state, paused: !state.paused };
    case "read": {
      const { now, tookMs = 0 } = event;
      const figures = state.figures ? withEarlier(event.figures, state.figures, state.at) : event.figures;
      return { ...state, figures, at: now, now, tookMs, reading: "no", error: undefined };
    }
    case "unread":
      return { ...state, reading: "no", error: { message: event.message, hint: event.hint } };
    case "time":
      return { ...state, now: event.now };
    case "key":
      return { ...state, top: topAfter(state.top, event) };
  }
}

/** The members of the figures by part. */
const membersOf: { [Part in FigurePart]: readonly (keyof Figures)[] } = {
  sales: ["sales", "products"],
  stock: ["stock"],
  tickets: ["tickets"],
  abandoned: ["abandoned"],
};

/** Keeps the earlier figures of parts that could not be read. */
function withEarlier(now: Figures, before: Figures, at: number): Figures {
  if (now.errors === undefined) return now;
  const remaining = now.errors.map((error) => {
    const members = membersOf[error.part];
    if (members.every((member) => before[member] === null)) return { error, members: {} };
    const since = before.errors?.find(({ part }) => part === error.part)?.at ?? at;
    return {
      error: { ...error, at: since },
      members: Object.fromEntries(members.map((member) => [member, before[member]])),
    };
  });
  return Object.assign({}, now, ...remaining.map(({ members }) => members), {
    errors: remaining.map(({ error }) => error),
  });
}

function topAfter(
  top: number,
  { key, lines, height }: { key: string; lines: number; height: number },
): number {
  const steps: Record<string, number> = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -height,
    "ctrl+u": -height,
    pagedown: height,
    "ctrl+d": height,
    home: -lines,
    g: -lines,
    end: lines,
    G: lines,
  };
  return Math.max(0, Math.min(lines - height, top + (steps[key] ?? 0)));
}

/** Figures that take long to read are read again after this many times as long, so that other requests find room. */
const costFactor = 20;

/** Returns whether to read now: at first and after `freshMs`, but never after an error or while paused. */
export function isDue(state: DashboardState, freshMs: number): boolean {
  const { figures, at, now, reading, error, tookMs, paused } = state;
  if (reading !== "no" || error !== undefined) return false;
  return figures === undefined || (!paused && now - at >= Math.max(freshMs, costFactor * tookMs));
}

/** Returns the status line: the age of the figures, that they are being read, or an error. */
export function describeStatus(state: DashboardState): { text: string; failed: boolean } {
  const { figures, at, now, reading, error, paused } = state;
  if (figures === undefined) return { text: "", failed: false };
  const age = now - at < 60_000 ? "read just now" : `read ${formatDuration(now - at)} ago`;
  if (reading === "long") return { text: `Refreshing… (${age})`, failed: false };
  if (error !== undefined) return { text: `Could not refresh (${age}): ${error.message}`, failed: true };
  return { text: `${age}, days in ${figures.timeZone}${paused ? ", paused" : ""}`, failed: false };
}

/** Returns whether there is nothing to show. */
export function isEmpty({ sales, products, stock, tickets, abandoned, errors }: Figures): boolean {
  const rows = [sales, products, stock?.alerts, tickets?.kinds, tickets?.revenue, abandoned, errors];
  return rows.every((some) => (some ?? []).length === 0);
}

/** Returns the text shown instead of figures; undefined if there are figures. */
export function emptyMessage({ figures, reading, error }: DashboardState): string[] | undefined {
  if (figures !== undefined)
    return isEmpty(figures)
      ? ["No orders or alerts in this period.", "For a longer period: till dashboard --days 365"]
      : undefined;
  if (error !== undefined)
    return [
      `Could not read the shop: ${error.message}`,
      ...(error.hint === undefined ? [] : [error.hint]),
      "Press r to retry.",
    ];
  return reading === "long" ? ["Reading orders, stock, tickets and checkouts…"] : [];
}
