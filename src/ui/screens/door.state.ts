import { editLine, type LineEdit } from "../components/field.tsx";
import { countOf, formatCount } from "../format.ts";
import type { Tone } from "../theme.ts";

/** The state of the door's screen. Times are milliseconds since 1970. */
export interface DoorState {
  readonly facts: DoorFacts;
  readonly line: LineEdit;
  /** What matches the text of the line, and the chosen match. */
  readonly matches: readonly Match[];
  readonly at: number | undefined;
  /** The last scan, until something else is asked. */
  readonly answer: Scan | undefined;
  /** What is being looked for on the platform. */
  readonly lookingUp: string | undefined;
  /** Scans that let nobody in, the newest first. They are not stored. */
  readonly refused: readonly Scan[];
  /** Why the platform could not be reached, since when, and after how many attempts. */
  readonly outage: { readonly message: string; readonly at: number; readonly tries: number } | undefined;
  /** Whether a request is on its way. */
  readonly isBusy: boolean;
  /** When the platform was last asked for what other devices did. */
  readonly checkedAt: number;
  /** A sentence about the last key. */
  readonly message: string | undefined;
  /** Whether the question how to quit is open. */
  readonly isQuitting: boolean;
  readonly now: number;
}

/** What the screen has to do after a key. */
export type DoorEffect = { readonly type: "lookUp"; readonly text: string } | { readonly type: "quit" };

/** Returns the state of a door that has just been opened. */
export function beginDoor(door: Door, now: number, outage?: string): DoorState {
  return {
    facts: door.facts(),
    line: { before: "", after: "" },
    matches: [],
    at: undefined,
    answer: undefined,
    lookingUp: undefined,
    refused: [],
    outage: outage === undefined ? undefined : { message: outage, at: now, tries: 1 },
    isBusy: false,
    checkedAt: now,
    message: undefined,
    isQuitting: false,
    now,
  };
}

/** Returns the state after a key, and what has to be done. */
export function pressDoor(
  before: DoorState,
  key: string,
  door: Door,
): { state: DoorState; effect?: DoorEffect } {
  const state = { ...before, message: undefined };
  if (key === "ctrl+c") return quit(state, before.isQuitting);
  if (state.isQuitting) {
    if (key === "y") return quit(state, true);
    return { state: ["n", "esc", "enter", "q"].includes(key) ? { ...state, isQuitting: false } : before };
  }
  const { line, matches, at } = state;
  if (key === "esc") return isBlank(line) ? quit(state, false) : { state: typed(state, blank, door) };
  if (key === "down" || key === "up") {
    if (matches.length === 0) return { state };
    const next = at === undefined ? 0 : at + (key === "down" ? 1 : -1);
    return { state: { ...state, at: next < 0 ? undefined : Math.min(matches.length - 1, next) } };
  }
  if (key === "enter") return submit(state, door);
  const edited = editLine(line, key);
  return { state: edited === line ? state : typed(state, edited, door) };
}

const blank: LineEdit = { before: "", after: "" };
const isBlank = ({ before, after }: LineEdit) => (before + after).trim() === "";

function quit(state: DoorState, isSure: boolean): { state: DoorState; effect?: DoorEffect } {
  if (isSure || state.facts.waiting === 0) return { state, effect: { type: "quit" } };
  return { state: { ...state, isQuitting: true } };
}

function typed(state: DoorState, line: LineEdit, door: Door): DoorState {
  const text = line.before + line.after;
  const matches = isBlank(line) || door.isCode(text) ? [] : door.find(text);
  return { ...state, line, matches, at: undefined };
}

