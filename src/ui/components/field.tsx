import type { ReactElement } from "react";
import { displayWidth, sanitizeLine } from "../../kernel/text.ts";
import { useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { Text, useSpoken } from "../terminal.ts";
import { styles, symbols } from "../theme.ts";

interface FieldProps {
  /** The initial text. */
  initial?: string;
  /** Shown dim while the field is empty. */
  placeholder?: string;
  /** Do not show the typed text. */
  secret?: boolean;
  /** The maximum width, in columns. */
  width: number;
  onSubmit(text: string): void;
}

/** An input field of one line. Enter submits it; unknown keys are ignored. */
export function Field({
  initial = "",
  placeholder = "",
  secret = false,
  width,
  onSubmit,
}: FieldProps): ReactElement {
  const [read, write] = useCurrent<LineEdit>({ before: initial, after: "" });
  useKeys((keys) => {
    for (const key of keys) {
      const { before, after } = read();
      if (key === "enter") return onSubmit(before + after);
      write(editLine(read(), key));
    }
  });
  return <FieldText line={read()} placeholder={placeholder} secret={secret} width={width} />;
}

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
    const typed = secret ? "(hidden)" : sanitizeLine(line.before + line.after);
    return <Text>{empty ? placeholder && `for example ${sanitizeLine(placeholder)}` : typed}</Text>;
  }
  return (
    <Text wrap="truncate">
      {before}
      <Text {...styles.key}>{symbols.cursor}</Text>
      {empty && placeholder !== "" && (
        <Text {...styles.dim}>{keepStart(sanitizeLine(placeholder), width - 1)}</Text>
      )}
      {after}
      {secret && !empty && <Text {...styles.dim}>(hidden)</Text>}
    </Text>
  );
}

/** An input line: the text before the cursor and the text after it. */
export interface LineEdit {
  readonly before: string;
  readonly after: string;
}

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns the line after a key (a name from `readKeys`); keys that edit nothing do not change it. */
export function editLine(line: LineEdit, key: string): LineEdit {
  const { before, after } = line;
  switch (key) {
    case "backspace":
      return { before: before.slice(0, -last(before).length || undefined), after };
    case "delete":
      return { before, after: after.slice(first(after).length) };
    case "left":
      return { before: before.slice(0, -last(before).length || undefined), after: last(before) + after };
    case "right":
      return { before: before + first(after), after: after.slice(first(after).length) };
    case "home":
    case "ctrl+a":
      return { before: "", after: before + after };
    case "end":
    case "ctrl+e":
      return { before: before + after, after: "" };
    case "ctrl+u":
      return { before: "", after };
    case "ctrl+k":
      return { before, after: "" };
    case "ctrl+w":
      return { before: before.replace(/\S*\s*$/u, ""), after };
    default:
      return isPrintable(key) ? { before: before + key, after } : line;
  }
}

/** The names of other keys have several letters. The zero-width joiner, which emoji need, is allowed. */
function isPrintable(key: string): boolean {
  return Array.from(key).length === 1 && (key === "\u200d" || !invisible.test(key));
}

/**
 * Returns the part of a line around its cursor that fits into a number of columns together with the cursor, which takes
 * one. Control characters are made visible.
 */
export function visibleLine({ before, after }: LineEdit, width: number): LineEdit {
  // A character behind the cursor stays visible.
  const shown = keepEnd(sanitizeLine(before), Math.max(0, width - (after === "" ? 1 : 2)));
  return { before: shown, after: keepStart(sanitizeLine(after), width - 1 - displayWidth(shown)) };
}

/** Returns the end of a text, shortened to `width` columns. */
function keepEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const result: string[] = [];
  let used = 1;
  for (const { segment } of Array.from(graphemes.segment(text)).reverse()) {
    used += displayWidth(segment);
    if (used > width) break;
    result.unshift(segment);
  }
  return width > 0 ? `…${result.join("")}` : "";
}

/** Returns the beginning of a text in `width` columns. */
function keepStart(text: string, width: number): string {
  let result = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    result += segment;
  }
  return result;
}

const graphemes = new Intl.Segmenter();

function first(text: string): string {
  return graphemes.segment(text).containing(0)?.segment ?? "";
}

function last(text: string): string {
  return graphemes.segment(text).containing(text.length - 1)?.segment ?? "";
}
