import { type ReactElement, useRef } from "react";
import { fit, sanitiseLine } from "../../kernel/text.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import { windowAround } from "./window.ts";

/** Returns the selected item and its position, for screen readers: `2 of 3: main`. */
export function spokenSelection(items: readonly string[], selected: number): string {
  const item = items[selected];
  return item === undefined ? "no items" : `${selected + 1} of ${items.length}: ${sanitiseLine(item)}`;
}

interface ListProps {
  items: readonly string[];
  selected: number;
  /** The maximum height, in rows. */
  height: number;
  /** The maximum width, in columns. */
  width: number;
}

/** A list with a selected item. Only the visible items are rendered; a screen reader reads the selected one. */
export function List({ items, selected, height, width }: ListProps): ReactElement {
  const start = useRef(0);
  const seen = windowAround(selected, items.length, height, start.current);
  start.current = seen.start;
  if (useSpoken()) return <Text>{spokenSelection(items, selected)}</Text>;
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
