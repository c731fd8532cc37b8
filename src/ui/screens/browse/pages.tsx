import type { ReactElement } from "react";
import { displayWidth, fit, padEnd, sanitiseLine } from "../../../kernel/text.ts";
import { Line } from "../../components/line.tsx";
import { spokenSelection } from "../../components/list.tsx";
import { windowAround } from "../../components/window.ts";
import { Box, Text, useSpoken } from "../../ink.ts";
import { styles, symbols } from "../../theme.ts";
import { paletteOf } from "./actions/palette.state.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";

interface OverlayProps {
  state: BrowseState;
  width: number;
  height: number;
}

/** The page that shows and hides columns. */
export function ColumnsPage({ state, width, height, at }: OverlayProps & { at: number }): ReactElement {
  const { hidden } = viewOf(state);
  const spoken = useSpoken();
  const items = resourceOf(state).columns.map(({ title }, index) =>
    spoken
      ? `${title}, ${hidden.has(index) ? "hidden" : "shown"}`
      : `${hidden.has(index) ? "[ ]" : "[x]"} ${title}`,
  );
  return (
    <Choices
      title="Columns (Space: show or hide, Esc: close)"
      items={items}
      at={at}
      width={width}
      height={height}
    />
  );
}

/** Returns the height of the list of the palette and its title. */
export const paletteHeight = (height: number) => height - 2;

/** The command palette: the matching commands, and the command line of the selected one. */
export function Palette({
  state,
  width,
  height,
  typed,
  at,
}: OverlayProps & { typed: string; at: number }): ReactElement {
  const commands = paletteOf(state, typed);
  const longest = Math.min(40, Math.max(0, ...commands.map(({ name }) => displayWidth(name))));
  const items = commands.map(({ name, help, key = "", unavailable }) =>
    [
      padEnd(fit(name, longest), longest),
      padEnd(key, 5),
      unavailable === undefined ? help : `(${unavailable})`,
    ].join("  "),
  );
  const line = commands[at]?.line;
  return (
    <Box flexDirection="column">
      <Choices title="Commands" items={items} at={at} width={width} height={paletteHeight(height)} />
      <Line
        tone="dim"
        text={line === undefined ? "" : `$ ${line}`}
        say={line === undefined ? "" : `Command line: ${line}`}
      />
    </Box>
  );
}

/** A list of items that scrolls to the selected one. */
export function Choices(props: {
  title: string;
  items: readonly string[];
  at: number;
  width: number;
  height: number;
}): ReactElement {
  const { title, items, at, width, height } = props;
  if (useSpoken()) return <Text>{`${title}, ${spokenSelection(items, at)}`}</Text>;
  const seen = windowAround(at, items.length, height - 1);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{fit(sanitiseLine(title), width)}</Text>
      {items.slice(seen.start, seen.end).map((item, offset) => {
        const chosen = seen.start + offset === at;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, such as two edits of two rows each.
          <Text key={seen.start + offset} {...(chosen ? styles.chosen : styles.plain)}>
            {`${chosen ? symbols.chosen : " "} ${fit(sanitiseLine(item), width - 2)}`}
          </Text>
        );
      })}
    </Box>
  );
}
