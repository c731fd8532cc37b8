import { displayWidth, padEnd } from "../../kernel/text.ts";
import { columnChart } from "../components/charts.ts";
import { windowAround } from "../components/list.tsx";
import { formatCount } from "../format.ts";

/** A job that has changed the shop. */
export interface TimelineJob {
  readonly id: string;
  readonly state: string;
  readonly command: string;
  /** When it was started, in milliseconds since 1970. */
  readonly at: number;
  /** `ada on studio`; empty if that is not known. */
  readonly by: string;
  readonly counts: {
    readonly done: number;
    readonly failed: number;
    readonly sent: number;
    readonly undone: number;
  };
  /** Why it cannot be undone, as a sentence. */
  readonly unavailable: string | undefined;
}

/** Changes of a job, or of its undo, and how many more there are. */
export interface ChangeRows {
  readonly rows: readonly {
    readonly label: string;
    readonly what: string;
    readonly before: string;
    readonly after: string;
    /** Why it was not, or would not be, done. */
    readonly why: string;
  }[];
  readonly more: number;
  /** The steps of the job that were not sent, which are not among the rows. */
  readonly planned?: number;
}

/** What the undo of a job would do, in a sentence and as changes. */
export interface UndoRows extends ChangeRows {
  readonly summary: string;
}

/** How the timeline was closed: by leaving it, or to undo a job. */
export type TimelineLeft = "quit" | { readonly undo: string };

/** The state of the timeline. */
export interface TimelineState {
  /** Oldest first; undefined until they are read. */
  readonly jobs: readonly TimelineJob[] | undefined;
  /** The index of the selected job. */
  readonly at: number;
  /** What is known of the selected job. */
  readonly changes: ChangeRows | undefined;
  /** What its undo would do, once that was asked for. */
  readonly undo: UndoRows | "reading" | undefined;
  readonly error: string | undefined;
  /** The number of changes above the first visible one. */
  readonly top: number;
}

export type TimelineEvent =
  | { readonly type: "jobs"; readonly jobs: readonly TimelineJob[]; readonly selected: string | undefined }
  | { readonly type: "changes"; readonly job: string; readonly changes: ChangeRows }
  | { readonly type: "undo"; readonly job: string; readonly undo: UndoRows | "reading" }
  /** Without `job`, the jobs could not be read. */
  | { readonly type: "failed"; readonly message: string; readonly job?: string }
  /** A key that moves; `page` is the number of visible changes. */
  | { readonly type: "key"; readonly key: string; readonly page: number };

/** The state before the jobs are read. */
export const beginTimeline: TimelineState = {
  ...{ jobs: undefined, at: 0, changes: undefined, undo: undefined, error: undefined, top: 0 },
};

/** Returns the selected job. */
export function selectedJob({ jobs, at }: TimelineState): TimelineJob | undefined {
  return jobs?.[at];
}

/** Returns the state after an event. What was read of a job that is no longer selected is ignored. */
export function reduceTimeline(state: TimelineState, event: TimelineEvent): TimelineState {
  const job = selectedJob(state)?.id;
  switch (event.type) {
    case "jobs": {
      const wanted = job ?? event.selected;
      const found = event.jobs.findIndex(({ id }) => id === wanted);
      const at = found < 0 ? Math.max(0, event.jobs.length - 1) : found;
      return { ...beginTimeline, jobs: event.jobs, at };
    }
    case "changes":
      return event.job === job ? { ...state, changes: event.changes } : state;
    case "undo":
      return event.job === job
        ? { ...state, undo: withRefusedFirst(event.undo), top: 0, error: undefined }
        : state;
    case "failed":
      return event.job === undefined || event.job === job
        ? { ...state, error: event.message, undo: undefined }
        : state;
    case "key":
      return afterKey(state, event);
  }
}

/** Puts the changes that would be left alone before the others. */
function withRefusedFirst(undo: UndoRows | "reading"): UndoRows | "reading" {
  if (undo === "reading") return undo;
  return {
    ...undo,
    rows: undo.rows.toSorted((one, other) => Number(other.why !== "") - Number(one.why !== "")),
  };
}

