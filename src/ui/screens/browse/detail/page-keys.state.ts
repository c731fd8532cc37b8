import { actionCommand, modeBefore, reasonUnavailable, startAction } from "../actions/actions.state.ts";
import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "../browse.state.ts";
import { withStaged } from "../edit/history.state.ts";
import { entriesOf, withoutEntry } from "../edit/staged.state.ts";
import { applyStaged, type BrowseKey, stagingKeys, tableKeys } from "../keys.state.ts";
import { editCommands } from "../lines.state.ts";
import { chosenRow, moveTo } from "../list/view.state.ts";
import { currentRow, drop, openDetail, switchMode, withEffect } from "../navigation.state.ts";

/** Returns the keys of the detail page. */
export function detailKeys(state: BrowseState): BrowseKey[] {
  const resource = resourceOf(state);
  const view = viewOf(state);
  const row = currentRow(state);
  const table = tableKeys(state);
  const fromTable = new Set([
    "x",
    "z",
    "w",
    "c",
    "?",
    "q",
    ...resource.relations.map((_, index) => String(index + 1)),
  ]);
  return [
    {
      key: "esc",
      also: ["enter", "backspace"],
      name: "back",
      help: "back to the list",
      inHints: true,
      run: switchMode({ kind: "table" }),
    },
    {
      key: "n",
      name: "next",
      help: "the next row",
      inHints: true,
      unavailable: view.cursor + 1 < view.rows.known ? undefined : "This is the last row.",
      run: step(1),
    },
    {
      key: "p",
      name: "previous",
      help: "the previous row",
      inHints: true,
      unavailable: view.cursor > 0 ? undefined : "This is the first row.",
      run: step(-1),
    },
    {
      key: "y",
      name: "command",
      help: "copy the command that prints this row",
      inHints: true,
      run: withEffect({ type: "copy", text: resource.getCommand(row?.reference ?? ""), what: "the command" }),
    },
    ...table.filter(({ key }) => fromTable.has(key)),
  ];
}

/** Opens the row `by` positions further. The list scrolls with it, also to a row that is not loaded: then it is read. */
function step(by: number) {
  return (state: BrowseState): Step => {
    const { cursor } = viewOf(state);
    const moved = withView(state, (view) => moveTo(view, cursor + by, state.height));
    if (chosenRow(viewOf(moved)) !== undefined) return openDetail(moved);
    const message = { text: "The row is still being read. Try again in a moment.", tone: "warning" } as const;
    return { state: withView({ ...state, message }, () => ({ ...viewOf(moved), cursor })) };
  };
}

/** Returns the keys of the page of actions: one letter per action, and those of the page. */
export function actionKeys(
  state: BrowseState,
  { subject, at }: Extract<Mode, { kind: "actions" }>,
): BrowseKey[] {
  const resource = resourceOf(state);
  const chosen = resource.actions[at];
  const command = chosen && actionCommand(resource, chosen, subject.rows, []);
  const unavailable = reasonUnavailable(resource, at, subject);
  return [
    ...resource.actions.map(
      ({ key, name, help }, index): BrowseKey => ({
        key,
        name,
        help,
        unavailable: reasonUnavailable(resource, index, subject),
        run: startAction(index, subject),
      }),
    ),
    {
      key: "enter",
      name: "run",
      help: "run the selected action",
      inHints: true,
      unavailable,
      run: startAction(at, subject),
    },
    {
      key: "y",
      name: "command",
      help: "copy the command of this action",
      inHints: true,
      run: withEffect({ type: "copy", text: command ?? "", what: "the command" }),
    },
    {
      key: "esc",
      also: ["x", "q"],
      name: "back",
      help: "back, and do nothing",
      inHints: true,
      run: switchMode(modeBefore(subject)),
    },
  ];
}

function discardOne(at: number) {
  return (state: BrowseState): Step => {
    const entries = entriesOf(state.staged);
    const entry = entries[at];
    if (entry === undefined) return { state };
    const left = entries.length - 1;
    const mode: Mode = left === 0 ? { kind: "table" } : { kind: "diff", at: Math.min(at, left - 1) };
    const what = `discard ${entry.field} of ${entry.label}`;
    return { state: { ...withStaged(state, withoutEntry(state.staged, entry), what), mode } };
  };
}

/** Returns the keys of the page of staged edits. */
export function diffKeys(state: BrowseState, at: number): BrowseKey[] {
  return [
    {
      key: "A",
      name: "apply",
      help: "preview, confirm and apply",
      inHints: true,
      run: applyStaged,
    },
    {
      key: "x",
      name: "discard this one",
      help: "discard the selected edit",
      inHints: true,
      run: discardOne(at),
    },
    { key: "D", name: "discard all", help: "discard all staged edits", inHints: true, run: drop },
    {
      key: "y",
      name: "command",
      help: "copy the commands of these edits",
      inHints: true,
      run: (now) =>
        withEffect({ type: "copy", text: editCommands(now).join("\n"), what: "the commands" })(now),
    },
    ...stagingKeys(state),
    {
      key: "esc",
      also: ["d", "q"],
      name: "back",
      help: "back to the list",
      inHints: true,
      run: switchMode({ kind: "table" }),
    },
  ];
}
