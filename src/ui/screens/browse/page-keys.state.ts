import { backFrom, beginAct, lineOf, whyNot } from "./acting.state.ts";
import { asks, drop, look, still } from "./acts.state.ts";
import { type BrowseState, type Mode, nounOf, type Step, viewOf, withView } from "./browse.state.ts";
import { type BrowseKey, tableKeys } from "./keys.state.ts";
import { editCommands } from "./lines.state.ts";
import { chosenRow } from "./view.state.ts";

/** The keys of the page about one row. */
export function detailKeys(state: BrowseState): BrowseKey[] {
  const noun = nounOf(state);
  const view = viewOf(state);
  const row = chosenRow(view);
  const table = tableKeys(state);
  const fromTable = new Set([
    "x",
    "z",
    "w",
    "c",
    "?",
    "q",
    ...noun.related.map((_, index) => String(index + 1)),
  ]);
  return [
    {
      key: "esc",
      also: ["enter", "backspace"],
      does: "back",
      help: "back to the list",
      shown: true,
      run: still({ kind: "table" }),
    },
    {
      key: "n",
      does: "next",
      help: "the next row",
      shown: true,
      unless: view.cursor + 1 < view.rows.known ? undefined : "This is the last row.",
      run: step(1),
    },
    {
      key: "p",
      does: "previous",
      help: "the row before",
      shown: true,
      unless: view.cursor > 0 ? undefined : "This is the first row.",
      run: step(-1),
    },
    {
      key: "y",
      does: "command",
      help: "copy the command that prints the same",
      shown: true,
      run: asks({ type: "copy", text: noun.getCommand(row?.reference ?? ""), what: "the command" }),
    },
    ...table.filter(({ key }) => fromTable.has(key)),
  ];
}

function step(by: number) {
  return (state: BrowseState): Step => {
    const moved = withView(state, (view) => ({ ...view, cursor: view.cursor + by }));
    const { id } = chosenRow(viewOf(moved)) ?? {};
    return id === undefined ? { state } : look(moved);
  };
}

/** The keys of the page of acts: a letter for each, and those of the page itself. */
export function actKeys(state: BrowseState, { subject, at }: Extract<Mode, { kind: "acts" }>): BrowseKey[] {
  const noun = nounOf(state);
  const chosen = noun.acts[at];
  const command = chosen && lineOf(noun, chosen, subject.rows, []);
  const unless = whyNot(noun, at, subject);
  return [
    ...noun.acts.map(
      ({ key, does, help }, index): BrowseKey => ({
        key,
        does,
        help,
        unless: whyNot(noun, index, subject),
        run: beginAct(index, subject),
      }),
    ),
    {
      key: "enter",
      does: "do it",
      help: "do the chosen one",
      shown: true,
      unless,
      run: beginAct(at, subject),
    },
    {
      key: "y",
      does: "command",
      help: "copy the command that does the same",
      shown: true,
      run: asks({ type: "copy", text: command ?? "", what: "the command" }),
    },
    {
      key: "esc",
      also: ["x", "q"],
      does: "back",
      help: "back without doing anything",
      shown: true,
      run: still(backFrom(subject)),
    },
  ];
}

/** The keys of the page about what is staged. */
export function diffKeys(state: BrowseState, at: number): BrowseKey[] {
  const { staged } = state;
  return [
    {
      key: "A",
      does: "apply",
      help: "plan it, ask, and carry it out",
      shown: true,
      run: asks({ type: "apply", edits: staged }),
    },
    {
      key: "x",
      does: "drop this one",
      help: "drop the chosen edit",
      shown: true,
      run: () => {
        const left = staged.filter((_, index) => index !== at);
        const mode: Mode =
          left.length === 0 ? { kind: "table" } : { kind: "diff", at: Math.min(at, left.length - 1) };
        return { state: { ...state, staged: left, mode } };
      },
    },
    { key: "D", does: "drop all", help: "drop everything that is staged", shown: true, run: drop },
    {
      key: "y",
      does: "command",
      help: "copy the commands that do the same",
      shown: true,
      run: asks({ type: "copy", text: editCommands(state).join("\n"), what: "the commands" }),
    },
    {
      key: "esc",
      also: ["d", "q"],
      does: "back",
      help: "back to the list",
      shown: true,
      run: still({ kind: "table" }),
    },
  ];
}
