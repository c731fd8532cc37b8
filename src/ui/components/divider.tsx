import type { ReactElement } from "react";
import { Box, Text, useSpoken } from "../ink.ts";
import { styles } from "../theme.ts";

/** The line between two panes, with a blank on its right. */
export function Divider({
  height,
  ascii,
}: {
  height: number;
  ascii?: boolean | undefined;
}): ReactElement | null {
  if (useSpoken()) return null;
  const line = Array<string>(height)
    .fill(ascii ? "|" : "│")
    .join("\n");
  return (
    <Box width={2} flexShrink={0}>
      <Text {...styles.dim}>{line}</Text>
    </Box>
  );
}
