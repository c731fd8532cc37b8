import type { ReactElement } from "react";
import { displayWidth, fit, sanitiseLine } from "../../../../kernel/text.ts";
import { FieldText } from "../../../components/field-text.tsx";
import { Line } from "../../../components/line.tsx";
import { messageLines } from "../../../components/message.ts";
import { Box, Text, useSpoken } from "../../../ink.ts";
import { styles } from "../../../theme.ts";
import { type BrowseState, type CellMode, resourceOf, viewOf } from "../browse.state.ts";
import type { BrowseChanges } from "../browse-resource.ts";
import { textOf } from "../lines.state.ts";
import { chosenRow } from "../list/view.state.ts";
import { problemOf } from "../problem.ts";
import { beforeAfter, stagedText } from "./staged-text.ts";

const figure = "a value, +10%, -5 or a formula";
const hints = {
  money: figure,
  number: figure,
  text: "a text",
  boolean: "yes or no",
  list: "all names, separated by commas",
} as const;

/** Returns the height of the lines below the list while a cell is edited. */
export function cellFooterHeight({ problem }: CellMode, width: number): number {
  return 1 + (problem === undefined ? 1 : messageLines(problem, width).length);
}

/** The cell that is edited with what it will show, and why its value was refused, or the keys. */
export function CellFooter({
  state,
  mode,
  width,
}: {
  state: BrowseState;
  mode: CellMode;
  width: number;
}): ReactElement {
  const { row, column, target, line, problem } = mode;
  const { columns, changes } = resourceOf(state);
  const { title = "", set: field = "" } = columns[column] ?? {};
  const type = changes?.fields.find(({ name }) => name === field)?.type ?? "text";
  const present = row.cells[column] ?? "";
  const isOne = target.count === 1;
  const name = `${title} of ${target.name}`;
  const spoken = useSpoken();
  const isInList = chosenRow(viewOf(state))?.id === row.id;
  const about = isOne && present !== "" ? `${name}, ${present}` : name;
  return (
    <Box flexDirection="column">
      {spoken ? (
        <Text>{sanitiseLine(`Editing ${about}: ${textOf(line) || "nothing"}`)}</Text>
      ) : isInList ? (
        <Text>
          <Text {...styles.head}>{fit(sanitiseLine(name), width)}</Text>
          {fit(
            sanitiseLine(preview(changes, mode, field)),
            Math.max(0, width - displayWidth(sanitiseLine(name))),
          )}
        </Text>
      ) : (
        <Box>
          <Text {...styles.head}>{`${sanitiseLine(name)} = `}</Text>
          <FieldText line={line} width={width - displayWidth(sanitiseLine(name)) - 3} />
        </Box>
      )}
      {problem === undefined ? (
        <Line
          tone="dim"
          text={`${hints[type]}${mode.isFresh ? "; ← to edit" : ""}  Enter stage  Tab next  Esc cancel`}
        />
      ) : (
        messageLines(problem, width).map((text, index) => (
          <Line key={text} tone={index === 0 ? "failed" : "plain"} text={text} />
        ))
      )}
    </Box>
  );
}

/** Returns the value of the cell, and what the typed text makes of it: `: 129.00 → 141.90 USD`. */
function preview(
  changes: BrowseChanges | undefined,
  { row, column, line, isFresh, isPasted: literal = false, target }: CellMode,
  field: string,
): string {
  const present = target.count === 1 ? (row.cells[column] ?? "") : "";
  const untouched = present === "" ? "" : `: ${present}`;
  if (isFresh || changes === undefined) return untouched;
  let set = "";
  let after: string | undefined;
  const isInvalid = problemOf(() => {
    set = changes.setOf(field, textOf(line).trim(), { literal, cell: row.cells[column] });
    changes.check(set);
    after = changes.after(set, row);
  });
  if (isInvalid !== undefined) return untouched;
  const cell = { value: set.slice(set.indexOf("=") + 1), before: present, after };
  const texts = beforeAfter({ field, cell, index: column }, changes);
  // Other rows become something else by the same value.
  return `: ${stagedText(target.count === 1 ? texts : { before: "", after: cell.value || "(none)" }).long}`;
}
