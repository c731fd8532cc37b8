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

const graphemes = new Intl.Segmenter();

function first(text: string): string {
  return graphemes.segment(text).containing(0)?.segment ?? "";
}

function last(text: string): string {
  return graphemes.segment(text).containing(text.length - 1)?.segment ?? "";
}
