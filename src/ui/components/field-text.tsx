import type { ReactElement } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import { keepStart, type LineEdit, visibleLine } from "./field.state.ts";

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
  const { before, after } = secret ? { before: "", after: "" } : visibleLine(line, width);
  if (spoken) {
    const typed = secret ? "(hidden)" : sanitiseLine(line.before + line.after);
    return <Text>{empty ? placeholder && `for example ${sanitiseLine(placeholder)}` : typed}</Text>;
  }
  return (
    <Text wrap="truncate">
      {before}
      <Text {...styles.key}>{symbols.cursor}</Text>
      {empty && placeholder !== "" && (
        <Text {...styles.dim}>{keepStart(sanitiseLine(placeholder), width - 1)}</Text>
      )}
      {after}
      {secret && !empty && <Text {...styles.dim}>(hidden)</Text>}
    </Text>
  );
}
