import type { ReactElement } from "react";
import { sanitiseLine, wrap } from "../../../../kernel/text.ts";
import { Box, Text, type TextProps } from "../../../ink.ts";
import { styles } from "../../../theme.ts";
import { type BrowseState, viewOf } from "../browse.state.ts";
import { Grid } from "./grid.tsx";

interface PaneProps {
  state: BrowseState;
  width: number;
  height: number;
}

/** Returns the lines below the list and a blank one before them, at most a third of the height. */
function linesBelow({ state, width, height }: PaneProps): { text: string; look: TextProps }[] {
  const lines = viewOf(state).totals.flatMap((line, index) =>
    wrap(sanitiseLine(line), Math.max(10, width - 4)).map((text) => ({
      text: `    ${text}`,
      look: index === 0 ? styles.head : styles.plain,
    })),
  );
  const shown = lines.slice(0, Math.floor(height / 3));
  return shown.length === 0 ? [] : [{ text: " ", look: styles.plain }, ...shown];
}

/** Returns the height that is left for the list. */
export function listHeight(props: PaneProps): number {
  return props.height - linesBelow(props).length;
}

/** The list, and its totals below it. */
export function ListPane(props: PaneProps): ReactElement {
  const below = linesBelow(props);
  return (
    <Box flexDirection="column">
      <Grid {...props} height={props.height - below.length} />
      {below.map(({ text, look }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={index} {...look}>
          {text}
        </Text>
      ))}
    </Box>
  );
}
