import type { ReactElement } from "react";
import { fit, sanitiseLine } from "../../kernel/text.ts";
import { Box, Text } from "../ink.ts";
import { styles } from "../theme.ts";

/** Scrollable text below a heading. */
export function Lines(props: {
  title: string;
  lines: readonly string[];
  scroll: number;
  width: number;
  height: number;
}): ReactElement {
  const { title, lines, scroll, width, height } = props;
  const room = Math.max(1, height - 1);
  const start = Math.max(0, Math.min(scroll, lines.length - room));
  const below = lines.length - start - room;
  const seen = below > 0 ? lines.slice(start, start + room - 1) : lines.slice(start, start + room);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{fit(sanitiseLine(title), width)}</Text>
      {seen.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={start + index}>{fit(sanitiseLine(line), width)}</Text>
      ))}
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}
