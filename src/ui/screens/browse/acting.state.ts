import { formatCount } from "../../words.ts";
import {
  type Asking,
  type BrowseState,
  type Message,
  type Mode,
  nounOf,
  type Step,
  type Subject,
  viewOf,
  withView,
} from "./browse.state.ts";
import { textOf } from "./lines.state.ts";
import type { Asked, BrowseAct, BrowseNoun, EditRow } from "./nouns.ts";
import { chosenRow, reread } from "./view.state.ts";

/** More rows than this are no words of a command line that anybody wants to read. */
const mostRows = 100;

/** What would be acted on now: the row that is looked at, those marked, or the chosen one. */
export function subjectOf(state: BrowseState): Subject {
  const view = viewOf(state);
  const present = new Map(
    [...view.rows.parts.values()].flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)),
  );
  if (state.mode.kind === "detail") {
    const row = present.get(state.looking?.id ?? "");
    return { rows: row ? [row] : [], marked: false, from: "detail" };
  }
  if (view.marked === "all") {
    const rows = [...present.values()];
    const isWhole = rows.length > 0 && rows.length === view.rows.total && rows.length <= mostRows;
    return { rows: isWhole ? rows : [], marked: isWhole || "all", from: "table" };
  }
  const marked = [...view.marked.values()].map((row) => present.get(row.id) ?? row);
  if (marked.length > 0) return { rows: marked, marked: true, from: "table" };
  const chosen = chosenRow(view);
  return { rows: chosen ? [chosen] : [], marked: false, from: "table" };
}

/** What is acted on, in words: `order 10007`, `3 marked products`. */
export function subjectWords({ title }: BrowseNoun, { rows, marked }: Subject): string {
  if (marked === "all") return `all ${title.toLowerCase()} of the list`;
  if (rows.length === 1) return rows[0]?.label ?? "";
  return rows.length === 0
    ? title.toLowerCase()
    : `${formatCount(rows.length)} marked ${title.toLowerCase()}`;
}

/** Why an act of the noun cannot be done with these rows, as a sentence. */
export function whyNot(noun: BrowseNoun, index: number, { rows, marked }: Subject): string | undefined {
  const act = noun.acts[index];
  if (act === undefined || act.about === "noun") return undefined;
  if (marked === "all")
    return `All rows are marked, and ${act.does} takes them by name. For whole lists: till ${verbOf(act).join(" ")} --help`;
  const [first] = rows;
  if (first === undefined) return "There is no row here.";
  if (act.about === "row" && rows.length > 1)
    return `${act.does} takes one ${noun.one} at a time, and ${formatCount(rows.length)} are marked.`;
  const refused = rows.filter(({ cannot }) => cannot?.[index] !== undefined);
  const [one] = refused;
  const why = one?.cannot?.[index];
  if (one === undefined || why === undefined) return act.apart?.(referencesOf(act, rows));
  return rows.length === 1 ? why : `${refused.length} of ${rows.length} cannot: ${one.label}: ${why}`;
}

/** The words of a command before anything is named: `orders`, `capture`. */
function verbOf(act: BrowseAct): readonly string[] {
  const words = act.words(
    [],
    (act.asks ?? []).map(() => ""),
  );
  const flag = words.findIndex((word) => word === "" || word.startsWith("-"));
  return flag < 0 ? words : words.slice(0, flag);
}

/** The command line of an act; what has to be answered yet stands there in capitals. */
export function lineOf(
  noun: BrowseNoun,
  act: BrowseAct,
  rows: readonly EditRow[],
  answers: readonly string[],
): string {
  const given = (act.asks ?? []).map(
    ({ title, needed }, index) => answers[index] || (needed ? capitals(title) : ""),
  );
  const named = referencesOf(act, rows);
  const isOpen = named.length === 0 && act.about !== "noun";
  return noun.commandLine(act.words(isOpen ? [capitals(noun.one)] : named, given));
}

/** What is not known yet, as it stands in a command line: `TRACKING-NUMBER`. */
const capitals = (title: string) => title.toUpperCase().replace(/\W+/g, "-");

const referencesOf = ({ about }: BrowseAct, rows: readonly EditRow[]) =>
  rows.slice(0, { noun: 0, row: 1, rows: undefined }[about]).map(({ reference }) => reference);

/** The page of acts, at the first one that can be done. */
export function openActs(state: BrowseState): Step {
  const noun = nounOf(state);
  const subject = subjectOf(state);
  const at = noun.acts.findIndex((_, index) => whyNot(noun, index, subject) === undefined);
  return { state: { ...state, mode: { kind: "acts", subject, at: Math.max(0, at) } } };
}

/** Back to where an act was begun. */
export function backFrom({ from }: Subject): Mode {
  return from === "detail" ? { kind: "detail", scroll: 0 } : { kind: "table" };
}

/** Begins an act: asks what it has to know, or runs its command line. */
export function beginAct(act: number, subject: Subject) {
  return (state: BrowseState): Step => goOn(state, { act, subject, answers: [] });
}

function goOn(state: BrowseState, asking: Asking): Step {
  const noun = nounOf(state);
  const { subject, answers } = asking;
  const act = noun.acts[asking.act];
  if (act === undefined) return { state };
  if (answers.length < (act.asks?.length ?? 0)) {
    const line = { before: "", after: "" };
    return { state: { ...state, mode: { kind: "line", purpose: "answer", line, at: 0, asking } } };
  }
  const words = act.words(referencesOf(act, subject.rows), answers);
  return {
    state: { ...state, mode: backFrom(subject) },
    effect: { type: "run", words, line: noun.commandLine(words), shows: act.shows ?? false },
  };
}

/** What is being asked for an act. */
export function askedNow(state: BrowseState): Asked | undefined {
  const { mode } = state;
  if (mode.kind !== "line" || mode.asking === undefined) return undefined;
  return nounOf(state).acts[mode.asking.act]?.asks?.[mode.asking.answers.length];
}

/** Takes a line as the answer to what an act asks, and goes on with it. */
export function answer(state: BrowseState, mode: Extract<Mode, { kind: "line" }>): Step {
  const { asking } = mode;
  if (asking === undefined) return { state };
  const asked = askedNow(state);
  const text = textOf(mode.line).trim();
  if (text === "" && asked?.needed) {
    const problem = `${asked.title} cannot be left empty; Esc leaves without doing anything.`;
    return { state: { ...state, mode: { ...mode, problem } } };
  }
  return goOn(state, { ...asking, answers: [...asking.answers, text] });
}

/** After a command line was run: everything is read anew, and what was done is not marked any more. */
export function afterRun(
  state: BrowseState,
  { message, done, undoable }: { message: Message; done: boolean; undoable: string | undefined },
): BrowseState {
  const { looking } = state;
  const read = {
    ...state,
    views: state.views.map(reread),
    looking: looking && { id: looking.id },
    undoable: undoable ?? state.undoable,
    message,
  };
  return done && state.mode.kind === "table"
    ? withView(read, (view) => ({ ...view, marked: new Map() }))
    : read;
}
