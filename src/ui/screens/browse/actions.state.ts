import { formatCount } from "../../words.ts";
import {
  type BrowseState,
  type Message,
  type Mode,
  type PendingAction,
  resourceOf,
  type Step,
  type Subject,
  viewOf,
  withView,
} from "./browse.state.ts";
import type { BrowseAction, BrowseResource, EditRow, Question } from "./browse-resource.ts";
import { textOf } from "./lines.state.ts";
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
    const row = present.get(state.openRow?.id ?? "");
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
export function describeSubject({ title }: BrowseResource, { rows, marked }: Subject): string {
  if (marked === "all") return `all ${title.toLowerCase()} of the list`;
  if (rows.length === 1) return rows[0]?.label ?? "";
  return rows.length === 0
    ? title.toLowerCase()
    : `${formatCount(rows.length)} marked ${title.toLowerCase()}`;
}

/** Why an action of the resource cannot be done with these rows, as a sentence. */
export function reasonUnavailable(
  resource: BrowseResource,
  index: number,
  { rows, marked }: Subject,
): string | undefined {
  const action = resource.actions[index];
  if (action === undefined || action.target === "list") return undefined;
  if (marked === "all")
    return `All rows are marked, but ${action.name} needs single rows. For whole lists: till ${commandPath(action).join(" ")} --help`;
  const [first] = rows;
  if (first === undefined) return "No row is selected.";
  if (action.target === "row" && rows.length > 1)
    return `${action.name} takes one ${resource.singular}, but ${formatCount(rows.length)} are marked.`;
  const refused = rows.filter(({ unavailable }) => unavailable?.[index] !== undefined);
  const [one] = refused;
  const why = one?.unavailable?.[index];
  if (one === undefined || why === undefined) return action.conflict?.(referencesOf(action, rows));
  return rows.length === 1
    ? why
    : `Not possible for ${refused.length} of ${rows.length}. ${one.label}: ${why}`;
}

/** The words of a command before anything is named: `orders`, `capture`. */
function commandPath(action: BrowseAction): readonly string[] {
  const words = action.args(
    [],
    (action.questions ?? []).map(() => ""),
  );
  const flag = words.findIndex((word) => word === "" || word.startsWith("-"));
  return flag < 0 ? words : words.slice(0, flag);
}

/** The command line of an action; what has to be answered yet stands there in capitals. */
export function actionCommand(
  resource: BrowseResource,
  action: BrowseAction,
  rows: readonly EditRow[],
  answers: readonly string[],
): string {
  const given = (action.questions ?? []).map(
    ({ title, required }, index) => answers[index] || (required ? capitals(title) : ""),
  );
  const named = referencesOf(action, rows);
  const isOpen = named.length === 0 && action.target !== "list";
  return resource.commandLine(action.args(isOpen ? [capitals(resource.singular)] : named, given));
}

/** What is not known yet, as it stands in a command line: `TRACKING-NUMBER`. */
const capitals = (title: string) => title.toUpperCase().replace(/\W+/g, "-");

const referencesOf = ({ target }: BrowseAction, rows: readonly EditRow[]) =>
  rows.slice(0, { list: 0, row: 1, rows: undefined }[target]).map(({ reference }) => reference);

/** The page of actions, at the first one that can be done. */
export function openActions(state: BrowseState): Step {
  const resource = resourceOf(state);
  const subject = subjectOf(state);
  const at = resource.actions.findIndex(
    (_, index) => reasonUnavailable(resource, index, subject) === undefined,
  );
  return { state: { ...state, mode: { kind: "actions", subject, at: Math.max(0, at) } } };
}

/** Back to where an action was begun. */
export function modeBefore({ from }: Subject): Mode {
  return from === "detail" ? { kind: "detail", scroll: 0 } : { kind: "table" };
}

/** Begins an action: asks what it has to know, or runs its command line. */
export function startAction(action: number, subject: Subject) {
  return (state: BrowseState): Step => continueAction(state, { action, subject, answers: [] });
}

function continueAction(state: BrowseState, pending: PendingAction): Step {
  const resource = resourceOf(state);
  const { subject, answers } = pending;
  const action = resource.actions[pending.action];
  if (action === undefined) return { state };
  if (answers.length < (action.questions?.length ?? 0)) {
    const line = { before: "", after: "" };
    return { state: { ...state, mode: { kind: "line", purpose: "answer", line, at: 0, pending } } };
  }
  const words = action.args(referencesOf(action, subject.rows), answers);
  return {
    state: { ...state, mode: modeBefore(subject) },
    effect: { type: "run", words, line: resource.commandLine(words), shows: action.showsOutput ?? false },
  };
}

/** What is being asked for an action. */
export function currentQuestion(state: BrowseState): Question | undefined {
  const { mode } = state;
  if (mode.kind !== "line" || mode.pending === undefined) return undefined;
  return resourceOf(state).actions[mode.pending.action]?.questions?.[mode.pending.answers.length];
}

/** Takes a line as the answer to what an action asks, and goes on with it. */
export function answer(state: BrowseState, mode: Extract<Mode, { kind: "line" }>): Step {
  const { pending } = mode;
  if (pending === undefined) return { state };
  const asked = currentQuestion(state);
  const text = textOf(mode.line).trim();
  if (text === "" && asked?.required) {
    const problem = `${asked.title} is required. Press Esc to cancel.`;
    return { state: { ...state, mode: { ...mode, problem } } };
  }
  return continueAction(state, { ...pending, answers: [...pending.answers, text] });
}

/** After a command line was run: everything is read anew, and what was done is not marked any more. */
export function afterRun(
  state: BrowseState,
  { message, done, undoable }: { message: Message; done: boolean; undoable: string | undefined },
): BrowseState {
  const { openRow } = state;
  const read = {
    ...state,
    views: state.views.map(reread),
    openRow: openRow && { id: openRow.id },
    undoable: undoable ?? state.undoable,
    message,
  };
  return done && state.mode.kind === "table"
    ? withView(read, (view) => ({ ...view, marked: new Map() }))
    : read;
}
