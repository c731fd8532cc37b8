const entities = new Map<string, string>([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["hellip", "…"],
  ["ndash", "–"],
  ["mdash", "—"],
]);

/** Returns a text with its HTML entities as characters: numbers, and the most common names. Others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code === undefined) return entities.get(name.toLowerCase()) ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Tags within a line of text: no blank takes their place. */
const inline = /<\/?(?:a|b|code|em|font|i|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi;

/** Returns HTML as plain text in one line. */
export const textOfHtml = (html: string): string =>
  decodeEntities(html.replace(inline, "").replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