const jumps: Record<string, number> = {
  left: -1,
  h: -1,
  right: 1,
  l: 1,
  home: -1e9,
  g: -1e9,
  end: 1e9,
  G: 1e9,
};

function afterKey(state: TimelineState, { key, page }: { key: string; page: number }): TimelineState {
  const by = jumps[key];
  if (by !== undefined) {
    const at = Math.max(0, Math.min((state.jobs?.length ?? 0) - 1, state.at + by));
    return at === state.at ? state : { ...beginTimeline, jobs: state.jobs, at };
  }
  const lines = { up: -1, k: -1, down: 1, j: 1, pageup: -page, pagedown: page }[key] ?? 0;
  const top = Math.max(0, Math.min(changeRows(state).rows.length - page, state.top + lines));
  return top === state.top ? state : { ...state, top };
}

/** Returns the changes that are listed: those of the undo if it was asked for. */
export function changeRows({ undo, changes }: TimelineState): ChangeRows {
  return undo !== undefined && undo !== "reading" ? undo : (changes ?? { rows: [], more: 0 });
}

/** The width of a job in the track, in cells. */
const cells = 4;

/** The track: a chart of how much each job changed, marks for the jobs, and the days below them. */
export interface Track {
  readonly chart: readonly string[];
  /** The marks; those of the selected job are from `from` up to `to`. */
  readonly marks: string;
  readonly from: number;
  readonly to: number;
  readonly days: string;
}

/** Returns the part of the track around the selected job that fits into the width. `dayOf` returns the day of a job: `11-28`. */
export function trackOf(
  { jobs = [], at }: TimelineState,
  { width, tall, dayOf }: { width: number; tall: number; dayOf(time: number): string },
): Track {
  const room = Math.max(1, Math.floor((width - 2) / cells));
  const { start, end } = windowAround(at, jobs.length, room, Math.max(0, at - Math.ceil(room / 2)));
  const seen = jobs.slice(start, end);
  // A job of thousands of rows does not hide those of one.
  const sizes = seen.map(({ counts: { done, failed, sent, undone } }) =>
    Math.log2(1 + done + failed + sent + undone),
  );
  const chart = columnChart(sizes, sizes.length * cells, tall);
  const before = start > 0 ? "‹" : " ";
  const marks = seen.map((job, index) => (start + index === at ? `[${markOf(job)}]─` : `─${markOf(job)}──`));
  let days = "";
  let last = "";
  for (const [index, job] of seen.entries()) {
    const day = dayOf(job.at);
    const place = index * cells + 1;
    if (day === last || displayWidth(days) >= place) continue;
    last = day;
    days = padEnd(days, place) + day;
  }
  const from = 1 + (at - start) * cells;
  return {
    chart: chart.map((line) => ` ${line}`),
    marks: `${before}${marks.join("")}${end < jobs.length ? "›" : ""}`,
    from,
    to: from + cells - 1,
    days: ` ${days}`,
  };
}

const marksOf: Record<string, string> = { done: "●", undone: "·", running: "▶" };

/** Returns the mark of a job: `●` done, `·` undone, `!` for all that needs a look. */
function markOf({ state }: TimelineJob): string {
  return marksOf[state] ?? "!";
}

/** Describes what became of a job: `2 done`, or `stopped, 12 done, 1 failed`. Its state is left out if rows have the same one. */
export function jobOutcome({ state, counts: { done, failed, sent, undone } }: TimelineJob): string {
  const outcomes = Object.entries({ done, failed, "without a known outcome": sent, undone }).filter(
    ([, count]) => count > 0,
  );
  const isSaid = outcomes.some(([word]) => word === state);
  return [
    ...(isSaid ? [] : [state]),
    ...outcomes.map(([word, count]) => `${formatCount(count)} ${word}`),
  ].join(", ");
}
