/**
 * Returns the first misplaced quote from `start` on. `closes` is absent if a quoted cell never ends, equals `opens` for a
 * quote inside an unquoted cell, and is otherwise a closing quote that is followed by text.
 */
export function findStrayQuote(
  text: string,
  start: number,
  delimiter: string,
): { opens: number; closes?: number } | undefined {
  const endsCell = (character: string | undefined) =>
    character === undefined || character === delimiter || character === "\r" || character === "\n";
  let index = text.indexOf('"', start);
  while (index >= 0) {
    const opens = index;
    if (opens > start && !endsCell(text[opens - 1])) return { opens, closes: opens };
    let closes = text.indexOf('"', opens + 1);
    while (closes >= 0 && text[closes + 1] === '"') closes = text.indexOf('"', closes + 2);
    if (closes < 0) return { opens };
    if (!endsCell(text[closes + 1])) return { opens, closes };
    index = text.indexOf('"', closes + 1);
  }
  return undefined;
}
