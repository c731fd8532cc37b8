import type { ReactElement } from "react";
import { fit, padEnd, sanitiseLine, wrap } from "../../../../kernel/text.ts";
import { Box, Text } from "../../../ink.ts";
import { styles } from "../../../theme.ts";
import type { BrowseState } from "../browse.state.ts";
import { type HelpGroup, helpGroups } from "./help.state.ts";

interface HelpLine {
  text: string;
  isTitle?: true;
}

/** The width of the keys, and the width from which the groups are in two columns. */
const keysWidth = 11;
const wideHelp = 110;

/** The page of all keys, in groups. */
export function HelpPage(props: {
  state: BrowseState;
  width: number;
  height: number;
  scroll: number;
  typed: string;
}): ReactElement {
  const { state, width, height, scroll, typed } = props;
  const groups = helpGroups(state, typed);
  if (groups.length === 0) return <Text>{`No key matches. Press Esc to clear the search.`}</Text>;
  const columns = width >= wideHelp ? 2 : 1;
  const column = Math.floor((width - (columns - 1) * 4) / columns);
  const parts = split(
    groups.map((group) => linesOf(group, column)),
    columns,
  );
  const length = Math.max(...parts.map((lines) => lines.length));
  const start = Math.max(0, Math.min(scroll, length - height));
  const below = length - start - height;
  const end = below > 0 ? start + height - 1 : start + height;
  return (
    <Box flexDirection="column">
      <Box>
        {parts.map((lines, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place.
          <Box key={index} flexDirection="column" width={column} marginLeft={index > 0 ? 4 : 0}>
            {lines.slice(start, end).map(({ text, isTitle }, offset) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
              <Text key={offset} {...(isTitle ? styles.head : styles.plain)}>
                {text === "" ? " " : fit(sanitiseLine(text), column)}
              </Text>
            ))}
          </Box>
        ))}
      </Box>
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}

function linesOf({ title, entries }: HelpGroup, width: number): HelpLine[] {
  const lines = entries.flatMap(({ keys, help }) =>
    wrap(help, Math.max(10, width - keysWidth - 3)).map((line, index) => ({
      text: `  ${padEnd(index === 0 ? keys : "", keysWidth)} ${line}`,
    })),
  );
  return [{ text: title, isTitle: true }, ...lines];
}

/** Puts groups into columns of about the same height, with a blank line between two groups. */
function split(groups: readonly (readonly HelpLine[])[], columns: number): HelpLine[][] {
  const all = groups.reduce((sum, lines) => sum + lines.length + 1, -1);
  const parts: HelpLine[][] = [[]];
  for (const lines of groups) {
    const last = parts.at(-1) ?? [];
    const isFull = last.length > 0 && last.length + lines.length / 2 > all / columns;
    if (isFull && parts.length < columns) parts.push([...lines]);
    else last.push(...(last.length > 0 ? [{ text: "" }] : []), ...lines);
  }
  return parts;
}
