import { capitalized, inSentence } from "../../../kernel/text.ts";
import { formatCount } from "../../format.ts";
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
import { lineEditText } from "./lines.state.ts";
import { currentRow } from "./navigation.state.ts";
import { noHistory, nothingStaged } from "./staged.state.ts";
import { chosenRow, reread } from "./view.state.ts";

/** The maximum number of rows on one command line. */
const maxRows = 100;

/** Returns what an action would run on: the open row, the marked rows, or the selected row. */
export function subjectOf(state: BrowseState): Subject {
  const view = viewOf(state);
  if (state.mode.kind === "detail") {
    const row = currentRow(state);
    return { rows: row ? [row] : [], marked: false, from: "detail" };
  }
  const present = new Map(
    [...view.rows.parts.values()].flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)),
  );
  if (view.marked === "all") {
    const rows = [...present.values()];
    const isWhole = rows.length > 0 && rows.length === view.rows.total && rows.length <= maxRows;
    return { rows: isWhole ? rows : [], marked: isWhole || "all", from: "table" };
  }
  const marked = [...view.marked.values()].map((row) => present.get(row.id) ?? row);
  if (marked.length > 0) return { rows: marked, marked: true, from: "table" };
  const chosen = chosenRow(view);
  return { rows: chosen ? [chosen] : [], marked: false, from: "table" };
}

/** Describes a subject: `order 10007`, `3 marked products`. */
export function describeSubject({ title }: BrowseResource, { rows, marked }: Subject): string {
  if (marked === "all") return `all ${inSentence(title)} of the list`;
  if (rows.length === 1) return rows[0]?.label ?? "";
  return rows.length === 0 ? inSentence(title) : `${formatCount(rows.length)} marked ${inSentence(title)}`;
}

/** Returns why an action cannot run on these rows, as a sentence. */
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
  const unavailableRows = rows.filter(({ unavailable }) => unavailable?.[index] !== undefined);
  const [one] = unavailableRows;
  const why = one?.unavailable?.[index];
  if (one === undefined || why === undefined) return action.conflict?.(referencesOf(action, rows));
  return rows.length === 1
    ? why
    : `Not possible for ${unavailableRows.length} of ${rows.length}. ${one.label}: ${why}`;
}

/** Returns the arguments of an action before its references: `orders`, `capture`. */
function commandPath(action: BrowseAction): readonly string[] {
  const args = action.args(
    [],
    (action.questions ?? []).map(() => ""),
  );
  const flag = args.findIndex((arg) => arg === "" || arg.startsWith("-"));
  return flag < 0 ? args : args.slice(0, flag);
}

/** Returns the command line of an action; required answers that are missing are in capitals. */
export function actionCommand(
  resource: BrowseResource,
  action: BrowseAction,
  rows: readonly EditRow[],
  answers: readonly string[],
): string {
  const given = questionsFor(action, rows).map(
    ({ title, required }, index) => answers[index] || (required ? capitals(title) : ""),
  );
  const named = referencesOf(action, rows);
  const isOpen = named.length === 0 && action.target !== "list";
  return resource.commandLine(action.args(isOpen ? [capitals(resource.singular)] : named, given));
}

/** Returns what is asked before an action runs on these rows. */
function questionsFor({ questions = [] }: BrowseAction, rows: readonly EditRow[]): readonly Question[] {
  return rows.length > 1 ? questions.filter(({ forOne }) => !forOne) : questions;
}

/** Returns a placeholder for a command line: `TRACKING-NUMBER`. */
const capitals = (title: string) => title.toUpperCase().replace(/\W+/g, "-");

const referencesOf = ({ target }: BrowseAction, rows: readonly EditRow[]) =>
  rows.slice(0, { list: 0, row: 1, rows: undefined }[target]).map(({ reference }) => reference);

/** Opens the page of actions. */
export function openActions(state: BrowseState): Step {
  return { state: { ...state, mode: { kind: "actions", subject: subjectOf(state), at: 0 } } };
}