/** A code or a number is a scan; `z` and `q` are commands; everything else is a name. */
function submit(state: DoorState, door: Door): { state: DoorState; effect?: DoorEffect } {
  const text = (state.line.before + state.line.after).trim();
  if (text === "" && state.at === undefined) return { state };
  const cleared = typed(state, blank, door);
  if (/^q$/i.test(text) && state.at === undefined) return quit(cleared, false);
  if (/^z$/i.test(text) && state.at === undefined) {
    const undone = door.undo();
    return undone === undefined
      ? { state: { ...cleared, message: "There is no check-in to undo here." } }
      : { state: answered(cleared, undone, door) };
  }
  const { matches, at } = state;
  const isName = at !== undefined || !door.isCode(text);
  if (isName && at === undefined && matches.length > 1)
    return {
      state: {
        ...state,
        answer: undefined,
        lookingUp: undefined,
        message: `${matches.length} tickets match. Choose one with ↓.`,
      },
    };
  const scan = door.scan((isName && matches[at ?? 0]?.number) || text);
  return scan === undefined
    ? { state: { ...cleared, answer: undefined, lookingUp: text }, effect: { type: "lookUp", text } }
    : { state: answered(cleared, scan, door) };
}

/** Returns the state with a new answer. */
export function answered(state: DoorState, scan: Scan, door: Door): DoorState {
  const refused = scan.id === undefined ? [scan, ...state.refused].slice(0, 100) : state.refused;
  return { ...state, answer: scan, lookingUp: undefined, refused, facts: door.facts() };
}

/** Returns the state with what is known at a time. What the platform said about the last scan replaces the first answer. */
export function updated(state: DoorState, door: Door, now: number): DoorState {
  const facts = door.facts();
  const answer = facts.scans.find(({ id }) => id !== undefined && id === state.answer?.id) ?? state.answer;
  return { ...state, facts, answer, now };
}

/** Returns the state after something was sent or read, or after the attempt. */
export function refreshed(
  state: DoorState,
  door: Door,
  { now, error, checked }: { now: number; error?: string | undefined; checked: boolean },
): DoorState {
  const tries = (state.outage?.tries ?? 0) + 1;
  return {
    ...updated(state, door, now),
    isBusy: false,
    outage: error === undefined ? undefined : { message: error, at: now, tries },
    checkedAt: checked && error === undefined ? now : state.checkedAt,
  };
}

/** The time between two looks at what other devices do, and the longest pause after a failure, in milliseconds. */
const pauses = { check: 15_000, retry: 30_000 };

/** Returns what is due: sending what waits, or looking at what other devices did. */
export function dueAtDoor({
  isBusy,
  outage,
  facts,
  checkedAt,
  now,
}: DoorState): "sync" | "check" | undefined {
  if (isBusy) return undefined;
  const retryMs = outage && Math.min(pauses.retry, 1000 * 2 ** outage.tries);
  if (outage !== undefined && now - outage.at < (retryMs ?? 0)) return undefined;
  if (facts.waiting > 0) return "sync";
  return outage !== undefined || now - checkedAt >= pauses.check ? "check" : undefined;
}

/** The time in which the platform usually confirms a check-in, in milliseconds. */
const confirmMs = 1_500;

/** The answer to a scan as it is shown: a word that is drawn big, a headline and a line below. */
export interface ShownAnswer {
  readonly big: "IN" | "NO" | "...";
  readonly headline: string;
  readonly tone: Tone;
  readonly lines: readonly string[];
}

/** Returns how the last answer is shown; undefined if there is none. */
export function shownAnswer({ answer, lookingUp, outage, now }: DoorState): ShownAnswer | undefined {
  if (lookingUp !== undefined)
    return { big: "...", headline: "LOOKING UP", tone: "plain", lines: [lookingUp] };
  if (answer === undefined) return undefined;
  const { verdict, guest, type, number, sent, at } = answer;
  const who = [guest, [type, number].filter(Boolean).join("  ")].filter(Boolean);
  const headline = headlineOf(answer);
  if (verdict === "undone") return { big: "...", headline, tone: "warning", lines: who };
  if (verdict !== "in") return { big: "NO", headline, tone: "failed", lines: who };
  if (sent !== "yes" && outage === undefined && now - at < confirmMs)
    return { big: "...", headline: "CHECKING", tone: "plain", lines: who };
  const state = sent === "yes" ? [] : ["not sent yet"];
  return answer.due
    ? { big: "IN", headline, tone: "warning", lines: [...who, `NOT PAID, ${answer.due}`, ...state] }
    : { big: "IN", headline, tone: "done", lines: [...who, ...state] };
}

