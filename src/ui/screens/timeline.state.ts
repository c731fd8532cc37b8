import { fitMiddle, sanitizeLine } from "../../kernel/text.ts";
import type { Piece } from "../components/charts.ts";
import { moveSelection } from "../components/list.tsx";
import { formatCount } from "../format.ts";
import type { Tone } from "../theme.ts";

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
  /** Why it cannot be undone now, as a sentence. */
  readonly unavailable: string | undefined;
  /** Whether nothing of it can be undone; its record may say that, too. */
  readonly final?: boolean | undefined;
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
  /** From its first request to its last answer, in milliseconds. */
  readonly tookMs?: number | undefined;
  /** Why nothing of the job can be undone, as a sentence; empty if the reason is not known. */
  readonly final?: string | undefined;
}

/** What the undo of a job would do, in a sentence and as changes. */
export interface UndoRows extends ChangeRows {
  readonly summary: string;
}

/** How the timeline was closed: by leaving it, or to undo a job. */
export type TimelineLeft = "quit" | { readonly undo: string };

/** The state of the timeline. */
export interface TimelineState {
  /** Newest first; undefined until they are read. */
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

/** Returns why the selected job cannot be undone, as a sentence. */
export function whyNotUndone(state: TimelineState): string | undefined {
  const job = selectedJob(state);
  if (job === undefined) return "There is no job.";
  const { final = "" } = state.changes ?? {};
  return job.unavailable ?? (isFinal(state) ? `Job ${job.id} cannot be undone. ${final}`.trim() : undefined);
}

/** Returns whether nothing of the selected job can be undone. */
export const isFinal = (state: TimelineState): boolean =>
  selectedJob(state)?.final === true || state.changes?.final !== undefined;

/** Returns the state after an event. What was read of a job that is no longer selected is ignored. */
export function reduceTimeline(state: TimelineState, event: TimelineEvent): TimelineState {
  const job = selectedJob(state)?.id;
  switch (event.type) {
    case "jobs": {
      const wanted = job ?? event.selected;
      const found = event.jobs.findIndex(({ id }) => id === wanted);
      return { ...beginTimeline, jobs: event.jobs, at: Math.max(0, found) };
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

/** Keys that select as others do: older jobs are below. */
const alike: Record<string, string> = { left: "down", h: "down", right: "up", l: "up" };

function afterKey(state: TimelineState, { key, page }: { key: string; page: number }): TimelineState {
  const { jobs = [] } = state;
  const lines = { pageup: -page, pagedown: page }[key];
  if (lines === undefined) {
    const at = moveSelection(state.at, alike[key] ?? key, jobs.length, page);
    return at === state.at ? state : { ...beginTimeline, jobs, at };
  }
  const top = Math.max(0, Math.min(changeRows(state).rows.length - page, state.top + lines));
  return top === state.top ? state : { ...state, top };
}

/** Returns the changes that are listed: those of the undo if it was asked for. */
export function changeRows({ undo, changes }: TimelineState): ChangeRows {
  return undo !== undefined && undo !== "reading" ? undo : (changes ?? { rows: [], more: 0 });
}

type Counts = TimelineJob["counts"];

/** How a bar shows what became of changes: with signs that differ without colors, too. */
const parts: readonly (readonly [keyof Counts, string, Tone])[] = [
  ["done", "━", "done"],
  ["failed", "×", "failed"],
  ["sent", "?", "warning"],
  ["undone", "─", "dim"],
];

const sizeOf = ({ done, failed, sent, undone }: Counts): number => done + failed + sent + undone;

/** The scale of the bars: the number of changes in all of its cells. A job of thousands of rows does not hide those of one. */
export interface Scale {
  readonly most: number;
  readonly width: number;
}

/** Returns the scale of the bars of jobs. */
export const scaleOf = (jobs: readonly TimelineJob[], width: number): Scale => ({
  most: Math.max(10, ...jobs.map(({ counts }) => sizeOf(counts))),
  width,
});

/** Returns how many cells of a scale a number of changes has. */
const cellsOf = (count: number, { most, width }: Scale): number =>
  count === 0 ? 0 : 1 + Math.round(((width - 1) * Math.log10(count)) / Math.log10(most));

/** Returns the command of a job in at most so many columns: what is called, and the end, where the values are. */
export function commandText({ command }: TimelineJob, width: number): string {
  const text = sanitizeLine(command).replace(/^till | --yes\b/g, "");
  return fitMiddle(text, width, text.split(" ", 2).join(" ").length + 2);
}

/** Returns the bar of a job: its cells are shared by what became of its changes, at least one for each. */
export function barOf({ counts }: TimelineJob, scale: Scale): Piece[] {
  const size = sizeOf(counts);
  let left = cellsOf(size, scale);
  const pieces = parts.toReversed().flatMap(([name, sign, tone]): Piece[] => {
    if (counts[name] === 0) return [];
    const cells =
      name === "done" ? left : Math.min(left, Math.max(1, Math.round((counts[name] / size) * left)));
    left -= cells;
    return [{ text: sign.repeat(cells), tone }];
  });
  return pieces.toReversed();
}

interface Mark {
  readonly text: string;
  readonly tone: Tone;
}

const marksOf: Record<string, Mark> = {
  done: { text: "●", tone: "done" },
  undone: { text: "○", tone: "dim" },
  running: { text: "▶", tone: "key" },
};

/** Returns the mark of a job: `●` done, `○` undone, `!` for all that needs a look. */
export const markOf = ({ state }: TimelineJob): Mark => marksOf[state] ?? { text: "!", tone: "warning" };

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
