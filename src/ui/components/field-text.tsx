import type { ReactElement } from "react";
import { displayWidth, sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import type { LineEdit } from "./field.state.ts";

interface FieldTextProps {
  line: LineEdit;
  /** Shown dim while the line is empty. */
  placeholder?: string;
  /** Do not show the typed text. */
  secret?: boolean;
  /** The maximum width, in columns. */
  width: number;
}

/** The text of an input field; a long text is cut so that the cursor is visible. */
export function FieldText({ line, placeholder = "", secret = false, width }: FieldTextProps): ReactElement {
  const spoken = useSpoken();
  const empty = line.before === "" && line.after === "";
  const shown = secret ? "" : keepEnd(sanitiseLine(line.before), width - 2);
  const room = Math.max(0, width - 1 - displayWidth(shown));
  if (spoken) {
    const typed = secret ? "(hidden)" : sanitiseLine(line.before + line.after);
    return <Text>{empty ? placeholder && `for example ${sanitiseLine(placeholder)}` : typed}</Text>;
  }
  return (
    <Text wrap="truncate">
      {shown}
      <Text {...styles.key}>{symbols.cursor}</Text>
      {empty && placeholder !== "" && (
        <Text {...styles.dim}>{keepStart(sanitiseLine(placeholder), room)}</Text>
      )}
      {!secret && keepStart(sanitiseLine(line.after), room)}
      {secret && !empty && <Text {...styles.dim}>(hidden)</Text>}
    </Text>
  );
}

/** Returns the end of a text, shortened to `width` columns. */
function keepEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const result: string[] = [];
  let used = 1;
  for (const { segment } of Array.from(new Intl.Segmenter().segment(text)).reverse()) {
    used += displayWidth(segment);
    if (used > width) break;
    result.unshift(segment);
  }
  return `…${result.join("")}`;
}

function keepStart(text: string, width: number): string {
  let result = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (displayWidth(result + segment) > width) break;
    result += segment;
  }
  return result;
}
