/**
 * The first quote from `start` on that does not fit: `closes` is absent where a quoted cell never ends, equals
 * `opens` where a quote stands inside a bare cell, and else is the closing quote that more text follows.
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