/** Opens the command palette, for the row or the marked rows as they are now. */
export function openPalette(state: BrowseState, from?: "dashboard"): Step {
  const line = { before: "", after: "" };
  const subject = subjectOf(state);
  return { state: { ...state, mode: { kind: "line", purpose: "command", line, at: 0, subject, from } } };
}

/** Returns the mode in which an action was started. */
export function modeBefore({ from }: Subject): Mode {
  return from === "detail" ? { kind: "detail", scroll: 0 } : { kind: "table" };
}

/** Returns a step that starts an action: asks its first question, or runs it. */
export function startAction(action: number, subject: Subject) {
  return (state: BrowseState): Step => continueAction(state, { action, subject, answers: [] });
}

function continueAction(state: BrowseState, pending: PendingAction): Step {
  const resource = resourceOf(state);
  const { subject, answers } = pending;
  const action = resource.actions[pending.action];
  if (action === undefined) return { state };
  if (answers.length < questionsFor(action, subject.rows).length) {
    const line = { before: "", after: "" };
    return { state: { ...state, mode: { kind: "line", purpose: "answer", line, at: 0, pending } } };
  }
  const { copies: what } = action;
  const id = subject.rows[0]?.id;
  if (what !== undefined && id !== undefined)
    return {
      state: { ...state, mode: modeBefore(subject) },
      effect: { type: "copy text", action: pending.action, id, what },
    };
  const args = action.args(referencesOf(action, subject.rows), answers);
  const title = `${capitalized(action.name)} ${describeSubject(resource, subject)}`;
  const line = resource.commandLine(args);
  return {
    state: { ...state, mode: modeBefore(subject) },
    effect: { type: "run", args, line, title, showsOutput: action.showsOutput ?? false },
  };
}

/** Returns the question that is open, if any. */
export function currentQuestion(state: BrowseState): Question | undefined {
  const { mode } = state;
  if (mode.kind !== "line" || mode.pending === undefined) return undefined;
  const { action: index, answers, subject } = mode.pending;
  const action = resourceOf(state).actions[index];
  const question = action && questionsFor(action, subject.rows)[answers.length];
  const limit = answers.length === 0 ? subject.rows[0]?.limits?.[index] : undefined;
  if (question === undefined || limit === undefined) return question;
  return { ...question, hint: [question.hint, `at most ${limit}`].filter(Boolean).join("; ") };
}

/** Takes the typed line as an answer, then asks the next question or runs the action. */
export function answer(state: BrowseState, mode: Extract<Mode, { kind: "line" }>): Step {
  const { pending } = mode;
  if (pending === undefined) return { state };
  const question = currentQuestion(state);
  const text = lineEditText(mode.line).trim();
  if (text === "" && question?.required) {
    const problem = `${question.title} is required. Press Esc to cancel.`;
    return { state: { ...state, mode: { ...mode, problem } } };
  }
  return continueAction(state, { ...pending, answers: [...pending.answers, text] });
}

/** Returns the state after a command: all lists are read again, and marks are cleared if it succeeded. */
export function afterRun(
  state: BrowseState,
  { message, done, undoable }: { message: Message; done: boolean; undoable: string | undefined },
): BrowseState {
  const { openRow } = state;
  const read = {
    ...state,
    views: state.views.map(reread),
    openRow: openRow && { id: openRow.id },
    pane: { ...state.pane, row: undefined },
    undoable: undoable ?? state.undoable,
    message,
  };
  return done && state.mode.kind === "table"
    ? withView(read, (view) => ({ ...view, marked: new Map() }))
    : read;
}

/** Returns the state after a job: applied edits are no longer staged, and all lists are read again. */
export function afterJob(
  state: BrowseState,
  { message, applied, undoable }: { message: Message; applied: boolean; undoable: string | undefined },
): BrowseState {
  return {
    ...state,
    views: state.views.map((view) => reread({ ...view, marked: applied ? new Map() : view.marked })),
    ...(applied && { staged: nothingStaged, history: noHistory }),
    openRow: undefined,
    pane: { ...state.pane, row: undefined },
    opening: undefined,
    mode: { kind: "table" },
    undoable,
    message,
  };
}
