import { fuzzyRank } from "../../../kernel/fuzzy.ts";
import { editLine, type LineEdit } from "../../components/field.tsx";
import { movedBy } from "../../components/list.tsx";
import { keyLabel } from "../../keys.ts";
import type { BrowseState, Mode } from "./browse.state.ts";
import { tableKeys } from "./keys.state.ts";
import { lineEditText } from "./lines.state.ts";

/** A line of the help page: keys, and what they do. */
export interface HelpEntry {
  readonly keys: string;
  readonly help: string;
}

/** Entries that belong together. */
export interface HelpGroup {
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

/** The groups of the help page, and the keys of the list in them, in this order. Digits open related lists. */
const groups: readonly { title: string; keys: readonly string[]; others?: readonly HelpEntry[] }[] = [
  {
    title: "Move",
    keys: [],
    others: [
      { keys: "↑ ↓  j k", help: "up and down" },
      { keys: "← →  h l", help: "select a cell, to edit it (e) or to sort by its column (s)" },
      { keys: "PgUp PgDn", help: "one page; Ctrl-U and Ctrl-D: half a page" },
      { keys: "g G", help: "first and last row" },
    ],
  },
  { title: "Find", keys: ["/", "f", "s", "F"] },
  { title: "Open", keys: ["enter", "i", "w"] },
  { title: "Change", keys: ["space", "a", "e", "d", "A", "u", "Z", "D", "z"] },
  {
    title: "In a cell",
    keys: [],
    others: [
      { keys: "a character", help: "replace the value; ←, Home and Backspace edit it" },
      { keys: "Enter Esc", help: "stage the value; cancel" },
      { keys: "Tab ↑ ↓", help: "stage the value and open the next cell, or the one above or below" },
      { keys: "paste", help: "several lines fill the rows from the cell on, or the marked rows" },
    ],
  },
  { title: "Act", keys: ["x", ":", "c", "y", "S"] },
  { title: "Lists", keys: ["tab", "shift+tab", "esc", "r", "p", "v"] },
  {
    title: "Mouse",
    keys: [],
    others: [
      {
        keys: "click",
        help: "select a row, open a selected one, sort by a heading, open a list, press a key",
      },
      { keys: "drag", help: "mark rows" },
      { keys: "Shift-drag", help: "select text, as in other programs" },
    ],
  },
  {
    title: "Program",
    keys: ["?", "q"],
    others: [
      { keys: "Ctrl-C", help: "quit; while a command runs, stop it" },
      { keys: "Ctrl-Z", help: "suspend; fg in the shell comes back" },
    ],
  },
];

/** The title of the group of a key that is in none. */
const otherTitle = "Others";

/** Returns all keys of the list in groups, or those that match what was typed. */
export function helpGroups(state: BrowseState, typed: string): HelpGroup[] {
  const keys = tableKeys({ ...state, mode: { kind: "table" } });
  const grouped = Map.groupBy(keys, ({ key }) => groupOf(key));
  const all = [...groups, { title: otherTitle, keys: [], others: [] }].map(
    ({ title, keys: order, others = [] }): HelpGroup => {
      // Digits are in no order, and come last.
      const placeOf = ({ key }: { key: string }) => (order.includes(key) ? order.indexOf(key) : order.length);
      const found = (grouped.get(title) ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
      return {
        title,
        entries: [...found.map(({ key, help }) => ({ keys: keyLabel(key), help })), ...others],
      };
    },
  );
  const names = new Map(keys.map(({ key, name }) => [keyLabel(key), name]));
  const text = typed.trim();
  const matches = ({ keys: shown, help }: HelpEntry) =>
    text === "" ||
    shown.toLowerCase().split(/\s+/).includes(text.toLowerCase()) ||
    matchesWords(text, `${names.get(shown) ?? ""} ${help}`);
  return all
    .map(({ title, entries }) => ({ title, entries: entries.filter(matches) }))
    .filter(({ entries }) => entries.length > 0);
}

/** A text of several sentences would match almost any letters, so only whole parts of words count. */
function matchesWords(typed: string, text: string): boolean {
  const rank = fuzzyRank(typed, text);
  return rank !== undefined && rank <= 2;
}

function groupOf(key: string): string {
  if (/^\d$/.test(key)) return "Open";
  return groups.find(({ keys }) => keys.includes(key))?.title ?? otherTitle;
}

type Help = Extract<Mode, { kind: "help" }>;

/** Returns the state after a key on the help page. Letters are searched for; Esc clears the search, then closes. */
export function helpKey(state: BrowseState, mode: Help, key: string): BrowseState {
  const isTyped = lineEditText(mode.line) !== "";
  if (key === "esc" && isTyped)
    return { ...state, mode: { ...mode, scroll: 0, line: { before: "", after: "" } } };
  if (key === "esc" || key === "enter" || (key === "?" && !isTyped))
    return { ...state, mode: { kind: "table" } };
  const by = key.length === 1 ? undefined : movedBy(key, state.height);
  if (by !== undefined) return { ...state, mode: { ...mode, scroll: Math.max(0, mode.scroll + by) } };
  const line: LineEdit = editLine(mode.line, key);
  return { ...state, mode: { ...mode, line, scroll: line === mode.line ? mode.scroll : 0 } };
}
