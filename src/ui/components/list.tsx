import { type ReactElement, useRef } from "react";
import { fit, sanitiseLine } from "../../kernel/text.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import { windowAround } from "./window.ts";

/** The chosen item and its place among all: `2 of 3: main`. */
export function spokenChoice(items: readonly string[], selected: number): string {
  const item = items[selected];
  return item === undefined
    ? "nothing to choose"
    : `${selected + 1} of ${items.length}: ${sanitiseLine(item)}`;
}

interface ListProps {
  items: readonly string[];
  selected: number;
  /** Rows it may take. */
  height: number;
  /** Columns it may take. */
  width: number;
}

/** A list with one chosen item, of which only what fits is drawn; a listener hears the chosen one. */
export function List({ items, selected, height, width }: ListProps): ReactElement {
  const start = useRef(0);
  const seen = windowAround(selected, items.length, height, start.current);
  start.current = seen.start;
  if (useSpoken()) return <Text>{spokenChoice(items, selected)}</Text>;
  return (
    <Box flexDirection="column">
      {items.slice(seen.start, seen.end).map((item, offset) => {
        const index = seen.start + offset;
        const chosen = index === selected;
        return (
          <Text key={index} {...(chosen ? styles.key : styles.plain)}>
            {`${chosen ? symbols.chosen : " "} ${fit(sanitiseLine(item), width - 2)}`}
          </Text>
        );
      })}
    </Box>
  );
}