/** Returns what a scan means, in capitals: `ALREADY CHECKED IN at 19:02`. */
export function headlineOf({ verdict, detail }: Scan): string {
  switch (verdict) {
    case "in":
      return "IN";
    case "undone":
      return "CHECK-IN UNDONE";
    case "already":
      return `ALREADY CHECKED IN at ${detail}`;
    case "canceled":
      return "CANCELED";
    case "invalid":
      return `NOT VALID: order ${detail}`;
    case "elsewhere":
      return "NOT FOR THIS EVENT";
    case "missing":
      return detail === "" ? "NO SUCH TICKET" : `UNKNOWN TICKET: ${detail}`;
    case "refused":
      return `REFUSED: ${detail}`;
  }
}

/** Returns all scans, the newest first. */
export function lastScans({ facts, refused }: DoorState): Scan[] {
  return [...facts.scans, ...refused].sort((one, other) => other.at - one.at);
}

/** Returns the state of the connection: `online`, or `offline, 12 waiting`. */
export function describeLink({ outage, facts }: DoorState): { text: string; tone: Tone } {
  const waiting = facts.waiting > 0 ? `, ${formatCount(facts.waiting)} waiting` : "";
  return outage === undefined
    ? { text: `online${waiting}`, tone: "dim" }
    : { text: `offline${waiting}`, tone: "warning" };
}

/** Returns the question before quitting while scans wait. */
export function quitQuestion({ facts }: DoorState, syncLine: string): string {
  return `${countOf(facts.waiting, "scan")} ${facts.waiting === 1 ? "is" : "are"} not sent yet. They stay on this computer; send them later with: ${syncLine}. Quit? y/N`;
}

/** What a scan showed. Only `in` lets a guest in; `refused` is what the platform said afterwards. */
export type Verdict =
  | "in"
  | "undone"
  | "already"
  | "canceled"
  | "invalid"
  | "elsewhere"
  | "missing"
  | "refused";

/** A scan and what came of it. Texts are not yet sanitized. */
export interface Scan {
  /** Identifies check-ins and their undos; absent for tickets that were not let in. */
  readonly id?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly verdict: Verdict;
  /** The ticket number, or what was scanned. */
  readonly number: string;
  readonly guest: string;
  /** The name of the ticket definition. */
  readonly type: string;
  /** When the ticket was checked in before, or why it was refused. */
  readonly detail: string;
  /** What has to be paid, if it is not paid: `to be paid offline: 68.00 USD`. */
  readonly due?: string;
  /** Whether the platform got this scan. Absent for tickets that were not let in. */
  readonly sent?: "no" | "unsure" | "yes";
}

/** A ticket whose guest, order or number matches what was typed. */
export interface Match {
  readonly number: string;
  readonly guest: string;
  readonly type: string;
  readonly order: string;
  readonly isIn: boolean;
}

/** The state of the door, apart from what is typed. */
export interface DoorFacts {
  /** The tickets that are checked in, and all that are valid. */
  readonly inside: number;
  readonly all: number;
  /** The tickets that were checked in at this door. */
  readonly here: number;
  /** The check-ins and undos that were not sent yet. */
  readonly waiting: number;
  /** The last check-ins and undos, the newest first. */
  readonly scans: readonly Scan[];
  /** What the platform refused after guests were let in. */
  readonly conflicts: readonly Scan[];
  /** When the tickets were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** A door: scans are answered and stored at once, and sent when the network allows it. */
export interface Door {
  facts(): DoorFacts;
  /** Checks a ticket in by scanned code or number. Returns undefined if the ticket is not known. */
  scan(text: string): Scan | undefined;
  /** Returns whether a text is the number of a ticket or the code of one. */
  isCode(text: string): boolean;
  /** Looks for a ticket that is not known on the platform, and checks it in. */
  lookUp(text: string, signal: AbortSignal): Promise<Scan>;
  find(text: string): Match[];
  /** Undoes the last check-in. Returns undefined if there is none. */
  undo(): Scan | undefined;
  /** Sends what is waiting. Rejects if the platform cannot be reached. */
  sync(signal: AbortSignal): Promise<void>;
  /** Reads all tickets of the event. */
  read(signal: AbortSignal): Promise<void>;
  /** Reads the tickets again if other devices have checked some in or new ones were sold. */
  refresh(signal: AbortSignal): Promise<void>;
}
